package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"mdck/internal/lock"
	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/source"
)

// trackFlags are the flags of commands that write the metadata of a track.
type trackFlags struct {
	Diff bool `help:"Print what would be written as a unified diff; write nothing."`
	waitFlag
	trackFlag
	nowFlag
	linksFlag
}

// A trackEdit makes a change of a track.
type trackEdit func(*loop.Track, time.Time) (*loop.Change, error)

// A trackWriter is one run of a command that writes the metadata of a track.
type trackWriter struct {
	std      Streams
	name     string // of the command
	target   workspace.Target
	settings *settings
	now      time.Time
	diff     bool
	wait     time.Duration // for a lock, as in [lock.Wait]
	next     bool          // say what comes next
	edit     trackEdit
}

// change makes a change of the track and writes it. Next says what comes next, too.
func (f *trackFlags) change(std Streams, name string, next bool, edit trackEdit) error {
	t, err := f.track(name)
	if err != nil {
		return err
	}
	config, err := f.configFor(&t)
	if err != nil {
		return err
	}
	w := &trackWriter{std: std, name: name, target: t, settings: &settings{Config: config}, now: f.clock(), diff: f.Diff, next: next, edit: edit}
	if w.wait, err = f.waitFlag.wait(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return w.write()
}

// write makes the change and writes it, or prints it, or says why there is none.
func (w *trackWriter) write() error {
	if w.diff {
		return w.preview()
	}
	var change *loop.Change
	s := w.std.store(&w.target, w.name)
	held := w.target.Lock()
	held.Broken = func(broke string) { fmt.Fprintf(w.std.Err, "mdck: %s\n", report.OneLine(broke)) }
	held.Wait, s.Wait, held.Waiting = w.wait, w.wait, s.Waiting
	s.Also = held.Hold
	result, err := s.Update(func(old safefile.Old) (safefile.Change, error) {
		texts, err := w.currentTexts(old)
		if err != nil {
			return safefile.Change{}, err
		}
		if change, err = w.edit(w.read(texts), w.now); err != nil || !change.Changed() {
			return safefile.Change{}, err
		}
		return safefile.Change{
			Files:  []safefile.File{{Name: w.target.InStore(w.target.Main), New: change.Text}},
			Ledger: []safefile.Entry{ledgerEntry(&w.target, change.Text, "mdck "+w.name, w.now.UTC().Format(loop.TimeLayout))},
		}, nil
	})
	if err != nil {
		return w.explain(err)
	}
	w.std.printFound(displayTrack(&w.target), result.Found)
	return w.print(change)
}

// currentTexts returns the texts of the track by path, of which none is too large to be read.
func (w *trackWriter) currentTexts(old safefile.Old) (map[string]string, error) {
	for _, name := range w.target.Files() {
		if err := source.CheckSize(tree.Dir(w.target.Root), name); err != nil {
			return nil, err
		}
	}
	return currentTexts(&w.target, old)
}

// read reads the track, with texts in the place of files on disk.
func (w *trackWriter) read(texts map[string]string) *loop.Track {
	return loop.Read(tree.Overlay(tree.Dir(w.target.Root), texts), w.target.Main)
}

// preview prints the change as a difference.
func (w *trackWriter) preview() error {
	if err := recoverWrite(&w.target, w.std.Err); err != nil {
		return w.explain(err)
	}
	change, err := w.edit(w.read(nil), w.now)
	if err != nil {
		return w.explain(err)
	}
	if !change.Changed() {
		w.printUnchanged(change)
	}
	return report.Diff(w.std.Out, w.target.InDiff(w.target.Main), change.Before.Doc.File.Text, change.Text, true)
}

// printUnchanged prints why a difference is empty, where that is not in the way of patch.
func (w *trackWriter) printUnchanged(change *loop.Change) {
	why := "it holds all of that already"
	if len(change.Notes) > 0 {
		why = strings.Join(change.Notes, "; ")
	}
	fmt.Fprintf(w.std.Err, "mdck: %s: nothing to write: %s\n", displayTrack(&w.target), report.OneLine(why))
}

// print prints what was done, what comes next, and what lint finds in the file as it
// is now.
func (w *trackWriter) print(change *loop.Change) error {
	name := displayTrack(&w.target)
	var b strings.Builder
	for _, did := range change.Did {
		fmt.Fprintf(&b, "%s: %s\n", name, report.OneLine(did))
	}
	if !change.Changed() {
		fmt.Fprintf(&b, "%s: nothing written: it holds all of that already\n", name)
	}
	for _, note := range change.Notes {
		fmt.Fprintf(&b, "%s: note: %s\n", name, report.OneLine(note))
	}
	texts := map[string]string{w.target.Main: change.Text}
	if r, err := w.read(texts).Resume(); w.next && err == nil {
		fmt.Fprintf(&b, "%s: next: %s\n", name, report.OneLine(nextOf(r)))
	}
	_, err := io.WriteString(w.std.Out, b.String())
	if err == nil && change.Changed() {
		err = w.printFindings(texts)
	}
	if err != nil && change.Changed() {
		return fmt.Errorf("%s: the change is made, and could not be told: %w", name, err)
	}
	return err
}

// printFindings prints what lint finds in the file as it was written. What cannot be
// looked at is talk: the write is done.
func (w *trackWriter) printFindings(texts map[string]string) error {
	t := &w.target
	in := w.settings.input(tree.Overlay(tree.Dir(t.Root), texts), t)
	in.Path = t.Main
	found, err := lint.Run(in)
	for _, e := range splitErrors(err) {
		printError(fmt.Errorf("note: written, but not all of it could be checked: %w", withDisplayPath(t, e)), w.std.Err)
	}
	return report.Text(w.std.Out, []report.File{{Shown: t.Shown, Path: t.Main, Diagnostics: found}})
}

// explain adds to an error what can be done about it.
func (w *trackWriter) explain(err error) error {
	if isRequest(err) {
		return withRequestHint(fmt.Errorf("%s: %s: %w", w.name, w.target.Shown(w.target.Main), err))
	}
	if stop, ok := errors.AsType[*loop.EscalateError](err); ok {
		return hinted(refusal{stop}, "nothing was written: a person decides", escape(stop))
	}
	if locked, ok := errors.AsType[*lock.LockedError](err); ok && locked.Stale > 0 {
		return hinted(err, "nothing was written; --wait waits longer; "+staleLockHint(locked))
	}
	if _, made := errors.AsType[*safefile.LostError](err); !made && errors.Is(err, lock.ErrLost) {
		return hinted(withDisplayPath(&w.target, err), "nothing was written: somebody else broke the lock; run the command again")
	}
	shown := withConflictHint(&w.target, withDisplayPath(&w.target, err))
	if _, unread := errors.AsType[*source.Error](err); unread {
		if hints := recoveryHints(&w.target, w.target.Main); len(hints) > 0 {
			return hinted(shown, hints...)
		}
	}
	return shown
}

// escape is what a person can do about a loop that may not go on.
func escape(e *loop.EscalateError) string {
	if len(e.Blockers) > 0 {
		return "mdck loop unblock ID resolves a blocker"
	}
	return "max_fix_cycles in loop_state is the limit"
}
