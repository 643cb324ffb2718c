package cli

import (
	"cmp"
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
	about := cmp.Or(w.about, t.Main)
	unread := isAbout(err, about)
	switch err.(type) {
	case *source.Error, *fs.PathError:
		err = withDisplayPath(t, err)
	}
	if hints := recoveryHints(t, about); unread && len(hints) > 0 {
		return hinted(err, hints...)
	}
	return withConflictHint(t, err)
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

// isAbout reports whether err says that the file called name cannot be read; one that a write
// would make too large can be.
func isAbout(err error, name string) bool {
	if unread, ok := errors.AsType[*fs.PathError](err); ok {
		return unread.Path == name
	}
	located, ok := errors.AsType[*source.Error](err)
	return ok && located.Pos.Name == name && !errors.Is(err, source.ErrTooLarge)
}
