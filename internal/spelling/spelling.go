// Package spelling holds how the protocols write what people and scripts read alike:
// times, and a text on one line. What a text means is for the protocols to say.
package spelling

import (
	"strings"
	"time"
)

// TimeLayout is how times are written, in UTC. All protocols have it so.
const TimeLayout = "2006-01-02T15:04:05Z"

// FormatTime formats t by [TimeLayout], in UTC.
func FormatTime(t time.Time) string { return t.UTC().Format(TimeLayout) }

// ReadTime reads a time as people and scripts write it: RFC 3339, a date alone, or a
// date with hours and minutes. Without a zone it is of the one given.
func ReadTime(text string, zone *time.Location) (time.Time, bool) {
	for _, layout := range [...]string{time.RFC3339, time.DateOnly, "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// Earlier reports whether a is earlier than b, by day where one of them is written as no more
// than a date.
func Earlier(a time.Time, writtenA string, b time.Time, writtenB string) bool {
	if len(writtenA) == len(time.DateOnly) || len(writtenB) == len(time.DateOnly) {
		return a.UTC().Format(time.DateOnly) < b.UTC().Format(time.DateOnly)
	}
	return a.Before(b)
}

// OneLine folds every run of white space of text to one space, and drops those
// at its ends.
func OneLine(text string) string {
	if IsOneLine(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for word := range strings.FieldsSeq(text) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// Bare returns text without the marks of emphasis and code.
func Bare(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "*", ""), "`", "")
}

// LineFeeds returns text with line feeds for line endings of every kind.
func LineFeeds(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// IsOneLine reports whether text, of ASCII that can be printed, is folded already, as
// most texts are. Of another text it is false.
func IsOneLine(text string) bool {
	space := true // white space is before, or nothing
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 0x7f || c < ' ' || c == ' ' && space:
			return false
		default:
			space = c == ' '
		}
	}
	return text == "" || !space
}
