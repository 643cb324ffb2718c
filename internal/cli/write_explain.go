package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
	"time"

	"mdck/internal/change"
	"mdck/internal/lock"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

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
		return w.explainRequest(request, err)
	}
	if locked, ok := errors.AsType[*lock.LockedError](err); ok && w.wait != 0 {
		return lockedError(locked, err, "--wait waits longer")
	}
	if _, made := errors.AsType[*change.LostError](err); !made && errors.Is(err, lock.ErrLost) {
		return hinted(withDisplayPath(t, err), "nothing was written: somebody else broke the lock; run the command again")
	}
	hints := w.unreadHints(err)
	switch err.(type) {
	case *source.Error, *fs.PathError:
		err = withDisplayPath(t, err)
	}
	if len(hints) > 0 {
		return hinted(err, hints...)
	}
	var kept []string
	if undone, ok := errors.AsType[*change.UndoneError](err); ok && len(undone.Kept) > 0 {
		kept = []string{"mdck restore " + quote(t.Shown(t.InTree(undone.Kept[0].Path))) + " --print prints what was to be written"}
	}
	return withConflictHint(t.Shown(t.Main), err, kept...)
}

// withConflictHint returns the error of a write which another program prevented with
// what to do, and as a refusal if that changed a file: a second try may succeed. name is that of
// the file, "" if err has it.
func withConflictHint(name string, err error, more ...string) error {
	if errors.Is(err, change.ErrChanged) {
		if name != "" {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return hinted(refusal{err}, append([]string{"nothing was written; run the command again"}, more...)...)
	}
	if locked, ok := errors.AsType[*lock.LockedError](err); ok && locked.Stale > 0 {
		return lockedError(locked, err, "run the command again when it is given back")
	}
	return err
}

// lockedError returns the error about a lock with a hint, and when it is broken if nobody
// releases it.
func lockedError(locked *lock.LockedError, err error, line string) error {
	line = "nothing was written; " + line
	if locked.Stale > 0 {
		age := report.Counted(int(locked.Stale.Minutes()), "minute")
		if locked.Stale < time.Minute {
			age = report.Counted(int(locked.Stale.Seconds()), "second")
		}
		line += "; a lock that was left behind is broken once its process is gone from this host, or it is older than " + age
	}
	return hinted(err, line)
}

// unreadHints returns what can be done if err says that a file of the target cannot be read;
// one that a write would make too large can be.
func (w *writer) unreadHints(err error) []string {
	t := w.target
	if unread, ok := errors.AsType[*fs.PathError](err); ok && fs.ValidPath(unread.Path) {
		t.Main = unread.Path
	} else if located, ok := errors.AsType[*source.Error](err); ok && !errors.Is(err, source.ErrTooLarge) {
		t.Main = located.Pos.Name
	} else {
		return nil
	}
	if hints := recoveryHints(&w.target, t.Main); len(hints) > 0 {
		return hints
	}
	if is := t.Row().IsRecord; is != nil && is(t.Target) {
		return []string{"nothing was written; correct the file, or move it away to begin a new one"}
	}
	return nil
}

// explainRequest adds to err, which is about a request, what it is about and what would make
// sense.
func (w *writer) explainRequest(request *protocol.RequestError, err error) error {
	switch {
	case request.Path != "":
		err = fmt.Errorf("%s: %w", w.target.Shown(request.Path), err)
	case request.Reason != "" && w.name != "": // a cause that is the text names its file
		err = fmt.Errorf("%s: %w", w.name, err)
	}
	if request.First == "" {
		return withRequestHint(err)
	}
	first := (&restoreSource{target: &w.target}).first(request.First)
	return hinted(err, append([]string{first}, hintsOf(withRequestHint(err))...)...)
}

// failureHint returns what is on disk after a write that the operating system refused, and
// what to do; the error names the cause. Ok is false for any other error.
func failureHint(err error) (line string, ok bool) {
	if _, system := errors.AsType[syscall.Errno](err); !system {
		return "", false
	}
	if unfinished, ok := errors.AsType[*change.UnfinishedError](err); ok {
		if unfinished.Earlier {
			return "no file is half written; remove the cause and run the command again, which finishes the earlier change first", true
		}
		return "no file is half written; remove the cause, and the next run does what is left", true
	}
	if _, ok := errors.AsType[*change.UndoneError](err); ok {
		return "the files are as they were; see why the one that is named cannot be replaced, and run the command again", true
	}
	if _, ok := errors.AsType[*change.FailedError](err); ok {
		return "no file was changed; remove the cause and run the command again", true
	}
	return "", false
}

// hintsOf returns the hints of an error: its own, or those of its kind, which are the same
// for all commands.
func hintsOf(err error) []string {
	var lines []string
	if h, ok := errors.AsType[*hint](err); ok {
		lines = h.lines
	}
	if line, ok := failureHint(err); ok {
		return append(append(lines[:len(lines):len(lines)], line), abandonHints(err)...)
	}
	if len(lines) > 0 {
		return lines
	}
	if foreign, ok := errors.AsType[*change.JournalError](err); ok {
		return journalHints(foreign)
	}
	if e, ok := errors.AsType[*change.EmptiedError](err); ok {
		return []string{"run the command again when that is done; else mdck restore " + quote(displayPath(e.Path)) + " lists what it held; to begin anew, delete it"}
	}
	if lines := abandonHints(err); lines != nil {
		return append([]string{"once the file that is named can be replaced, the next run does what is left"}, lines...)
	}
	if file, ok := errors.AsType[*change.FileError](err); ok && file.Outside {
		return []string{"nothing was written; --follow-links writes where the link leads"}
	}
	return nil
}

// abandonHints says how to abandon a change that cannot be finished; nil for another error.
func abandonHints(err error) []string {
	e, ok := errors.AsType[*change.UnfinishedError](err)
	if !ok || e.Journal == "" {
		return nil
	}
	return []string{"to leave the files as they are now, move " + quote(displayPath(e.Journal)) + " away: it has what they held, and were to hold"}
}

// journalHints say what becomes of a journal that is not followed. One of a session
// whose file a variable names is none of a stranger, once the variable is set, and neither
// is one of a file that was read with --as, to a command that does so.
func journalHints(e *change.JournalError) []string {
	var lines []string
	if e.Variable != "" {
		lines = append(lines, "if the write is of your own session, whose file "+e.Variable+" named then, run the command with that set again, which finishes it")
	}
	if workspace.IsMarkdown(e.Name) && filepath.Base(e.Name) == e.Name {
		name := displayPath(filepath.Join(filepath.Dir(filepath.Dir(e.Path)), e.Name))
		lines = append(lines, "if it is a file that --as reads and the write is yours, a command on it finishes that: mdck show "+quote(name)+" --as FORMAT")
	}
	return append(lines, "look at it: it says what an interrupted write was to do; if it is not yours, move it away: "+quote(displayPath(e.Path)))
}
