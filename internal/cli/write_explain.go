package cli

import (
	"errors"
	"fmt"
	"io/fs"

	"mdck/internal/change"
	"mdck/internal/lock"
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
		line := "nothing was written; --wait waits longer"
		if locked.Stale > 0 {
			line += "; " + staleLockHint(locked)
		}
		return hinted(err, line)
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
	return withConflictHint(t, err)
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
