package ccc

import (
	"time"

	"mdck/mdcheckpoint/spelling"
)

// TimeLayout is how times are written, in UTC. Source: stop.
const TimeLayout = spelling.TimeLayout

// stampLayout is how learnings are stamped, in UTC. Source: engine.
const stampLayout = "2006-01-02 15:04"

// ReadTime is [spelling.ReadTime] of a time that is UTC where it has no zone.
func ReadTime(text string) (time.Time, bool) { return spelling.ReadTime(text, time.UTC) }
