package loop

import (
	"time"

	"mdck/mdcheckpoint/spelling"
)

// TimeLayout is how times are written, in UTC. Source: checkpoint.
const TimeLayout = spelling.TimeLayout

// ReadTime is [spelling.ReadTime] of a time that is UTC where it has no zone.
func ReadTime(text string) (time.Time, bool) { return spelling.ReadTime(text, time.UTC) }

// before reports whether a is earlier than b, see [spelling.Earlier].
func (a Moment) before(b Moment) bool { return spelling.Earlier(a.At, a.Text, b.At, b.Text) }
