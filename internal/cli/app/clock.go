package app

import "time"

// NowFlag sets the current time of a command.
type NowFlag struct {
	Now time.Time `help:"Use this as the current time, for tests (default: now)." placeholder:"TIME" format:"2006-01-02T15:04:05Z07:00"`
}

//go:noinline
func (f *NowFlag) Clock() time.Time { return orNow(f.Now) }

// AgeFlag sets the time for ages.
type AgeFlag struct {
	Now time.Time `help:"Compute ages relative to this time, for tests (default: now)." placeholder:"TIME" format:"2006-01-02T15:04:05Z07:00"`
}

func (f *AgeFlag) Clock() time.Time { return orNow(f.Now) }

func orNow(at time.Time) time.Time {
	if at.IsZero() {
		return time.Now()
	}
	return at
}
