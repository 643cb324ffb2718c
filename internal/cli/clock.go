package cli

import (
	"time"

	"mdck/mdcheckpoint/spelling"
)

// nowFlag is the clock of a command.
type nowFlag struct {
	Now time.Time `help:"The time to write, for tests (default: the system's)." placeholder:"TIME" format:"2006-01-02T15:04:05Z07:00"`
}

// now is the time as files have it.
func (f *nowFlag) now() string { return spelling.FormatTime(f.clock()) }

func (f *nowFlag) clock() time.Time {
	if f.Now.IsZero() {
		return time.Now()
	}
	return f.Now
}

// ageFlag is the clock that ages are counted by.
type ageFlag struct {
	Now time.Time `help:"The time that ages are counted to, for tests (default: the system's)." placeholder:"TIME" format:"2006-01-02T15:04:05Z07:00"`
}

func (f *ageFlag) clock() time.Time {
	if f.Now.IsZero() {
		return time.Now()
	}
	return f.Now
}
