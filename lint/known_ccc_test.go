package lint_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"mdck/lint"
	"mdck/mdcheckpoint/ccc"
)

func TestKnownProgressIsUsed(t *testing.T) {
	const name, text = "p.md", "# Session Progress\n\n## Remaining Tasks\n\n- a\n- a\n"
	known, err := ccc.ParseProgress(name, text)
	if err != nil {
		t.Fatal(err)
	}
	same := func(a, b lint.Diagnostic) bool { return a.Path == b.Path && a.Span == b.Span && a.Message == b.Message }
	for _, on := range []string{text, text + "\n## Nonsense\n"} {
		var read, used *ccc.Progress
		in := lint.Input{Checker: checker("ccc"), Tree: fstest.MapFS{name: {Data: []byte(on)}}, Path: name, Seen: func(u *lint.Unit) { read = u.Model.(*ccc.Session).Progress }}
		want, err := lint.Run(in)
		if err != nil {
			t.Fatal(err)
		}
		in.Known, in.Seen = []any{&ccc.Session{Progress: known}}, func(u *lint.Unit) { used = u.Model.(*ccc.Session).Progress }
		got, err := lint.Run(in)
		if err != nil || len(want) == 0 || !slices.EqualFunc(got, want, same) {
			t.Errorf("of the known one is found %v (%v), want %v", got, err, want)
		}
		if read == known || (used == known) != (on == text) {
			t.Errorf("%q: it is used: %t", on, used == known)
		}
	}
}
