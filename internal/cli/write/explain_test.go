package write

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/lock"
)

// TestStands checks after which errors the file is considered written.
func TestStands(t *testing.T) {
	for err, want := range map[error]bool{
		&change.UnfinishedError{Err: os.ErrPermission}:                true,
		&change.UnfinishedError{Err: os.ErrPermission, Earlier: true}: false,
		&change.LostError{Err: os.ErrPermission}:                      true,
		os.ErrPermission:                                              false,
	} {
		said := (&Writer{Name: "plan reset"}).Explain(err)
		if change.Written(err) != want || change.Written(said) != want || want && strings.Contains(said.Error(), "nothing was") {
			t.Errorf("%v: %t, %v", err, change.Written(err), said)
		}
	}
}

// TestLockedHint checks that the error after waiting for a lock has a hint on how to wait longer.
func TestLockedHint(t *testing.T) {
	err := (&Writer{Wait: time.Second}).Explain(&lock.LockedError{})
	if hints, ok := errors.AsType[*app.Hint](err); !ok || !strings.Contains(hints.Lines[0], "--wait") {
		t.Errorf("got %v", err)
	}
}
