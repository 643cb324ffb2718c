package check

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/lint"
)

func nameless(t *workspace.Target) report.DisplayPath {
	return func(path string) string {
		if path == t.Path {
			return "-"
		}
		return t.DisplayPath(path)
	}
}

func (l *linter) fixInput(in lint.Input, r *result) (err error) {
	if r.text, r.left, err = fixText(in, l.input); err != nil {
		return err
	}
	if !l.command.Diff {
		r.Diagnostics = r.left
		return nil
	}
	var b strings.Builder
	err = report.Diff(&b, r.Shown(r.Path), l.input, r.text, true)
	r.diff = b.String()
	return err
}

// readStdin reads standard input as the file called name; ok is false if mdck skips it.
func readStdin(f *pick.Picker, std app.Streams, q pick.Query, name, as string) (t workspace.Target, text string, ok bool, err error) {
	switch {
	case as != "":
		t, err = f.TargetAs(cmp.Or(name, "stdin"), as, q)
		ok = err == nil
	case name == "":
		return recognize(f, std, q)
	default:
		if t, ok, err = f.Finder().Unsaved(name); err == nil && !ok && !q.IgnoreUnknown {
			err = f.UnknownError(name, q)
		}
	}
	if err == nil && ok && q.IgnoreUnknown {
		ok, err = f.IsIncluded(&t)
	}
	if err == nil && ok {
		text, err = app.ReadInput(std.In)
	}
	return t, text, ok, err
}

func recognize(f *pick.Picker, std app.Streams, q pick.Query) (t workspace.Target, text string, ok bool, err error) {
	if text, err = app.ReadInput(std.In); err != nil {
		return t, text, false, err
	}
	for _, p := range f.Table.All() {
		if p.Recognizes != nil && p.Recognizes(text) {
			t, err = f.TargetAs("stdin", p.Name, q)
			return t, text, err == nil, err
		}
	}
	if q.IgnoreUnknown {
		return t, text, false, nil
	}
	return t, text, false, app.Errorf("give its path with --stdin-filename PATH, or its protocol with --as PROTOCOL", "standard input has no path, and its text matches no known protocol")
}

func passInput(std app.Streams, text string) error {
	_, err := io.Copy(std.Raw(), io.MultiReader(strings.NewReader(text), std.In))
	return err
}

func checkStdinPaths(filename string, paths []string) error {
	if filename != "" && len(paths) > 0 && !slices.Contains(paths, "-") || slices.Contains(paths, "-") && len(paths) > 1 {
		return errors.New("standard input cannot be used with files")
	}
	return nil
}
