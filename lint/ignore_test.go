package lint_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mdck/lint"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocols"
)

func TestIgnore(t *testing.T) {
	const long, many = `warning ohrfc/one-line-bullet "- §4.2: retry and back-off share one timer"`, `error ohrfc/bullet-count "### Scan Insights"`
	spoilt := then(
		after("- §4.2: retry and back-off share one timer\n", "  and a lock\n"),
		after("- Clocks of devices differ by minutes\n", "- Two teams own the schema\n- Uploads never end\n- Fields are dropped\n"))
	unused := func(name string) string { return `warning any/unused-ignore "` + name + `"` }
	block, section, group := "- §4.2: retry", "### Scan Insights", "## DISCOVER Exit"
	for _, test := range []struct {
		name, comment, before string
		want                  []string
	}{
		{"nothing", "", "", []string{many, long}},
		{"the block that follows", "<!-- mdck:ignore ohrfc/one-line-bullet -->", block, []string{many}},
		{"a bare name", "<!-- mdck:ignore one-line-bullet -->", block, []string{many}},
		{"without spaces", "<!--mdck:ignore one-line-bullet-->", block, []string{many}},
		{"another block", "<!-- mdck:ignore one-line-bullet -->", "- DEC-001", []string{many, unused("one-line-bullet"), long}},
		{"a comment between", "<!-- mdck:ignore one-line-bullet -->\n\n<!-- mdck:ignore bullet-count -->", block, []string{many, unused("bullet-count")}},
		{"a heading is its whole section", "<!-- mdck:ignore one-line-bullet -->", "### Tricky Sections", []string{many}},
		{"the heading of a group", "<!-- mdck:ignore one-line-bullet -->", "## DESIGN Exit", []string{many}},
		{"the title is the whole file", "<!-- mdck:ignore one-line-bullet bullet-count -->", "# Checkpoint:", nil},
		{"another section", "<!-- mdck:ignore one-line-bullet -->", "## Gate-B Round 1", []string{many, long, unused("one-line-bullet")}},
		{"a finding on the heading", "<!-- mdck:ignore bullet-count -->", section, []string{long}},
		{"a finding on a heading below", "<!-- mdck:ignore bullet-count -->", group, []string{long}},
		{"several rules", "<!-- mdck:ignore bullet-count one-line-bullet -->", "# Checkpoint:", nil},
		{"several rules with commas", "<!-- mdck:ignore bullet-count, ohrfc/one-line-bullet -->", "# Checkpoint:", nil},
		{"several rules on lines", "<!-- mdck:ignore\n  bullet-count\n  one-line-bullet\n-->", "# Checkpoint:", nil},
		{"one of several unused", "<!-- mdck:ignore bullet-count title -->", section, []string{unused("title"), long}},
		{"a rule twice", "<!-- mdck:ignore bullet-count bullet-count -->", section, []string{long}},
		{"the file", "<!-- mdck:ignore-file one-line-bullet -->", section, []string{many}},
		{"the file, for nothing", "<!-- mdck:ignore-file title -->", section, []string{unused("title"), many, long}},
		{"the file and the block", "<!-- mdck:ignore-file bullet-count -->\n<!-- mdck:ignore bullet-count -->", section, []string{long}},
		{"no rule", "<!-- mdck:ignore -->", section, []string{unused("mdck:ignore"), many, long}},
		{"no rule for the file", "<!-- mdck:ignore-file , -->", section, []string{unused("mdck:ignore-file"), many, long}},
		{"a reason", "<!-- mdck:ignore bullet-count -- agreed with the owner -->", section, []string{long}},
		{"an unknown directive", "<!-- mdck:ignored bullet-count -->", section, []string{unused("mdck:ignored"), many, long}},
		{"another one", "<!-- mdck:ignore-next-line bullet-count -->", section, []string{unused("mdck:ignore-next-line"), many, long}},
		{"a space in it", "<!-- mdck: ignore bullet-count -->", section, []string{unused("mdck:"), many, long}},
		{"a misspelt rule", "<!-- mdck:ignore bulet-count -->", section, []string{unused("bulet-count"), many, long}},
		{"unused, ignored", "<!-- mdck:ignore-file title unused-ignore -->", section, []string{many, long}},
		{"not at the beginning of the comment", "<!-- see mdck:ignore bullet-count -->", "# Checkpoint:", []string{many, long}},
		{"in code", "```\n<!-- mdck:ignore-file bullet-count -->\n```", "# Checkpoint:", []string{many, long}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, ending := range []change{asIs, crlf} {
				f := validFiles(t)
				text := spoilt(f[ohrfc.CheckpointFile])
				if test.before != "" {
					text = strings.Replace(text, test.before, test.comment+"\n"+test.before, 1)
				}
				f[ohrfc.CheckpointFile] = ending(text)
				if got := findings(t, f.input()); !slices.Equal(got, test.want) {
					t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
				}
			}
		})
	}
}

