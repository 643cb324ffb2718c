package ccc

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/internal/protocols/ccc/prose"
	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/claim"
)

func facts(t testing.TB) Facts {
	t.Helper()
	return NewFacts(parse(t, sampleP), parseState(t, sampleState), "", "")
}

func TestCompose(t *testing.T) {
	got := Compose(facts(t))
	protocoltest.Equal(t, "the prompt", got, `Resume CIA-123 (Parse the header). Current task: task 3 of 5 — parse the header. Key files: header.go, x.go.
Blocked: no test account (unblocked by: an answer from ops).
Decided: spans, no printer: bytes stay as they are.
Next action: finish "parse the header" (tests are red), then "print the report".`)
	if lacks := prose.Lacks(got, "CIA-123", func(name string) bool { return name == "x.go" }); len(lacks) > 0 {
		t.Errorf("lacks %q", lacks)
	}
	if got := Compose(Facts{}); got != "" {
		t.Errorf("without facts: %q", got)
	}
	many := Facts{N: 1, Total: 2, Gate: 3, Files: strings.Split(strings.Repeat("a.go ", 12), " ")[:12]}
	protocoltest.Equal(t, "with many files", Compose(many), "Current task: task 1 of 2. Key files: "+strings.Repeat("a.go, ", 10)+"and 2 more.\nWaiting for gate 3.")
}

func TestComposeDone(t *testing.T) {
	const state = `{"linearIssue": "CIA-1", "taskIndex": 5, "totalTasks": 5}`
	const all = "Resume CIA-1. Current task: none, all %d tasks are done.\nNext action: review the work, and close the issue."
	none := parse(t, "# Session Progress\n\n## Remaining Tasks\n")
	listed := parse(t, "# Session Progress\n\n**Issue:** CIA-1\n\n## Completed Tasks\n- a ✓\n\n## Remaining Tasks\n")
	for _, e := range []struct {
		facts Facts
		want  string
	}{
		{NewFacts(nil, parseState(t, state), "", ""), fmt.Sprintf(all, 5)},
		{NewFacts(listed, nil, "", ""), fmt.Sprintf(all, 1)},
		{NewFacts(none, nil, "", ""), "No task is listed yet.\nNext action: if there is an issue, name it with mdck ccc write; list the tasks with mdck ccc next, and start the first with mdck ccc current."},
		{NewFacts(none, parseState(t, `{"linearIssue": "CIA-1", "totalTasks": 2}`), "", ""), "Resume CIA-1. Current task: task 1 of 2. No task is listed yet.\nNext action: list the tasks with mdck ccc next, and start the first with mdck ccc current."},
		{NewFacts(listed, parseState(t, `{"taskIndex": 0, "totalTasks": 1}`), "", ""), fmt.Sprintf(all, 1)},
		{NewFacts(listed, parseState(t, `{"taskIndex": 0, "totalTasks": 2}`), "", ""), "Resume CIA-1. Current task: task 2 of 2."},
		{NewFacts(listed, parseState(t, `{"taskIndex": 1, "totalTasks": 3}`), "", ""), "Resume CIA-1. Current task: task 2 of 3."},
		{NewFacts(parse(t, "## Remaining Tasks\n- b\n"), parseState(t, state), "", ""), "Resume CIA-1.\nNext action: b."},
	} {
		got := Compose(e.facts)
		protocoltest.Equal(t, "the prompt", got, e.want)
		if lacks := prose.Lacks(got, "CIA-1", nil); e.facts.Done > 0 && !slices.Equal(lacks, []string{prose.LacksFile}) {
			t.Errorf("%q lacks %q", got, lacks)
		}
	}
}

