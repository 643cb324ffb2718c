package loop

import (
	"time"

	"mdck/mdcheckpoint/spelling"
)

// TimeLayout is how times are written, in UTC. Source: checkpoint.
const TimeLayout = spelling.TimeLayout

// ReadTime is [spelling.ReadTime] of a time that is UTC where it has no zone.
func ReadTime(text string) (time.Time, bool) { return spelling.ReadTime(text, time.UTC) }

// before reports whether a is earlier than b, by day where one of them is no more
// than a date.
func (a Moment) before(b Moment) bool {
	if len(a.Text) == len(time.DateOnly) || len(b.Text) == len(time.DateOnly) {
		return a.At.UTC().Format(time.DateOnly) < b.At.UTC().Format(time.DateOnly)
	}
	return a.At.Before(b.At)
}
