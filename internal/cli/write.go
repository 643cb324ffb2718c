package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"mdck/internal/change"
	"mdck/internal/lock"
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
	settings *settings // nil if no rules hold for the result
	clock    func() time.Time
	diff     bool
	force    bool          // a broken budget does not stop it
	refills  bool          // its work is to give a file its text again
	wait     time.Duration // for a lock, as in [lock.Wait], of a command that has --wait; 0 elsewhere
	// print says what was done and found, if that is not the usual; or nil.
	print func(made *change.Made, found []lint.Diagnostic) error
}

// write makes the edit and writes the change, or prints it, or says why not.
func (w *writer) write(edit protocol.Edit) error {
	if err := w.ready(); err != nil {
		return err
	}
	var found []lint.Diagnostic
	checked := func(read *protocol.Reader) (*protocol.Change, error) {
		change, err := edit(read)
		if err != nil || !change.Changed() {
			return change, err
		}
		if err := w.refuse(read, change); err != nil || w.diff {
			return change, err
		}
		found, err = w.lint(change)
		return change, err
	}
	t, changer := &w.target, w.changer()
	if w.diff {
		made, err := changer.Preview(checked)
		if err != nil {
			return w.explain(err)
		}
		if !made.Changed() {
			fmt.Fprintf(w.std.Err, "mdck: %s: nothing to write: %s\n", report.Name(t.Shown(t.Main)), report.OneLine(made.None))
		}
		return w.std.printDiff(t, made)
	}
	made, err := changer.Update(checked)
	if err != nil {
		return w.explain(err)
	}
	w.std.printFound(report.Name(t.Shown(t.Main)), made.Found)
	if w.print != nil {
		return w.print(made, found)
	}
	return w.report(made, found)
}

// changer returns what makes the edits.
func (w *writer) changer() *change.Writer {
	t, options := &w.target, w.std.changing(w.name, w.clock)
	options.Wait, options.Refills = w.wait, w.refills
	changer := change.For(t, options)
	changer.Command = w.name
	changer.Subject = protocol.Subject{Target: t.Target, Files: t.Files(), Committed: func() (string, bool, error) { return committedText(t) }}
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

// lint returns what is to be said of the checkpoint as it will be.
func (w *writer) lint(c *protocol.Change) ([]lint.Diagnostic, error) {
	if w.settings == nil {
		return nil, nil
	}
	t, texts := &w.target, map[string]string{}
	for _, f := range c.Files {
		texts[f.Name] = f.After
	}
	in := w.settings.input(tree.Overlay(tree.Dir(t.Root), texts), t)
	in.Known = []any{c.After}
	in.Path = t.Main // whichever of its files the user named
	return lint.Run(in)
}

// report prints what was done, what is found in the result and what is due.
func (w *writer) report(made *change.Made, found []lint.Diagnostic) error {
	t := &w.target
	name := report.Name(t.Shown(t.Main))
	var b strings.Builder
	switch {
	case !made.Changed():
		fmt.Fprintf(&b, "%s: nothing written: %s\n", name, report.OneLine(made.None))
	case made.Did == "":
		for _, f := range made.Reported() {
			fmt.Fprintf(&b, "%s: %s\n", report.Name(t.Shown(f.Name)), report.OneLine(strings.Join(f.Did, ", ")))
		}
	case made.Version != made.Was:
		fmt.Fprintf(&b, "%s: %s, checkpoint_version %d -> %d\n", name, report.OneLine(made.Did), made.Was, made.Version)
	default:
		fmt.Fprintf(&b, "%s: %s\n", name, report.OneLine(made.Did))
	}
	for _, archived := range made.Archived {
		fmt.Fprintf(&b, "%s: archived as %s\n", name, report.Name(t.Shown(archived)))
	}
	for _, note := range made.Notes {
		fmt.Fprintf(&b, "%s: note: %s\n", name, report.OneLine(note))
	}
	if _, err := io.WriteString(w.std.Out, b.String()); err != nil {
		return err
	}
	if err := report.Text(w.std.Out, []report.File{{Shown: t.Shown, Path: t.Main, Diagnostics: found}}); err != nil || made.Due == "" {
		return err
	}
	_, err := fmt.Fprintln(w.std.Out, made.Due)
	return err
}

// printDiff prints a change as a difference.
func (s Streams) printDiff(t *workspace.Target, made *change.Made) error {
	for _, f := range made.Reported() {
		var err error
		if f.Gone {
			err = report.Removal(s.Out, t.InDiff(f.Name), f.Before)
		} else {
			err = report.Diff(s.Out, t.InDiff(f.Name), f.Before, f.After, f.Exists)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// explain adds to an error what can be done about it.
func (w *writer) explain(err error) error {
	t := &w.target
	if broken, ok := errors.AsType[*change.LedgerError](err); ok {
		return ledgerError(t, broken.Err)
	}
	if refused, ok := explainRefused(t, err); ok {
		return refused
	}
	if request, ok := errors.AsType[*protocol.RequestError](err); ok {
		return explainRequest(t, request, err)
	}
	if locked, ok := errors.AsType[*lock.LockedError](err); ok && locked.Stale > 0 && w.wait != 0 {
		return hinted(err, "nothing was written; --wait waits longer; "+staleLockHint(locked))
	}
	if _, made := errors.AsType[*change.LostError](err); !made && errors.Is(err, lock.ErrLost) {
		return hinted(withDisplayPath(t, err), "nothing was written: somebody else broke the lock; run the command again")
	}
	switch err.(type) {
	case *source.Error, *fs.PathError:
		err = withDisplayPath(t, err)
	}
	return withConflictHint(t, err)
}

// explainRequest adds to err, which is about a request, what would make sense.
func explainRequest(t *workspace.Target, request *protocol.RequestError, err error) error {
	if request.Path != "" {
		err = fmt.Errorf("%s: %w", t.Shown(request.Path), err)
	}
	if request.First == "" {
		return withRequestHint(err)
	}
	first := (&restoreSource{target: t}).first(request.First)
	return hinted(err, append([]string{first}, hintsOf(withRequestHint(err))...)...)
}
