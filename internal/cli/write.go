package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path"
	"strings"
	"time"

	"mdck/internal/change"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A writer is one run of a command that changes a checkpoint.
type writer struct {
	std      Streams
	name     string // of the command, for the ledger and the lock
	target   workspace.Target
	about    string    // slash path of the file that messages are about; "" for the main one
	files    []string  // that the edit may read as those of the checkpoint; nil for all of the target
	settings *settings // nil if no rules hold for the result
	clock    func() time.Time
	diff     bool
	force    bool          // a broken budget does not stop it
	refills  bool          // its work is to give a file its text again
	wait     time.Duration // for a lock, as in [lock.Wait], of a command that has --wait; 0 elsewhere
	// print prints what was done and found in the place of report, and more what follows that;
	// nil for the usual.
	print func(made *change.Made, found []lint.Diagnostic) error
	more  func() error
}

// writeFlags are those of commands that change a checkpoint.
type writeFlags struct {
	Diff bool `xor:"form" help:"Print what would be written as a unified diff; write nothing."`
	nowFlag
	linksFlag
}

// writer returns a run of the command called name on t. s is nil if no rules hold for the result.
func (f *writeFlags) writer(std Streams, name string, t workspace.Target, s *settings) *writer {
	return &writer{std: std, name: name, target: t, settings: s, clock: f.clock, diff: f.Diff}
}

// write makes the edit and writes the change, or prints it, or says why not.
func (w *writer) write(edit protocol.Edit) error {
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
		if err := w.refuse(read, change); err != nil || w.diff {
			return change, err
		}
		found, unread, err = w.lint(change)
		return change, err
	}
	if w.diff {
		made, err := w.changer().Preview(checked)
		if err != nil {
			return w.explain(err)
		}
		return w.printDiff(made)
	}
	made, err := w.changer().Update(checked)
	printFound(w.std, w.shown(w.target.Main), made.Found)
	if err != nil {
		return w.explain(err)
	}
	if w.print != nil {
		err = w.print(made, found)
	} else if err = w.report(made, found); err != nil {
		err = fmt.Errorf("%s: the change was written, but not reported: %w", w.shown(w.target.Main), err)
	}
	for _, e := range unread {
		printError(fmt.Errorf("note: written, but not all of it could be checked: %w", withDisplayPath(&w.target, e)), w.std.Err)
	}
	return err
}

// changer returns what makes the edits.
func (w *writer) changer() *change.Writer {
	t, options := &w.target, changing(w.std, w.name, w.clock)
	options.Wait, options.Refills = w.wait, w.refills
	changer := change.For(t, options)
	changer.Subject.Files = w.files
	if w.files == nil {
		changer.Subject.Files = t.Files()
	}
	changer.Subject.Committed = func() (string, bool, error) { return committedText(t) }
	if w.settings != nil {
		changer.Subject.Described = w.settings.FormatModel(t.Format)
	}
	return changer
}

// ready reports a missing directory, and finishes an interrupted write before a preview.
func (w *writer) ready() error {
	t := &w.target
	if !isDir(t.Dir()) {
		return hinted(&fs.PathError{Op: "open", Path: path.Dir(t.Shown(t.Main)), Err: fs.ErrNotExist}, "make the directory first")
	}
	if !w.diff { // the write does it, under the lock that it waits for
		return nil
	}
	return recoverWrite(t, w.std.Err)
}

// lint returns what is to be said of the checkpoint as it will be, and why other files than
// those of the change cannot be checked.
func (w *writer) lint(c *protocol.Change) (found []lint.Diagnostic, unread []error, err error) {
	if w.settings == nil {
		return nil, nil, nil
	}
	t, texts := &w.target, map[string]string{}
	for _, f := range c.Files {
		texts[f.Name] = f.After
	}
	in := w.settings.input(tree.Overlay(tree.Dir(t.Root), texts), t)
	in.Known = []any{c.After}
	in.Path = t.Main // whichever of its files the user named
	found, err = lint.Run(in)
	for _, e := range report.Errors(err) {
		if located, ok := errors.AsType[*source.Error](e); ok && texts[located.Pos.Name] != "" {
			return nil, nil, e
		}
	}
	return found, report.Errors(err), nil
}

// report prints what was done, what is found in the result, what is due and what follows.
func (w *writer) report(made *change.Made, found []lint.Diagnostic) error {
	t := &w.target
	if _, err := io.WriteString(w.std.Out, w.done(made)); err != nil {
		return err
	}
	if err := report.Text(w.std.Out, []report.File{{Shown: t.Shown, Path: t.Main, Diagnostics: found}}); err != nil {
		return err
	}
	if made.Due != "" {
		fmt.Fprintln(w.std.Out, made.Due)
	}
	if w.more != nil {
		return w.more()
	}
	return nil
}

// done returns what was done, a line for each thing, and what there is to know.
func (w *writer) done(made *change.Made) string {
	var b strings.Builder
	line := func(name, format, text string) {
		fmt.Fprintf(&b, "%s: "+format+"\n", w.shown(name), report.OneLine(text))
	}
	name := cmp.Or(w.about, w.target.Main)
	switch {
	case !made.Changed():
		for why := range whyNot(made) {
			line(name, "nothing written: %s", why)
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
		line(name, "archived as %s", w.shown(archived))
	}
	for _, note := range made.Notes {
		line(name, "note: %s", note)
	}
	return b.String()
}

// whyNot returns why there is nothing to write, line by line.
func whyNot(made *change.Made) iter.Seq[string] {
	return strings.SplitSeq(cmp.Or(made.None, "it holds all of that already"), "\n")
}

// printDiff prints a change as a difference, or why nothing would be written.
func (w *writer) printDiff(made *change.Made) error {
	if !made.Changed() {
		for why := range whyNot(made) {
			fmt.Fprintf(w.std.Err, "mdck: %s: nothing to write: %s\n", w.shown(cmp.Or(w.about, w.target.Main)), report.OneLine(why))
		}
	}
	for _, f := range made.Reported() {
		var err error
		if f.Gone {
			err = report.Removal(w.std.raw(), w.target.InDiff(f.Name), f.Before)
		} else {
			err = report.Diff(w.std.raw(), w.target.InDiff(f.Name), f.Before, f.After, f.Exists)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// shown returns a file of the target as the user is shown it.
func (w *writer) shown(name string) string { return report.Name(w.target.Shown(name)) }
