package cli

import (
	"fmt"
	"time"

	"mdck/internal/change"
)

// linksFlag is of commands that write.
type linksFlag struct {
	FollowLinks bool `help:"Write through symbolic links that lead out of the directory, too."`
}

func (f *linksFlag) follows() bool { return f.FollowLinks }

// changing returns how a command writes.
func changing(s Streams, command string, clock func() time.Time) change.Options {
	return change.Options{Command: command, Clock: clock, Waiting: printWaiting(s.Err), FollowLinks: s.followLinks}
}

// waitFlag says how long to wait for a lock.
type waitFlag struct {
	Wait time.Duration `help:"How long to wait for a lock (default: 10s)." default:"10s" placeholder:"TIME"`
}

// wait is the time as a store wants it, where 0 means its default.
func (f *waitFlag) wait() (time.Duration, error) {
	switch {
	case f.Wait < 0:
		return 0, fmt.Errorf("--wait %v: want 0 or more", f.Wait)
	case f.Wait == 0:
		return -1, nil
	}
	return f.Wait, nil
}
