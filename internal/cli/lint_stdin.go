package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
)

// standardInput checks, or mends, what is read from standard input.
func (l *linter) standardInput() error {
	c := l.command
	t, ok, err := c.stdinTarget()
	if err != nil {
		return err
	}
	if !ok {
		return l.skippedInput()
	}
	settings, err := c.of(&t)
	if err != nil {
		return err
	}
	if c.IgnoreUnknown && settings.Ignored(t.File(t.Main)) {
		return l.skippedInput()
	}
	text, err := io.ReadAll(l.std.In)
	if err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	in, err := l.input(&t, settings)
	if err != nil {
		return err
	}
	disk := in.Tree
	in.Tree = tree.Overlay(disk, map[string]string{t.Path: string(text)})
	r := result{File: report.File{Shown: t.Shown, Path: t.Path}, settings: settings}
	if c.StdinFilename == "" {
		r.Shown = func(string) string { return "-" }
	}
	if r.Diagnostics, err = lint.Run(in); err != nil {
		return err
	}
	if !c.Fix {
		return l.print([]result{r})
	}
	fixed, err := lint.FixAll(in, "")
	if err != nil {
		return err
	}
	mended, changed := fixed.Texts[t.Path]
	if !changed {
		mended = string(text)
	}
	in.Tree = tree.Overlay(disk, map[string]string{t.Path: mended}) // no other file is written
	if r.left, err = lint.Run(in); err != nil {
		return err
	}
	return l.fixedInput(&r, string(text), mended)
}

// skippedInput is for standard input that is no checkpoint: where the mended text
// is wanted, that is the text itself.
func (l *linter) skippedInput() error {
	if l.command.Fix && !l.command.Diff {
		_, err := io.Copy(l.std.Out, l.std.In)
		return err
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
	r.Diagnostics = r.left
	_, err := io.WriteString(l.std.Out, mended)
	if err := errors.Join(err, report.Text(l.std.Err, []report.File{r.File})); err != nil {
		return err
	}
	return verdict([]result{*r})
}

// stdinTarget is what standard input is taken for; ok is false if it is to be
// skipped.
func (c *lintCommand) stdinTarget() (t workspace.Target, ok bool, err error) {
	name := c.StdinFilename
	if c.As != "" {
		if name == "" {
			name = ohrfc.CheckpointFile
		}
		t, err = workspace.As(name, c.As)
		return t, err == nil, err
	}
	if name == "" {
		return t, false, hinted(errors.New("standard input has no name, so its protocol is not known"), "--stdin-filename PATH names it, --as PROTOCOL says what it is")
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return t, false, err
	}
	if t, ok = workspace.Detect(abs); ok || c.IgnoreUnknown {
		return t, ok, nil
	}
	return t, false, &workspace.UnknownError{Path: name}
}
