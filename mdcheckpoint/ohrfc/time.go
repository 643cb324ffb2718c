package ohrfc

import (
	"time"

	"mdck/mdcheckpoint/spelling"
)

// TimeLayout is how times are written. Source: script.
const TimeLayout = spelling.TimeLayout

// ReadTime is [spelling.ReadTime] of a time that is UTC where it has no zone.
func ReadTime(text string) (time.Time, bool) { return spelling.ReadTime(text, time.UTC) }