func TestComposeFiles(t *testing.T) {
	for _, e := range []struct {
		names []string
		want  string
	}{
		{[]string{"a.go", "dir/b_c.go", "Makefile", "é.txt", ".gitignore", "a b.go", "c,d.go", "e`f.go", "<!--", "g.", "and", "x.go:12"}, "a.go, dir/b_c.go, Makefile, é.txt, .gitignore, `a b.go`, `c,d.go`, `and`, and 4 more"},
		{[]string{"a b.go", "c\td.go", "\x1b.go", "../up.go"}, "`a b.go`, ../up.go, and 2 more"},
		{[]string{"a b.go"}, "`a b.go`"},
	} {
		got := fileList(e.names)
		if got != e.want {
			t.Errorf("%q: got %q, want %q", e.names, got, e.want)
		}
		var read []string
		for _, f := range prose.KeyFiles(Compose(Facts{Files: e.names, Next: "go on"}), func(string) bool { return true }) {
			read = append(read, f.Text)
		}
		if again := strings.Join(read, ", "); again != strings.ReplaceAll(strings.Split(e.want, ", and ")[0], "`", "") {
			t.Errorf("%q: read back as %q", e.names, again)
		}
	}
}

func TestFacts(t *testing.T) {
	for _, e := range []struct {
		p, s string
		want string
	}{
		{sampleP, sampleState, "CIA-123 3 of 5 tdd"},
		{sampleP, "", "CIA-123 3 of 5 tdd"}, // two completed tasks, the current one and two remaining ones
		{sampleE, "", "CIA-123  "},
		{"", `{"linearIssue": "CIA-1", "taskIndex": 5, "totalTasks": 5}`, "CIA-1  quick"},
		{"", "", "  "},
	} {
		var p *Progress
		var s *engine.State
		if e.p != "" {
			p = parse(t, e.p)
		}
		if e.s != "" {
			s = parseState(t, e.s)
		}
		f := NewFacts(p, s, "", "")
		if got := fmt.Sprintf("%s %s %s", f.Issue, f.taskOf(), f.Mode); got != e.want {
			t.Errorf("got %q, want %q", got, e.want)
		}
	}
}

func read(t *testing.T, progress, state string) *Session {
	t.Helper()
	tree := fstest.MapFS{"header.go": {}, "docs/spec.md": {}}
	if progress != "" {
		tree[ProgressFile] = &fstest.MapFile{Data: []byte(progress)}
	}
	if state != "" {
		tree[StateFile] = &fstest.MapFile{Data: []byte(state)}
	}
	return Read(tree, ProgressFile, "")
}

func TestClaims(t *testing.T) {
	commit := func(hash string) (bool, error) { return hash == "abc1234", nil }
	for _, e := range []struct {
		progress, state string
		out             claim.Outside
		want            string
	}{
		{sampleP, sampleState, claim.Outside{Branch: "me/cia-124-x"}, `
verified: issue in the state is CIA-123 @CIA-123 — Parse the header
stale: issue in the branch name, recorded CIA-123, actual CIA-124 @CIA-123 — Parse the header
verified: execution mode in the state is tdd @exec:tdd
verified: number of completed tasks in the state is 2 @## Completed Tasks
verified: number of tasks in the state is 5 @## Remaining Tasks
verified: number of the current task in the state is 3 @Resume
verified: number of tasks in the state is 5 @Resume
verified: file header.go exists @header.go
stale: file internal/x_test.go does not exist @internal/x_test.go.
verified: file docs/spec.md exists .ccc-state.json@"docs/spec.md"
verified: file header.go exists .ccc-state.json@"header.go"
stale: file x.go does not exist .ccc-state.json@"x.go"
`},
		{strings.ReplaceAll(sampleE, "\n", "\r\n"), `{"taskIndex": 1, "totalTasks": "x", "phase": "execution"}`, claim.Outside{Branch: "main", Commit: commit}, `
unverifiable: issue in the state, recorded CIA-123, because .ccc-state.json has no issue @CIA-123: Parse the header
verified: number of completed tasks in the state is 1 @## Completed Tasks
verified: number of the current task in the state is 1 @Task 1: Write the table
verified: commit abc1234 exists @[x] Task 0: Read the specification -- abc1234 (2 min)
`},
		{sampleE, "", claim.Outside{}, `
unverifiable: commit abc1234, because there is no git repository @[x] Task 0: Read the specification -- abc1234 (2 min)
`},
		{"**Execution Mode:** exec:tdd\n", "{", claim.Outside{}, `
unverifiable: execution mode in the state, recorded tdd, because .ccc-state.json cannot be read @exec:tdd
`},
		{"## Continuation Prompt\r\nKey files: ../a.go, /b.go,\theader.go:3.\r\n", "", claim.Outside{}, `
unverifiable: file ../a.go, because the path is outside the tree @../a.go
unverifiable: file /b.go, because the path is outside the tree @/b.go
verified: file header.go exists @header.go:3.
`},
		{"", "", claim.Outside{}, "\n"},
	} {
		s := read(t, e.progress, e.state)
		got := "\n"
		for _, v := range claim.Verify(s.Tree, s.claims(e.out)) {
			text := e.progress
			if v.Path != "" {
				text = e.state
			}
			about := text[v.Span.Start:v.Span.End]
			if strings.HasPrefix(about, "Resume") {
				about = "Resume"
			}
			got += fmt.Sprintf("%s %s@%s\n", v, v.Path, about)
		}
		protocoltest.Equal(t, "the list of verdicts", got, e.want)
	}
}

