package loop

import "time"

// TimeLayout is how times are written, in UTC. Source: checkpoint.
const TimeLayout = "2006-01-02T15:04:05Z"

// ReadTime reads a time as people and scripts write it: RFC 3339, a date alone, or
// a date with hours and minutes. Without a zone it is UTC.
func ReadTime(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, time.DateOnly, "2006-01-02 15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// before reports whether a is earlier than b, by day where one of them is no more
// than a date.
func (a Moment) before(b Moment) bool {
	if len(a.Text) == len(time.DateOnly) || len(b.Text) == len(time.DateOnly) {
		return a.At.UTC().Format(time.DateOnly) < b.At.UTC().Format(time.DateOnly)
	}
	return a.At.Before(b.At)
}
