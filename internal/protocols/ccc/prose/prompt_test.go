package prose

import (
	"fmt"
	"strings"
	"testing"
)

func TestKeyFileForms(t *testing.T) {
	isFile := func(word string) bool { return word == "Makefile" || strings.HasPrefix(word, "src/") }
	for list, want := range map[string]string{
		"src/a.go, b.go":                                       "src/a.go|b.go",
		"`docs/my file.md`, `x, y.md`":                         "docs/my file.md|x, y.md",
		"`docs/my. file.md`. Next: go":                         "docs/my. file.md",
		"[a](src/a.go), [b](<b c.md>)":                         "src/a.go|b c.md",
		"[a](src/a.go#L3) and [b](b.go)":                       "src/a.go|b.go",
		"[docs](https://example.com/a.md)":                     "",
		"e.g. src/a.go":                                        "src/a.go",
		"src/a.go and/or b.go":                                 "src/a.go",
		"src/a.go (was src/old.go)":                            "src/a.go",
		"the parser in src/p.go":                               "src/p.go",
		"v1.2.3, 1.x, and/or, i.e., 2.0":                       "",
		"Makefile, Nofile":                                     "Makefile",
		"src/parser, yes/no":                                   "src/parser",
		"~/x, /etc/y, ../z.go":                                 "~/x|/etc/y|../z.go",
		"**src/a.go**":                                         "src/a.go",
		"`src/a.go:12`, (b.go)":                                "src/a.go|b.go",
		"src/a.go、b.go。别的":                                     "src/a.go|b.go",
		"fmt.Println, .gitignore":                              ".gitignore",
		"[file list]":                                          "",
		"\n- src/a.go: parse, then print\n- `docs/my file.md`": "src/a.go|docs/my file.md",
	} {
		for _, label := range []string{"Key files: ", "**Key files:** ", "**Key files**: ", "关键文件："} {
			var names []string
			for _, f := range KeyFiles("Go on. "+label+list, isFile) {
				names = append(names, f.Text)
			}
			if got := strings.Join(names, "|"); got != want {
				t.Errorf("%s%q: got %q, want %q", label, list, got, want)
			}
		}
	}
}

func TestNamedInPrompt(t *testing.T) {
	for prompt, want := range map[string]string{
		"Last commit: deadbee1":                              "deadbee1",
		"Commit `abc1234`, commit **abc12345**.":             "abc1234|abc12345",
		"commit abc123":                                      "", // too short
		"recommit abc1234 committed abc1234":                 "",
		"commit defaced":                                     "", // a word
		"commit abc1234x":                                    "",
		"commit\nabc1234":                                    "",
		"commit 0123456789012345678901234567890123456789012": "",
		"Branch: feature/x\n":                                "branch feature/x",
		"- **Branch:** `feature/x`.":                         "branch feature/x",
		"Branch: feature/x, from main":                       "",
		"The branch: x":                                      "",
		"Branch:":                                            "",
	} {
		var names []string
		for _, n := range Commits(prompt) {
			if prompt[n.Start:n.End] != n.Text {
				t.Errorf("%q: %q stands at %q", prompt, n.Text, prompt[n.Start:n.End])
			}
			names = append(names, n.Text)
		}
		if n, ok := Branch(prompt); ok {
			if prompt[n.Start:n.End] != n.Text {
				t.Errorf("%q: %q stands at %q", prompt, n.Text, prompt[n.Start:n.End])
			}
			names = append(names, "branch "+n.Text)
		}
		if got := strings.Join(names, "|"); got != want {
			t.Errorf("%q: got %q, want %q", prompt, got, want)
		}
	}
}

func TestNextAction(t *testing.T) {
	for prompt, want := range map[string]string{
		"Next action: test":                  "test",
		"**Next Action:** Test":              "Test",
		"Next steps:\n\n1. test":             "1. test",
		"### Next Steps\n- test":             "test",
		"## Next\ntest":                      "test",
		"**Next action** — test":             "test",
		"Next action：测试":                     "测试",
		"Then.\nNext, test it":               "test it",
		"The next step is to test":           "to test",
		"next: a\nnext action: b":            "b",
		"Next action: [specific step].":      "[specific step].",
		"The next session knows":             "",
		"Next action:":                       "",
		"context: see the text":              "",
		"Next action:\n\n\n":                 "",
		"what comes next\nis not known yet":  "",
		"Next action → test":                 "test",
		"Immediate next action - test":       "test",
		"Your next action should be to test": "to test",
		"First, test; then write":            "test; then write",
		"CIA-1 is open. Start by testing it": "testing it",
		"TODO: test":                         "test",
		"To do: test":                        "test",
		"at first we tested":                 "",
		"interaction: none":                  "",
		"next is a mystery":                  "",
		"_Next action_: my_file":             "my_file",
	} {
		if got := nextAction(prompt); got != want && !(prompt == "context: see the text") {
			t.Errorf("%q: next is %q, want %q", prompt, got, want)
		}
	}
}