func TestIgnoreInItem(t *testing.T) {
	f := validFiles(t)
	f[ohrfc.CheckpointFile] = after("- DEC-003 needs the counter that DEC-001 stores\n",
		"\n  <!-- mdck:ignore any/secret -->\n  AKIAQX4MHT7ZB2WNCJ5R\n")(f[ohrfc.CheckpointFile])
	want := []string{`warning ohrfc/one-line-bullet "- DEC-003 needs the counter that DEC-001 stores"`}
	if got := findings(t, f.input()); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestIgnoreComplaints(t *testing.T) {
	for name, want := range map[string]string{
		"bulet-count":       "this comment names an unknown rule; did you mean ohrfc/bullet-count?",
		"ohrfc/bullet-cout": "this comment names an unknown rule; did you mean ohrfc/bullet-count?",
		"any/bullet-count":  "this comment names an unknown rule; did you mean ohrfc/bullet-count?",
		"secrets":           "this comment names an unknown rule; did you mean any/secret?",
		"xyzzy":             "this comment names an unknown rule; mdck explain lists all rules",
		"ohrfc/title":       "this comment has no effect: ohrfc/title finds nothing here",
	} {
		f := validFiles(t)
		f[ohrfc.CheckpointFile] = "<!-- mdck:ignore-file " + name + " -->\n\n" + f[ohrfc.CheckpointFile]
		all, err := lint.Run(f.input())
		if err != nil || len(all) != 1 || all[0].Message != want {
			t.Errorf("%s: got %q, want %q, %v", name, texts(all), want, err)
		}
	}
}

func TestIgnoreEveryRule(t *testing.T) {
	for _, r := range protocols.Default().Rules() {
		if r.Unreadable() || r.ID == "any/unused-ignore" {
			continue
		}
		e, err := r.Example()
		if err != nil {
			t.Fatal(err)
		}
		for i, file := range e.Bad {
			if file.Name == ohrfc.CheckpointFile || file.Name == ccc.ProgressFile {
				e.Bad[i].Text = "<!-- mdck:ignore-file " + r.Name() + " -->\n\n" + file.Text
			}
		}
		got := "\n" + found(t, exampleInput(e, e.Bad), r)
		if strings.Contains(got, "\n"+ohrfc.CheckpointFile) || strings.Contains(got, "\n"+ccc.ProgressFile) {
			t.Errorf("left:\n%s", got)
		}
	}
}

func TestIgnoreAndFix(t *testing.T) {
	f := validFiles(t)
	text := then(swap("Standard", "standard"), swap("- Battery life, or", "<!-- 1-3 bullets -->\n- Battery life, or"))(f[ohrfc.CheckpointFile])
	f[ohrfc.CheckpointFile] = "<!-- mdck:ignore-file ohrfc/meta template-comment -->\n\n" + text
	fixed, err := lint.FixAll(f.input(), testNow)
	if err != nil || len(fixed.Texts) > 0 || len(fixed.Left) > 0 {
		t.Errorf("got %q, left %q, %v", fixed.Texts, texts(fixed.Left), err)
	}
}

func TestOffAndLevels(t *testing.T) {
	f := validFiles(t)
	f[ohrfc.CheckpointFile] = then(after("one timer\n", "  and a lock\n"), swap("Standard", "standard"))(f[ohrfc.CheckpointFile])
	in := f.input()
	in.Levels = map[string]lint.Severity{"ohrfc/one-line-bullet": lint.Error}
	in.Off = map[string]bool{"ohrfc/meta": true}
	want := []string{`error ohrfc/one-line-bullet "- §4.2: retry and back-off share one timer"`}
	if got := findings(t, in); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	f[ohrfc.CheckpointFile] = "<!-- mdck:ignore-file title -->\n\n" + f[ohrfc.CheckpointFile]
	in.Tree = f.input().Tree
	in.Off["any/unused-ignore"] = true
	if got := findings(t, in); !slices.Equal(got, want) {
		t.Errorf("with unused-ignore off: got %q, want %q", got, want)
	}
}

func FuzzDirectives(f *testing.F) {
	for _, body := range []string{"ignore", "ignore title", "ignore-file meta, one-line-bullet", "ignore\nunused-ignore x", "ignore-file any/secret ohrfc/meta", "ignore\x00"} {
		f.Add(body, 3)
	}
	valid := validFiles(f)
	text := then(swap("Standard", "standard"), swap("- No new", "- AKIAQX4MHT7ZB2WNCJ5R\n  x\n- No new"))(valid[ohrfc.CheckpointFile])
	f.Fuzz(func(t *testing.T, body string, at int) {
		if !strings.HasPrefix(body, "ignore") || strings.Contains(body, "-->") || strings.Contains(body, "\r") || !utf8.ValidString(body) || strings.Contains(body, "mdck:") {
			return
		}
		lines := strings.SplitAfter(text, "\n")
		at = ((at % len(lines)) + len(lines)) % len(lines)
		with := func(body string) map[string]int {
			files := files{ohrfc.CheckpointFile: strings.Join(lines[:at], "") + "<!-- " + body + " -->\n" + strings.Join(lines[at:], "")}
			counts := map[string]int{}
			for _, d := range texts(checkRun(t, files.input())) {
				counts[d]++
			}
			return counts
		}
		blank := strings.Repeat("\n", strings.Count(body, "\n"))
		ignoring, neutral := with("mdck:"+body), with("mdck:ignore any/not-utf8"+blank)
		for d, n := range ignoring {
			if neutral[d] != n && !strings.Contains(d, lint.UnusedIgnore) && !strings.Contains(d, "any/hidden") {
				t.Errorf("%d times with the comment, %d without: %s", n, neutral[d], d)
			}
		}
		for d, n := range neutral {
			id := strings.Fields(d)[3]
			_, name, _ := strings.Cut(id, "/")
			if ignoring[d] != n && !strings.Contains(body, name) && id != lint.UnusedIgnore {
				t.Errorf("removed although the comment does not name it: %s", d)
			}
		}
	})
}

func TestIgnoreAtTheTop(t *testing.T) {
	f := validFiles(t)
	f[ohrfc.CheckpointFile] = "<!-- mdck:ignore ohrfc/token-budget -->\n\n" + f[ohrfc.CheckpointFile]
	in := f.input()
	in.Limits.Tokens = 1
	if got := findings(t, in); len(got) != 0 {
		t.Errorf("at the top: %q", got)
	}
	const template = "<!-- 2-4 bullets -->\n"
	f = validFiles(t)
	f[ohrfc.CheckpointFile] = after("### Scan Insights\n", "<!-- mdck:ignore template-comment -->\n"+template)(f[ohrfc.CheckpointFile])
	if got := findings(t, f.input()); len(got) != 0 {
		t.Errorf("above a comment: %q", got)
	}
}
