package write

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path"
	"path/filepath"
	"strings"
	"time"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A Writer writes a command's edit to a checkpoint and reports it.
type Writer struct {
	Std          app.Streams
	Name         string // name of the command
	Target       workspace.Target
	About        string              // path in messages, with slashes; "" means the main file
	Files        []string            // files for the edit to read; nil means all
	Settings     *workspace.Settings // nil means no lint
	Clock        func() time.Time
	Diff         bool
	Force        bool          // ignore budgets
	RestoresText bool          // the command restores an old text
	Wait         time.Duration // how long to wait for a lock, see [lock.Wait]
	// Print prints the report, and More prints after it. Both may be nil.
	Print func(made *change.Made, found []lint.Diagnostic) error
	More  func() error
}

// Flags are for commands that change a checkpoint.
type Flags struct {
	Diff bool `xor:"form" help:"Print a unified diff of the changes; write nothing."`
	app.NowFlag
	app.LinksFlag
}

// Writer returns a writer for the command called name on t. If s is nil, the result is not linted.
//
//go:noinline
func (f *Flags) Writer(std app.Streams, name string, t workspace.Target, s *workspace.Settings) *Writer {
	return &Writer{Std: std, Name: name, Target: t, Settings: s, Clock: f.Clock, Diff: f.Diff}
}

// Write makes the edit and writes it or, with Diff, prints it.
func (w *Writer) Write(edit protocol.Edit) error {
	if err := w.ready(); err != nil {
		return err
	}
	var found []lint.Diagnostic
	var unread []error
	checked := func(read *protocol.Reader) (*protocol.Change, error) {
		change, err := edit(read)
		if err != nil || !change.Changed() {
			return change, err
		}
		if err := w.refuse(read, change); err != nil || w.Diff {
			return change, err
		}
		found, unread, err = w.lint(change)
		return change, err
	}
	if w.Diff {
		made, err := w.Changer().Preview(checked)
		if err != nil {
			return w.Explain(err)
		}
		return w.printDiff(made)
	}
	made, err := w.Changer().Update(checked)
	pick.PrintFound(w.Std.Err, w.DisplayPath(w.Target.Main), made.Found)
	if err != nil {
		return w.Explain(err)
	}
	if w.Print != nil {
		err = w.Print(made, found)
	} else if err = w.report(made, found); err != nil {
		err = fmt.Errorf("%s: the change was written, but the report failed: %w", w.DisplayPath(w.Target.Main), err)
	}
	for _, e := range unread {
		app.PrintError(fmt.Errorf("note: the change was written, but mdck could not check %v", w.withPathOnly(e)), w.Std.Err)
	}
	return err
}

// withPathOnly returns a file error as path and cause, without the system call.
func (w *Writer) withPathOnly(err error) error {
	err = app.WithDisplayPath(&w.Target, err)
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return app.WithoutOperation(failed.Path, err)
	}
	return err
}

// Changer returns the [change.Writer] for the target.
func (w *Writer) Changer() *change.Writer {
	t, options := &w.Target, Changing(w.Std, w.Name, w.Clock)
	options.Wait, options.RestoresText = w.Wait, w.RestoresText
	changer := change.For(t, options)
	changer.Subject.Files = w.Files
	if w.Files == nil {
		changer.Subject.Files = t.Files()
	}
	changer.Subject.Committed = func() (string, bool, error) { return pick.CommittedText(t) }
	if w.Settings != nil {
		changer.Subject.Described = w.Settings.Config.FormatModel(t.Format)
	}
	return changer
}

func (w *Writer) ready() error {
	t := &w.Target
	if !app.IsDir(t.Dir()) {
		return app.WithHints(&fs.PathError{Op: "open", Path: path.Dir(t.DisplayPath(t.Main)), Err: fs.ErrNotExist}, "create the directory first")
	}
	if !w.Diff { // a write finishes interrupted writes itself
		return RefuseBare(t.Dir(), w.DisplayPath(t.Main))
	}
	return pick.RecoverWrite(t, w.Std.Err)
}

