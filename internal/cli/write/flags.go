package write

import (
	"fmt"
	"time"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
)

// Changing returns the options for a command that writes.
func Changing(s app.Streams, command string, clock func() time.Time) change.Options {
	return change.Options{Command: command, Clock: clock, Waiting: pick.PrintWaiting(s.Err), FollowLinks: s.FollowLinks}
}

// WaitFlag limits the wait for a lock.
type WaitFlag struct {
	Wait time.Duration `help:"How long to wait for a lock (default: 10s)." default:"10s" placeholder:"TIME"`
}

// Limit returns how long to wait for a lock; -1 means not at all.
func (f *WaitFlag) Limit() (time.Duration, error) {
	switch {
	case f.Wait < 0:
		return 0, fmt.Errorf("--wait is %v; expected 0 or more", f.Wait)
	case f.Wait == 0:
		return -1, nil
	}
	return f.Wait, nil
}
