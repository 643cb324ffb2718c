package bootstrap_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/bootstrap"
	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/ccc"
)

// sessionOf returns a project with these texts wherever a file may have free text.
func sessionOf(prompt string, entries []string, value string) fstest.MapFS {
	state, err := json.Marshal(map[string]any{
		"linearIssue": value, "phase": value, "executionMode": value, "specPath": value, "lastUpdatedAt": value, "taskIndex": 1, "totalTasks": 3,
		"activeTaskFiles": append(slices.Clone(entries), value),
	})
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	b.WriteString("# Session Progress\n\n**Issue:** CIA-1 — " + value + "\n**Session:** " + value + "\n**Execution Mode:** exec:" + value + "\n")
	for _, heading := range []string{"Completed Tasks", "Current Task", "Remaining Tasks", "Decisions Made", "Learnings", "Blockers"} {
		b.WriteString("\n## " + heading + "\n")
		for _, text := range entries {
			b.WriteString("- " + text + "\n")
		}
	}
	b.WriteString("\n## Continuation Prompt\n" + prompt + "\n")
	return fstest.MapFS{ccc.ProgressFile: {Data: []byte(b.String())}, ccc.StateFile: {Data: state}, "src/a.go": {}}
}

func checkSession(t testing.TB, tree fstest.MapFS, limits ...int) {
	t.Helper()
	for _, lean := range []bool{false, true} {
		checkAll(t, ccc.Restart(bootstrap.Input{Tree: tree, Path: ccc.ProgressFile, Force: true, Lean: lean}), limits...)
	}
}

func checkQuotes(t testing.TB, s *bootstrap.Sequence) {
	t.Helper()
	all := 0
	for _, p := range s.Priorities {
		all += len(p.Texts)
	}
	if n := strings.Count(s.Text(asIs), "\n    > "); n != all {
		t.Fatalf("%d quoted lines, want %d, in\n%s", n, all, s.Text(asIs))
	}
}

func TestSessionHostile(t *testing.T) {
	all := []int{bootstrap.MinPackBytes, 1500, 2048, 2500, bootstrap.DefaultPackBytes}
	for i, text := range append(slices.Clone(hostile), "plain", "Key files: "+strings.Repeat("a.go, ", 300), "a\n\n```\nb\n````\n\n## c\n- d\n1. e\n") {
		limits := all
		if !testtmp.Long() {
			limits = []int{all[i%5], all[(i+2)%5]}
		}
		checkSession(t, sessionOf(text, []string{"plain", text, "after " + text}, text), limits...)
	}
}

func TestLongPrompt(t *testing.T) {
	prompt := "Resume CIA-1.\n" + strings.Repeat("word ", 3000) + "\nNext action: go on.\n"
	pack := ccc.Restart(bootstrap.Input{Tree: sessionOf(prompt, []string{"plain"}, "v"), Path: ccc.ProgressFile}).Pack(bootstrap.DefaultPackBytes, asIs)
	for _, want := range []string{"\nContinuation Prompt, from .ccc-progress.md:\n```\nResume CIA-1.\n```\n", "\n- plain\n", "\nLeft out to save space: 2 texts in .ccc-progress.md.\n"} {
		if !strings.Contains(pack, want) {
			t.Errorf("want %q in\n%s", want, pack)
		}
	}
}

func TestManyClaims(t *testing.T) {
	var files []string
	for i := range 50 {
		files = append(files, strings.Repeat("x", 30)+string(rune('a'+i%26))+strings.Repeat("y", i)+".go")
	}
	pack := ccc.Restart(bootstrap.Input{Tree: sessionOf("Resume v. Key files: "+strings.Join(files, ", "), []string{"plain"}, "v"), Path: ccc.ProgressFile}).Pack(bootstrap.DefaultPackBytes, asIs)
	if !strings.Contains(pack, " more: mdck verify\n") || !strings.Contains(pack, "\nStep 3: ") || !strings.Contains(pack, ", and 43 more\n") || !strings.Contains(pack, "\nStep 6: ") {
		t.Errorf("got\n%s", pack)
	}
}

func FuzzSession(f *testing.F) {
	for i, text := range hostile {
		if len(text) > 1000 {
			continue
		}
		f.Add(uint16(i*300), text+"\n"+hostile[(i+3)%len(hostile)], text+"\n"+hostile[(i+7)%len(hostile)], text)
	}
	f.Fuzz(func(t *testing.T, limit uint16, prompt, entries, value string) {
		checkSession(t, sessionOf(prompt, strings.Split(entries, "\n"), value), max(int(limit), bootstrap.MinPackBytes))
	})
}

func FuzzSessionFiles(f *testing.F) {
	for i, progress := range []string{goodProgress, shapeE, "", "\xff", "\ufeff" + strings.ReplaceAll(goodProgress, "\n", "\r\n"), strings.TrimSpace(goodProgress), "## Continuation Prompt\n```\nx\n", "<!--"} {
		for _, state := range []string{goodState, "{", "[]", "{}", "\ufeff{}", `{"awaitingGate": "3", "taskIteration": 1e3}`, inState(`"execution"`, `"replan"`)} {
			f.Add(uint16(i*900), progress, state)
		}
	}
	f.Fuzz(func(t *testing.T, limit uint16, progress, state string) {
		tree := project()
		tree[ccc.ProgressFile], tree[ccc.StateFile] = &fstest.MapFile{Data: []byte(progress)}, &fstest.MapFile{Data: []byte(state)}
		checkSession(t, tree, max(int(limit), bootstrap.MinPackBytes))
	})
}
