package ccc

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/lint"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/claim"
)

func treeOf(files map[string]string) fstest.MapFS {
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

func dueOf(t *testing.T, files map[string]string, entries ...claim.Entry) string {
	t.Helper()
	in := lint.Input{Tree: treeOf(files), Main: ProgressFile, State: StateFile, Ledger: func() ([]claim.Entry, error) { return entries, nil }}
	var lines []string
	for _, d := range due(in, readForLint(in)) {
		lines = append(lines, d.Problem+": "+d.CommandLine("ccc"))
	}
	return strings.Join(lines, "\n")
}

func progressOf(completed, current, remaining []string, prompt string) string {
	list := func(tasks []string, mark string) string {
		text := ""
		for _, task := range tasks {
			text += "- " + task + mark + "\n"
		}
		return text + "\n"
	}
	return "# Session Progress\n\n**Issue:** CIA-9\n**Session:** 2026-11-21T08:00:00Z\n**Execution Mode:** exec:tdd\n\n## Completed Tasks\n" + list(completed, " ✓") +
		"## Current Task\n" + list(current, "") + "## Remaining Tasks\n" + list(remaining, "") +
		"## Decisions Made\n(none yet)\n\n## Blockers\n(none)\n\n## Continuation Prompt\n" + prompt + "\n"
}

func TestStalePrompt(t *testing.T) {
	open := progressOf([]string{"parse the header", "write docs. and more", "twice", "Task 7: lex"}, []string{"print the report — the tests are red"}, []string{"tell ops", "twice"}, "%s")
	over := progressOf([]string{"parse the header", "make the report complete"}, nil, nil, "%s")
	for _, c := range []struct{ text, prompt, at string }{
		{open, "Resume CIA-9. Current task: task 1 of 6 — parse the header. Key files: a.go.", "parse the header"},
		{open, "**Current task:** Task 1/6: Parse the `header`", "parse the header"},
		{open, "- current task: (task 2 of 6) write docs. and more", ""},
		{open, "Current task: task 2 of 6 (parse the header).", "parse the header"},
		{open, "Current task: write docs. and more. Next action: print the report.", "write docs. and more"},
		{open, "Current task: lex — nearly", "Task 7: lex"},
		{open, "Current task: twice.", ""},
		{open, "Current task: print the report — parse the header.", ""},
		{open, "Current task: task 5 of 6. Next action: parse the header.", ""},
		{open, "Current task: parse the header of mails.", ""},
		{open, "Parse the header. Then current tasks.", ""},
		{over, "Current task: task 2 of 2.", "a task"},
		{over, "Resume CIA-9 at task 2 of 2, then close it.", "a task"},
		{over, "Current task: task 2 of 2 — make the report complete.", "make the report complete"},
		{over, "Current task: tell ops.", "a task"},
		{over, "Current task: none, all 2 tasks are done.", ""},
		{over, "Current task: task 2 of 2 is complete. Next action: open a PR.", ""},
		{over, "Nothing is left. Next action: close CIA-9.", ""},
	} {
		got := dueOf(t, map[string]string{ProgressFile: fmt.Sprintf(c.text, c.prompt)})
		if (got == "") != (c.at == "") || !strings.Contains(got, c.at) {
			t.Errorf("%q: due is %q, want %q", c.prompt, got, c.at)
		}
	}
	if got := dueOf(t, map[string]string{ProgressFile: fmt.Sprintf(over, "Current task: task 2 of 2."), StateFile: `{"taskIndex": 0, "totalTasks": 5}`}); got != "" {
		t.Errorf("the state has more tasks, and due is %q", got)
	}
}

func TestComposedIsUsable(t *testing.T) {
	names := []string{"parse", "Parse.", "a. b. c", "a. b", "port — step two", "port", "done", "none of it", "task 2 of 9", "x (y)", "Task 2: z", "z", "all tasks are done", "current task: w", "`code`"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var lists [3][]string
		for _, i := range r.Perm(len(names))[:r.IntN(6)] {
			at := r.IntN(3)
			lists[at] = append(lists[at], names[i])
		}
		text := progressOf(lists[0], lists[1][:min(1, len(lists[1]))], lists[2], "(none)")
		files := map[string]string{}
		if r.IntN(2) == 0 {
			files[StateFile] = fmt.Sprintf(`{"linearIssue": "CIA-9", "taskIndex": %d, "totalTasks": %d}`, r.IntN(5), r.IntN(5))
		}
		var state *engine.State
		if files[StateFile] != "" {
			state = parseState(t, files[StateFile])
		}
		p := parse(t, text)
		c, err := p.Compose(NewFacts(p, state, "", ""), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		if files[ProgressFile] = c.Text; dueOf(t, files) != "" {
			t.Fatalf("due is %q of %s\n%s", dueOf(t, files), files[StateFile], c.Text)
		}
		tree := treeOf(files)
		for _, v := range claim.Verify(tree, Read(tree, ProgressFile, StateFile).claims(claim.Outside{})) {
			if v.Status == claim.Stale && v.Span == c.After.Prompt.Span && !strings.Contains(c.Text, "2 of 9") { // mdck reads "task 2 of 9" as a position
				t.Fatalf("stale is %q: %s, %s of %s\n%s", v.Name, v.Recorded, v.Actual, files[StateFile], c.Text)
			}
		}
	}
}

func TestDue(t *testing.T) {
	const state = `{"linearIssue": "CIA-9", "phase": "execution", "taskIndex": 1, "totalTasks": 3, "awaitingGate": %s, "lastUpdatedAt": "%s"}`
	sound := progressOf([]string{"a"}, []string{"b"}, []string{"c"}, "Resume CIA-9. Current task: task 2 of 3 — b.")
	backup := func(n, text string) (string, string) {
		return ".mdck/backups/" + ProgressFile + "." + n + ".0123abcd", text
	}
	stale := strings.ReplaceAll(sound, "— b.", "— a.")
	mine := claim.Entry{Path: ProgressFile, About: claim.Hash([]byte("Resume CIA-9. Current task: task 2 of 3 — a."))}
	for name, c := range map[string]struct {
		files   map[string]string
		entries []claim.Entry
		want    string
	}{
		"sound":                {map[string]string{ProgressFile: sound, StateFile: fmt.Sprintf(state, "null", "2026-11-22T08:00:00Z")}, nil, ""},
		"somebody's":           {map[string]string{ProgressFile: stale}, nil, `the continuation prompt names the completed task "a": mdck ccc continue`},
		"mdck's":               {map[string]string{ProgressFile: stale}, []claim.Entry{{Path: "x"}, mine}, `the continuation prompt names the completed task "a": mdck ccc save`},
		"another file's":       {map[string]string{ProgressFile: stale}, []claim.Entry{{Path: "x", About: mine.About}}, `the continuation prompt names the completed task "a": mdck ccc continue`},
		"no prompt":            {map[string]string{ProgressFile: progressOf(nil, nil, nil, "(none)")}, nil, "the continuation prompt is empty: mdck ccc save"},
		"shape E":              {map[string]string{ProgressFile: "## Goal\nx\n\n## Completed Tasks\n(none)\n"}, nil, ""},
		"CRLF":                 {map[string]string{ProgressFile: strings.ReplaceAll(stale, "\n", "\r\n")}, []claim.Entry{mine}, `the continuation prompt names the completed task "a": mdck ccc save`},
		"empty":                {map[string]string{ProgressFile: ""}, nil, `no section "## Continuation Prompt": mdck ccc save`},
		"gate":                 {map[string]string{ProgressFile: sound, StateFile: fmt.Sprintf(state, "3", "2026-11-21T08:00:01Z")}, nil, "gate 3 waits for a person, but the session was not saved after the wait began: mdck ccc save"},
		"gate, saved":          {map[string]string{ProgressFile: sound, StateFile: fmt.Sprintf(state, "3", "2026-11-21T08:00:00Z")}, nil, ""},
		"gate, day only":       {map[string]string{ProgressFile: strings.ReplaceAll(sound, "T08:00:00Z", ""), StateFile: fmt.Sprintf(state, "3", "2026-11-21T08:00:01Z")}, nil, ""},
		"not begun":            {map[string]string{StateFile: fmt.Sprintf(state, "null", "")}, nil, ""},
		"nothing":              {nil, nil, ""},
		"broken progress":      {map[string]string{ProgressFile: "\xff"}, nil, ""},
		"a broken state":       {map[string]string{ProgressFile: sound, StateFile: "{"}, nil, ""},
		"state is a list":      {map[string]string{ProgressFile: sound, StateFile: "[]"}, nil, ""},
		"state of wrong kinds": {map[string]string{ProgressFile: sound, StateFile: `{"awaitingGate": "3", "lastUpdatedAt": 5}`}, nil, ""},
	} {
		if got := dueOf(t, c.files, c.entries...); got != c.want {
			t.Errorf("%s: due is %q, want %q", name, got, c.want)
		}
	}
	lost := map[string]string{StateFile: fmt.Sprintf(state, "null", "")}
	add := func(n, text string) { name, text := backup(n, text); lost[name] = text }
	add("000003", strings.ReplaceAll(sound, "CIA-9", "CIA-8"))
	if got := dueOf(t, lost); got != "" {
		t.Errorf("of another issue: due is %q", got)
	}
	add("000002", sound)
	if got := dueOf(t, lost); got != ".ccc-progress.md is missing, but a backup of the file exists for issue CIA-9: mdck restore ccc --backup 2" {
		t.Errorf("lost: due is %q", got)
	}
	add("000010", sound)
	if got := dueOf(t, lost); !strings.HasSuffix(got, "--backup latest") {
		t.Errorf("lost: due is %q", got)
	}
	lost[StateFile] = strings.ReplaceAll(lost[StateFile], "execution", "closure")
	if got := dueOf(t, lost); got != "" {
		t.Errorf("after closure: due is %q", got)
	}
}
