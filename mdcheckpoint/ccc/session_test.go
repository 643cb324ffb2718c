package ccc

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/internal/protocols/ccc/prose"
	"mdck/mdcheckpoint/claim"
)

func readTexts(progress, state string, more ...string) *Session {
	tree := fstest.MapFS{}
	texts := append([]string{ProgressFile, progress, StateFile, state}, more...)
	for i := 0; i < len(texts); i += 2 {
		if texts[i+1] != "" {
			tree[texts[i]] = &fstest.MapFile{Data: []byte(texts[i+1])}
		}
	}
	return Read(tree, ProgressFile, "")
}

func TestRefusal(t *testing.T) {
	for _, e := range []struct {
		key, json, want string
		limit           int
	}{
		{"taskIndex", "2", "", 0},
		{"awaitingGate", "3", "a person must first pass gate 3", 0},
		{"awaitingGate", `"2"`, "a person must first pass gate 2", 0},
		{"awaitingGate", `"null"`, "", 0},
		{"awaitingGate", `"-1"`, "", 0},
		{"awaitingGate", "-1", "", 0},
		{"taskIteration", "4", "", 0},
		{"taskIteration", "5", "taskIteration is 5 of 5, so a person must take over", 0},
		{"taskIteration", "3", "taskIteration is 3 of 3, so a person must take over", 3},
		{"taskIteration", "5", "", 7},
		{"globalIteration", "50", "globalIteration is 50 of 50, so a person must take over", 0},
		{"replanCount", "2", "", 0},
		{"phase", `"replan"`, "", 0},
		{"phase", `"review"`, "", 0},
		{"phase", "null", "", 0},
	} {
		session := readTexts(sampleP, with(t, e.key, e.json))
		session.Preferences.MaxTask = e.limit
		if got := session.refusal(); got != e.want {
			t.Errorf("%s %s, limit %d: got %q, want %q", e.key, e.json, e.limit, got, e.want)
		}
	}
	if got := readTexts(sampleP, "").refusal(); got != "" {
		t.Errorf("without a state: %q", got)
	}
	if got := readTexts(sampleP, "{").refusal(); !strings.HasPrefix(got, ".ccc-state.json cannot be read: ") {
		t.Errorf("with a broken one: %q", got)
	}
	late := strings.Replace(with(t, "taskIteration", "5"), `"phase": "execution"`, `"phase": "review"`, 1)
	if got := readTexts("", late).refusal(); got != "" {
		t.Errorf("attempts of a phase that is over: %q", got)
	}
}

func TestFinished(t *testing.T) {
	done := strings.NewReplacer("- parse the header — tests are red\n", "(none)\n", "- print the report\n- write the guide\n", "(none yet)\n").Replace(sampleP)
	bare, _, _ := strings.Cut(done, "## Continuation Prompt")
	fresh := strings.NewReplacer("- read the specification ✓\n- write the table ✓\n", "(none yet)\n").Replace(bare)
	for name, e := range map[string]struct {
		progress, state string
		want            bool
	}{
		"under way":                {sampleP, sampleState, false},
		"closure":                  {sampleP, with(t, "phase", `"closure"`), true},
		"all tasks done, state":    {done, sampleState, false},
		"all tasks done, no state": {done, "", true},
		"all done, broken state":   {done, "{", false},
		"open, no state":           {sampleP, "", false},
		"shape E, open":            {sampleE, "", false},
		"shape E, done":            {strings.Replace(sampleE, "Task 1: Write the table", "(none)", 1), "", true},
		"new":                      {fresh, "", true},
		"a prompt alone":           {"## Continuation Prompt\ngo on\n", "", false},
		"nothing":                  {"", "", false},
		"broken progress":          {"\xff", "", false},
	} {
		if got := readTexts(e.progress, e.state).Finished(); got != e.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestKeyFiles(t *testing.T) {
	state := `{"specPath": "docs/spec.md", "activeTaskFiles": ["header.go", "./b.go:12", "docs/spec.md", 7, "../c.go"]}`
	s := readTexts(sampleP, state)
	if got, want := s.KeyFiles(), []string{"header.go", "internal/x_test.go", "b.go", "../c.go"}; !slices.Equal(got, want) || s.Spec() != "docs/spec.md" {
		t.Errorf("got %q and %q, want %q", got, s.Spec(), want)
	}
	if s := readTexts("", ""); s.KeyFiles() != nil || s.Spec() != "" {
		t.Error("an empty session has key files or a spec")
	}
}

func TestMaxNamed(t *testing.T) {
	var list, items, active strings.Builder
	for i := range 3 * prose.MaxNamed {
		fmt.Fprintf(&list, " p%d.go,", i)
		fmt.Fprintf(&items, "- p%d.go, q%d.go\n", i, i)
		fmt.Fprintf(&active, `"s%d.go",`, i)
	}
	state := `{"activeTaskFiles": [` + active.String() + `"z"]}`
	for _, files := range []string{list.String(), "\n" + items.String()} {
		s := readTexts("## Continuation Prompt\nKey files:"+files+"\n", state)
		if n := len(s.KeyFiles()); n != 2*prose.MaxNamed {
			t.Errorf("%d files", n)
		}
		if n := len(s.claims(claim.Outside{})); n != 2*prose.MaxNamed {
			t.Errorf("%d claims", n)
		}
	}
}
