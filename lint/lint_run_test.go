package lint_test

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"

	"mdck/lint"
	"mdck/mdcheckpoint/protocols"
)

func TestRunMissing(t *testing.T) {
	for _, p := range protocols.Default().All() {
		for _, name := range []string{"checkpoint.md", ".ohrfc/rfc-1/checkpoint.md", "conductor/tracks/t/metadata.json", ".planning/phases", "x/y.json", "../x", ""} {
			in := lint.Input{Checker: p.Checker, Tree: fstest.MapFS{"README.md": {Data: []byte("# a\n")}}, Path: name}
			if found, err := lint.Run(in); err == nil && len(found) == 0 {
				t.Errorf("%s: %q passes", p.Name, name)
			}
			in.Main, in.Path = "README.md", "gone.md"
			if found, err := lint.Run(in); !errors.Is(err, fs.ErrNotExist) && len(found) == 0 {
				t.Errorf("%s: a file beside README.md that does not exist: %v", p.Name, err)
			}
		}
	}
}

func TestRunIncomplete(t *testing.T) {
	tree := fstest.MapFS{"a.md": {}}
	whole := protocols.Default().Named("ohrfc").Checker
	for i, in := range []lint.Input{
		{}, {Path: "a.md"}, {Tree: tree, Path: "a.md"}, {Checker: whole, Path: "a.md"},
		{Tree: tree, Path: "a.md", Checker: &lint.Checker{Name: "x"}}, {Tree: tree, Path: "a.md", Checker: &lint.Checker{Read: whole.Read}},
	} {
		if found, err := lint.Run(in); err == nil || found != nil {
			t.Errorf("%d: found %v, %v", i, found, err)
		}
		if fixed, err := lint.FixAll(in, time.Time{}); err == nil || fixed != nil {
			t.Errorf("%d: fixed %v, %v", i, fixed, err)
		}
	}
}
