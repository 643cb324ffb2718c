package check

import (
	"errors"
	"io"
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
	t, ok, err := stdinTarget(&c.SettingFlags.ConfigFlags, c.StdinFilename, c.As, c.IgnoreUnknown)
	if err != nil {
		return err
	}
	if ok && c.IgnoreUnknown {
		if ok, err = c.IsIncluded(&t); err != nil {
			return err
		}
	}
	if !ok {
		return l.skippedInput()
	}
	settings, err := c.SettingsFor(&t)
	if err != nil {
		return err
	}
	text, err := app.ReadInput(l.std)
	if err == nil && c.Fix {
		err = app.CheckInputSize(text)
	}
	if err != nil {
		return err
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

// skippedInput is for standard input that is no checkpoint: where the mended text
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

// stdinTarget is what standard input is taken for that has this name, which may
// be "", and is said to be of protocol as, if that is not ""; ok is false if it is
// to be skipped.
func stdinTarget(f *pick.ConfigFlags, name, as string, ignoreUnknown bool) (t workspace.Target, ok bool, err error) {
	if as != "" {
		if name == "" {
			name = "stdin"
		}
		t, err = f.TargetAs(name, as, pick.Query{})
		return t, err == nil, err
	}
	if name == "" {
		return t, false, app.Hinted(errors.New("standard input has no name, so its protocol is not known"), "--stdin-filename PATH names it, --as PROTOCOL says what it is")
	}
	if t, ok, err = f.Finder().Unsaved(name); err != nil || ok || ignoreUnknown {
		return t, ok, err
	}
	return t, false, f.UnknownError(name, pick.Query{As: true, Skips: true})
}