// RefuseBare returns an error about a file if its directory belongs to a bare git repository.
func RefuseBare(dir, file string) error {
	root, found := protocol.Above(dir, func(dir string) bool { return app.Exists(filepath.Join(dir, ".git")) || tree.IsBare(dir) })
	if !found || !tree.IsBare(root) {
		return nil
	}
	return app.WithHints(fmt.Errorf("%s: nothing was written, because the directory is a bare git repository", file), "run the command in a work tree: git worktree add DIR")
}

// lint returns the findings after the change. The errors in unread are about files that c does not
// write.
func (w *Writer) lint(c *protocol.Change) (found []lint.Diagnostic, unread []error, err error) {
	if w.Settings == nil {
		return nil, nil, nil
	}
	t, texts := &w.Target, map[string]string{}
	for _, f := range c.Files {
		texts[f.Name] = f.After
	}
	in := w.Settings.Input(tree.Overlay(tree.Dir(t.Root), texts), t)
	in.Path = t.Main // the user may have named another file
	found, err = lint.Run(in)
	for _, e := range report.Errors(err) {
		if located, ok := errors.AsType[*source.Error](e); ok && texts[located.Pos.Name] != "" {
			return nil, nil, e
		}
	}
	return found, report.Errors(err), nil
}

func (w *Writer) report(made *change.Made, found []lint.Diagnostic) error {
	t := &w.Target
	if _, err := io.WriteString(w.Std.Out, w.done(made)); err != nil {
		return err
	}
	if err := report.Text(w.Std.Out, []report.File{{Shown: t.DisplayPath, Path: t.Main, Diagnostics: found}}); err != nil {
		return err
	}
	if made.Due != "" {
		fmt.Fprintln(w.Std.Out, made.Due)
	}
	if w.More != nil {
		return w.More()
	}
	return nil
}

func (w *Writer) done(made *change.Made) string {
	var b strings.Builder
	line := func(name, format, text string) {
		fmt.Fprintf(&b, "%s: "+format+"\n", w.DisplayPath(name), report.OneLine(text))
	}
	name := cmp.Or(w.About, w.Target.Main)
	switch {
	case !made.Changed():
		for why := range whyNot(made) {
			line(name, "%s; nothing was written", why)
		}
	case made.Did != "" && made.Version != made.Was:
		line(name, "%s", fmt.Sprintf("%s, checkpoint_version %d -> %d", made.Did, made.Was, made.Version))
	case made.Did != "":
		line(name, "%s", made.Did)
	}
	for _, f := range made.Reported() {
		for _, did := range f.Did {
			line(f.Name, "%s", did)
		}
	}
	for _, archived := range made.Archived {
		line(name, "archived as %s", w.DisplayPath(archived))
	}
	for _, note := range made.Notes {
		line(name, "note: %s", note)
	}
	return b.String()
}

func whyNot(made *change.Made) iter.Seq[string] {
	return strings.SplitSeq(cmp.Or(made.None, "already up to date"), "\n")
}

func (w *Writer) printDiff(made *change.Made) error {
	if !made.Changed() {
		for why := range whyNot(made) {
			fmt.Fprintf(w.Std.Err, "mdck: %s: %s; nothing to write\n", w.DisplayPath(cmp.Or(w.About, w.Target.Main)), report.OneLine(why))
		}
	}
	for _, f := range made.Reported() {
		var err error
		if f.Gone {
			err = report.Removal(w.Std.Raw(), w.Target.InDiff(f.Name), f.Before)
		} else {
			err = report.Diff(w.Std.Raw(), w.Target.InDiff(f.Name), f.Before, f.After, f.Exists)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// DisplayPath returns the path to print for a file of the target.
func (w *Writer) DisplayPath(name string) string { return report.Name(w.Target.DisplayPath(name)) }
