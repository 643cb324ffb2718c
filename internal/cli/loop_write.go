package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"mdck/internal/change"
	"mdck/internal/lock"
	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
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

// A trackWriter is one run of a command that writes the metadata of a track.
type trackWriter struct {
	std      Streams
	name     string // of the command
	target   workspace.Target
	settings *settings
	clock    func() time.Time
	diff     bool
	wait     time.Duration // for a lock, as in [lock.Wait]
	next     bool          // print what comes next
	edit     loop.Builder
}

// change makes a change of the track and writes it. Next prints what comes next, too.
func (f *trackFlags) change(std Streams, name string, next bool, edit loop.Builder) error {
	t, err := f.track(name)
	if err != nil {
		return err
	}
	config, err := f.configFor(&t)
	if err != nil {
		return err
	}
	w := &trackWriter{std: std, name: name, target: t, settings: &settings{Config: config}, clock: f.clock, diff: f.Diff, next: next, edit: edit}
	if w.wait, err = f.waitFlag.wait(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := w.write(); err != nil {
		return w.explain(err)
	}
	return nil
}

// write makes the change and writes it, or prints it, or prints why there is none.
func (w *trackWriter) write() error {
	if w.diff {
		if err := recoverWrite(&w.target, w.std.Err); err != nil {
			return err
		}
	}
	writer := w.std.changer(&w.target, w.name, w.clock)
	held := w.target.Lock()
	held.Broken = func(broke string) { fmt.Fprintf(w.std.Err, "mdck: %s\n", report.OneLine(broke)) }
	held.Wait, writer.Store.Wait, held.Waiting = w.wait, w.wait, writer.Store.Waiting
	writer.Store.Also = held.Hold
	writer.Subject.Root = w.target.Root
	made, err := w.std.makeChange(writer, &w.target, w.diff, loop.Edit(w.target.Main, w.edit))
	switch {
	case err != nil:
		return err
	case w.diff && made.Changed():
		return nil
	case w.diff:
		w.printUnchanged(made.Notes)
		return nil
	}
	return w.print(made)
}

// printUnchanged prints why a difference is empty, where that is not in the way of patch.
func (w *trackWriter) printUnchanged(notes []string) {
	why := "it holds all of that already"
	if len(notes) > 0 {
		why = strings.Join(notes, "; ")
	}
	fmt.Fprintf(w.std.Err, "mdck: %s: nothing to write: %s\n", displayTrack(&w.target), report.OneLine(why))
}

// print prints what was done, what comes next, and what lint finds in the file as it
// is now.
func (w *trackWriter) print(made *change.Made) error {
	var b strings.Builder
	writeMade(&b, &w.target, w.target.Main, made)
	track := loop.Read(tree.Dir(w.target.Root), w.target.Main)
	if r, err := track.Resume(); w.next && err == nil {
		fmt.Fprintf(&b, "%s: next: %s\n", displayTrack(&w.target), report.OneLine(nextOf(r)))
	}
	_, err := io.WriteString(w.std.Out, b.String())
	if err == nil && made.Changed() {
		err = w.std.printFindings(w.settings, &w.target, made.Files[0].After)
	}
	if err != nil && made.Changed() {
		return fmt.Errorf("%s: the change was written, but not reported: %w", displayTrack(&w.target), err)
	}
	return err
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
