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
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
)

// standardInput checks, or mends, what is read from standard input.
func (l *linter) standardInput() error {
	c := l.command
	t, text, ok, err := readStdin(&c.SettingFlags.ConfigFlags, l.std, pick.Query{IgnoreUnknown: c.IgnoreUnknown, As: true, Skips: true}, c.StdinFilename, c.As)
	if err != nil {
		return err
	}
	if !ok {
		return l.skippedInput()
	}
	settings, err := c.SettingsFor(&t)
	if err != nil {
		return err
	}
	if c.Fix {
		if err := app.CheckInputSize(text); err != nil {
			return err
		}
	}
	in, err := l.input(&t, settings)
	if err != nil {
		return err
	}
	in.Saved = true
	in.Tree = tree.Overlay(in.Tree, map[string]string{t.Path: text})
	if err := l.openBaselines(settings); err != nil {
		return err
	}
	r := result{File: report.File{Shown: t.Shown, Path: t.Path, Disk: t.File}, target: &t, settings: settings}
	if c.StdinFilename == "" {
		r.Shown, r.Disk = nameless(&t), nil
	}
	if r.Diagnostics, err = lint.Run(in); err != nil {
		return err
	}
	if !c.Fix {
		return l.print([]result{r})
	}
	mended, left, err := fixText(in, text)
	if err != nil {
		return err
	}
	r.left = left
	return l.fixedInput(&r, text, mended)
}

// nameless shows standard input that was given no name as -, and the files beside
// it as what they are.
func nameless(t *workspace.Target) report.Shown {
	return func(path string) string {
		if path == t.Path {
			return "-"
		}
		return t.Shown(path)
	}
}

// skippedInput is for standard input that is no checkpoint: where the fixed text
// is wanted, that is the text itself.
func (l *linter) skippedInput() error {
	if l.command.Fix && !l.command.Diff {
		return app.CopyInput(l.std)
	}
	return l.print(nil)
}

// fixedInput prints the mended text, or the difference, and the findings that
// are left on standard error.
func (l *linter) fixedInput(r *result, text, mended string) error {
	if l.command.Diff {
		var b strings.Builder
		if err := report.Diff(&b, r.Shown(r.Path), text, mended, true); err != nil {
			return err
		}
		r.diff = b.String()
		return l.print([]result{*r})
	}
	r.Diagnostics, r.left = r.left, nil
	fault := l.known.compare(r)
	_, err := io.WriteString(l.std.Raw(), mended)
	if err := errors.Join(fault, err, report.Text(l.std.Err, []report.File{r.File})); err != nil {
		return err
	}
	return verdict(r.failed())
}

// readStdin reads standard input, which has that name, "" for none, and is said to be of the
// protocol or format called as, if that is not "". Ok is false if it is to be skipped: it is not read.
func readStdin(f *pick.ConfigFlags, std app.Streams, q pick.Query, name, as string) (t workspace.Target, text string, ok bool, err error) {
	switch {
	case as != "":
		t, err = f.TargetAs(cmp.Or(name, "stdin"), as, q)
		ok = err == nil
	case name == "":
		err = app.Hinted(errors.New("standard input has no name, so its protocol is not known"), "--stdin-filename PATH names it, --as PROTOCOL says what it is")
	default:
		if t, ok, err = f.Finder().Unsaved(name); err == nil && !ok && !q.IgnoreUnknown {
			err = f.UnknownError(name, q)
		}
	}
	if err == nil && ok && q.IgnoreUnknown {
		ok, err = f.IsIncluded(&t)
	}
	if err == nil && ok {
		text, err = app.ReadInput(std)
	}
	return t, text, ok, err
}

// checkStdinPaths reports files that are named beside standard input.
func checkStdinPaths(filename string, paths []string) error {
	if filename != "" && len(paths) > 0 && !slices.Contains(paths, "-") || slices.Contains(paths, "-") && len(paths) > 1 {
		return errors.New("standard input is read; give no files beside it")
	}
	return nil
}