func TestCommitMessage(t *testing.T) {
	f := facts(t)
	for _, e := range []struct {
		template string
		f        Facts
		want     string
	}{
		{"", f, "checkpoint: CIA-123 task 3/5"},
		{"", Facts{Issue: "CIA-1"}, "checkpoint: CIA-1"},
		{"", Facts{N: 1, Total: 2}, "checkpoint: task 1/2"},
		{"", Facts{}, "checkpoint: session progress"},
		{"{issue}: {task}\r\n\r\nNext: {next} \n", f, "CIA-123: parse the header\n\nNext: finish \"parse the header\" (tests are red), then \"print the report\""},
		{"{n}/{total} {mode} {status} {title} {", f, "3/5 tdd tests are red Parse the header {"},
		{"wip {n}", Facts{}, "wip"},
		{"{nope}{}", f, "{nope}{}"},
	} {
		if got, err := CommitMessage(e.template, e.f); got != e.want || err != nil {
			t.Errorf("%q: got %q, %v, want %q", e.template, got, err, e.want)
		}
	}
	for _, bad := range []string{"{issue}", " "} {
		if got, err := CommitMessage(bad, Facts{}); err == nil {
			t.Errorf("%q gives %q", bad, got)
		}
	}
}

func TestRead(t *testing.T) {
	s := read(t, "\xff", "{")
	if s.Progress != nil || s.State != nil || len(s.Faults) != 2 || !s.has(StateFile) {
		t.Errorf("got %+v", s)
	}
	if s := read(t, sampleP, ""); s.Progress == nil || s.has(StateFile) || len(s.Faults) != 0 {
		t.Errorf("got %+v", s)
	}
	if s := Read(fstest.MapFS{"a/" + ProgressFile + "/x": {}}, "a/"+ProgressFile, ""); len(s.Faults) != 1 || s.StatePath != "a/"+StateFile {
		t.Errorf("of a directory: %+v", s)
	}
}

func TestIssueID(t *testing.T) {
	p := parse(t, "**Issue:** CIA-3\n")
	for _, e := range []struct {
		state  string
		p      *Progress
		branch string
		want   string
	}{
		{`{"linearIssue": "CIA-1", "activeIssue": "CIA-2"}`, p, "cia-4", "CIA-1"},
		{`{"linearIssue": "", "activeIssue": "CIA-2"}`, p, "cia-4", "CIA-2"},
		{`{}`, p, "cia-4", "CIA-3"},
		{`{}`, nil, "me/cia-4-utf-8", "CIA-4"},
		{`{}`, nil, "feature/utf-8", ""},
		{`{}`, nil, "xcia-4", ""},
		{`{}`, nil, "cia-4x", ""},
	} {
		if got := IssueID(parseState(t, e.state), e.p, e.branch, ""); got != e.want {
			t.Errorf("%s, %q: got %q", e.state, e.branch, got)
		}
	}
	if got := prose.IssueIn("fix/eng-12-a", "*"); got != "ENG-12" {
		t.Errorf("of any team: %q", got)
	}
}