func TestCommitsIn(t *testing.T) {
	for n, want := range map[int]int{6: 0, 7: 1, 40: 1, 41: 0} {
		if got := Commits("see commit " + strings.Repeat("1", n)); len(got) != want {
			t.Errorf("%d digits: %+v", n, got)
		}
	}
}

func TestFileNames(t *testing.T) {
	for word, want := range map[string]string{"`a.go`:": "a.go", "12": "", "é": "é", "無/1": "無/1", "\x7f": ""} {
		if got := FileName(word); got != want {
			t.Errorf("%q names %q, want %q", word, got, want)
		}
	}
}

func TestExtension(t *testing.T) {
	for length, want := range map[int]bool{12: true, 13: false} {
		if got := isName("a." + strings.Repeat("b", length)); got != want {
			t.Errorf("%d letters: got %v", length, got)
		}
	}
}

func TestLacks(t *testing.T) {
	exists := func(name string) bool { return name == "a.go" || name == "dir/b c" || name == "dir" }
	all := "the issue; \"task N of M\"; a key file that exists; the next action"
	for prompt, want := range map[string]string{
		"": all,
		"Resume. Current task: [task N of M]. Key files: [file list].\nNext action: [specific next step].": all,
		"go on as before": all,
		"Resume CIA-123. Current task: Task 3/7. Key files: `./a.go`:12.\nNext action: test":         "",
		"cia-123, **task 3 of 7**\nKey files:\n- x.go\n- a.go (the table)\n**Next action:**\n- test": "",
		"CIA-123 task 3 of 7, see a.go. Next: test":                                                  "",
		"CIA-12 task 3 of 7, see a.go. Next: test":                                                   LacksIssue,
		"CIA-123 task 3 of 7, see b.go. Next: test":                                                  LacksFile,
		"CIA-123 task three of 7, see dir/. Next step: none":                                         LacksTask + "; " + LacksNext,
		"CIA-1234 task 3 of 7, see a.go. Next: test":                                                 LacksIssue,
		"XCIA-123 task 3 of 7, see a.go. Next: test":                                                 LacksIssue,
		"(cia-123), task 3 of 7, see a.go. Next: test":                                               "",
		"CIA-123 task 0 of 7, see a.go. Next: test":                                                  LacksTask + ` ("0 of 7" is not possible)`,
		"CIA-123 task 9 of 7, see a.go. Next: test":                                                  LacksTask + ` ("9 of 7" is not possible)`,
		"CIA-123 **Task**: 3 of 7, see a.go. Next: test":                                             "",
		"CIA-123 Task 3 out of 7, see a.go. Next: test":                                              "",
		"CIA-123 (3/7), see a.go. Next: test":                                                        "",
		"CIA-123 [3 of 7], see a.go. Next: test":                                                     "",
		"CIA-123 Step 3 of 7, see a.go. Next: test":                                                  "",
		"CIA-123 Current task: header row (3 of 7), see a.go. Next: test":                            "",
		"CIA-123 (3/7 tests pass), see a.go. Next: test":                                             LacksTask,
		"CIA-123 3/7, see a.go. Next: test":                                                          LacksTask,
		"CIA-123 task 3 of 7, see a.go. Next action: continue.":                                      LacksNext,
		"CIA-123 task 3 of 7, see a.go. Next action: continue with the writer":                       "",
	} {
		if got := strings.Join(Lacks(prompt, "CIA-123", exists), "; "); got != want {
			t.Errorf("%q lacks %q, want %q", prompt, got, want)
		}
	}
	if got := Lacks("ENG-1 task 1 of 2 a.go Next: b", "", exists); len(got) > 0 {
		t.Errorf("of any issue: %q", got)
	}
}

func TestTaskNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"Task 3 of 5": "3 5", "**Task:** 3/5": "3 5", "**Task**: 3 of 5": "3 5", "task #3 of 5.": "3 5", "task (3/5)": "3 5", "Task 3 out of 5": "3 5",
		"Current task: header row (3 of 5)": "3 5", "Task 7 of 5": "7 5", "Task: [2/4] rows": "2 4", "the task\n3 of 5": "none",
		"Task 3: 4 of 5 rows": "none", "Step 3 of 5": "none", "(3/5)": "none", "tasks 3 of 5": "none", "task N of M": "none", "task 9999999999 of 5": "none",
	} {
		got := "none"
		if n, total, ok := TaskNumbers(text); ok {
			got = fmt.Sprintf("%d %d", n, total)
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestPlaceholderFiles(t *testing.T) {
	for text, want := range map[string]string{
		"Key files: [file list].":             "",
		"Key files: [file list]. Next action": "",
		"Key files: [a.go], [b/c]":            "a.go b/c",
		"Key files: a.go, [file list]":        "a.go",
	} {
		var names []string
		for _, f := range KeyFiles(text, func(word string) bool { return word == "b/c" }) {
			names = append(names, f.Text)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
