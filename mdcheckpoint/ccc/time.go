package ccc

import "time"

// TimeLayout is how times are written, in UTC. Source: stop.
const TimeLayout = "2006-01-02T15:04:05Z"

// stampLayout is how learnings are stamped, in UTC. Source: engine.
const stampLayout = "2006-01-02 15:04"

// ReadTime reads a time as people and scripts write it: RFC 3339, a date alone,
// or a date with hours and minutes. Without a zone it is UTC.
func ReadTime(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, time.DateOnly, stampLayout} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
