package write

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/lock"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// Explain adds hints to the error of a write.
func (w *Writer) Explain(err error) error {
	t := &w.Target
	if broken, ok := errors.AsType[*change.LedgerError](err); ok {
		return pick.LedgerError(t, broken.Err)
	}
	if refused, ok := pick.ExplainRefused(t, err); ok {
		return refused
	}
	if request, ok := errors.AsType[*protocol.RequestError](err); ok {
		return w.explainRequest(request, err)
	}
	if locked, ok := errors.AsType[*lock.LockedError](err); ok && w.Wait != 0 {
		return lockedError(locked, err, "to wait longer, use --wait")
	}
	if _, made := errors.AsType[*change.LostError](err); !made && errors.Is(err, lock.ErrLost) {
		return app.WithHints(app.WithDisplayPath(t, err), "nothing was written: another process broke the lock; run the command again")
	}
	hints := w.unreadHints(err)
	switch err.(type) {
	case *source.Error, *fs.PathError:
		err = app.WithDisplayPath(t, err)
	}
	if len(hints) > 0 {
		return app.WithHints(err, hints...)
	}
	var kept []string
	if undone, ok := errors.AsType[*change.UndoneError](err); ok && len(undone.Kept) > 0 {
		kept = []string{"to print the text that was not written: mdck restore " + app.Quote(t.DisplayPath(t.InTree(undone.Kept[0].Name))) + " --refused latest --print"}
	}
	return WithConflictHint(t.DisplayPath(t.Main), err, kept...)
}

// WithConflictHint makes [change.ErrChanged] a refusal, because a second try can succeed. For a
// held lock it only adds a hint.
func WithConflictHint(name string, err error, more ...string) error {
	if errors.Is(err, change.ErrChanged) {
		if name != "" {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return app.WithHints(app.Refuse(err), append([]string{"nothing was written; run the command again"}, more...)...)
	}
	if locked, ok := errors.AsType[*lock.LockedError](err); ok && locked.Stale > 0 {
		return lockedError(locked, err, "run the command again when the lock is released")
	}
	return err
}

func lockedError(locked *lock.LockedError, err error, line string) error {
	hints := []string{"nothing was written; " + line}
	if locked.Stale > 0 {
		age := spelling.Count(int(locked.Stale.Minutes()), "minute")
		if locked.Stale < time.Minute {
			age = spelling.Count(int(locked.Stale.Seconds()), "second")
		}
		hints = append(hints, "mdck breaks a lock that is older than "+age)
	}
	return app.WithHints(err, hints...)
}

func (w *Writer) unreadHints(err error) []string {
	t := w.Target
	if unread, ok := errors.AsType[*fs.PathError](err); ok && fs.ValidPath(unread.Path) {
		t.Main = unread.Path
	} else if located, ok := errors.AsType[*source.Error](err); ok && !errors.Is(err, source.ErrTooLarge) {
		t.Main = located.Pos.Name
	} else {
		return nil
	}
	if hints := pick.RecoveryHints(&w.Target, t.Main); len(hints) > 0 {
		return hints
	}
	if is := t.Row().IsRecord; is != nil && is(t.Target) {
		return []string{"nothing was written; fix the file, or move it away to start a new file"}
	}
	return nil
}

func (w *Writer) explainRequest(request *protocol.RequestError, err error) error {
	switch {
	case request.Path != "":
		err = fmt.Errorf("%s: %w", w.Target.DisplayPath(request.Path), err)
	case request.Reason != "" && w.Name != "": // the reason is an argument
		err = fmt.Errorf("%s: %w", w.Name, err)
	}
	request.Hint = strings.ReplaceAll(request.Hint, protocol.TargetWord, pick.Argument(&w.Target))
	if request.Missing == "" {
		return app.WithRequestHint(err)
	}
	return app.WithHints(err, append(pick.RecoveryHints(&w.Target, request.Missing), app.HintsOf(app.WithRequestHint(err))...)...)
}
