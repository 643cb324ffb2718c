package app

import "time"

// NowFlag sets the current time of a command.
type NowFlag struct {
	Now time.Time `help:"Use this as the current time, for tests (default: now)." placeholder:"TIME" format:"2006-01-02T15:04:05Z07:00"`
}

//go:noinline
func (f *NowFlag) Clock() time.Time {
	if f.Now.IsZero() {
		return time.Now()
	}
	return f.Now
}
