// Package spelling formats, compares and quotes texts in the same way for all protocols: times,
// counts, titles, names, words for "none", and texts with line breaks, hidden characters or tags.
package spelling

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

// TimeLayout is the layout of times in all protocols, in UTC.
const TimeLayout = "2006-01-02T15:04:05Z"

// FormatTime formats t by [TimeLayout], in UTC.
func FormatTime(t time.Time) string { return t.UTC().Format(TimeLayout) }

// ReadTime parses a time in RFC 3339, or such as "2006-01-02 15:04" or "2006-01-02" in zone.
func ReadTime(text string, zone *time.Location) (time.Time, bool) {
	if text == "" || text[0] < '0' || text[0] > '9' {
		return time.Time{}, false // fast path: package time would allocate three errors
	}
	for _, layout := range [...]string{time.RFC3339, time.DateOnly, "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// Earlier reports whether a is earlier than b. If either was written as a date, it compares days.
func Earlier(a time.Time, writtenA string, b time.Time, writtenB string) bool {
	if len(writtenA) == len(time.DateOnly) || len(writtenB) == len(time.DateOnly) {
		return a.UTC().Format(time.DateOnly) < b.UTC().Format(time.DateOnly)
	}
	return a.Before(b)
}

// OneLine replaces runs of white space by one space and trims the ends.
func OneLine(text string) string {
	if isOneLine(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.Trim(line, " ")
		if !isOneLine(line) { // rare
			line = strings.Join(strings.Fields(line), " ")
		}
		if b.Len() > 0 && line != "" {
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return b.String()
}

// FirstLine returns [OneLine] of the first line of text that is not blank.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return OneLine(line)
}

// CutFold is [strings.CutPrefix] without regard to case.
func CutFold(text, prefix string) (rest string, ok bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

// Bare returns text without * and `.
func Bare(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "*", ""), "`", "")
}

// LineFeeds replaces every line ending by a line feed.
func LineFeeds(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// Clean returns text as UTF-8 with line feeds and without control characters.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if IsControl(r) {
			return -1
		}
		return r
	}, LineFeeds(strings.ToValidUTF8(text, "\ufffd")))
}

// CleanLine returns text in one line, without control characters.
func CleanLine(text string) string {
	if isOneLine(text) {
		return text
	}
	return OneLine(Clean(text))
}

// IsControl reports whether r is a byte order mark, or a control character except tab and line feed.
func IsControl(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || r == '\ufeff')
}

// Number parses a whole number of 1 to 9 digits.
func Number(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int(n), err == nil && len(text) <= 9
}

// isOneLine reports whether text is printable ASCII that [OneLine] would not change.
func isOneLine(text string) bool {
	if SkipPlain(text, 0) < len(text) || strings.Contains(text, "  ") {
		return false
	}
	return !strings.HasPrefix(text, " ") && !strings.HasSuffix(text, " ")
}

// Cause returns the text of an error, without the path of an [fs.PathError].
func Cause(err error) string {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		err = failed.Err
	}
	placed, ok := errors.AsType[*source.Error](err)
	if !ok {
		return err.Error()
	}
	pos := placed.Pos
	return fmt.Sprintf("%s:%d:%d: %v", QuotePath(pos.Name), pos.Line, pos.Column, placed.Err)
}

// OrUnknown returns text on one line; "unknown" if it is blank.
func OrUnknown(text string) string { return cmp.Or(OneLine(text), "unknown") }

// IsBlank reports whether text has only white space after a byte order mark.
func IsBlank(text string) bool {
	return strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")) == ""
}

// Lines returns the lines of text; nil if it is blank.
func Lines(text string) []string {
	text = strings.TrimSpace(LineFeeds(text))
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// Count formats a number with a noun: "1 file", "3 files".
func Count(n int, noun string) string { return CountAs(n, noun, noun+"s") }

// CountAs is like [Count] for a noun with an irregular plural.
func CountAs(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return strconv.Itoa(n) + " " + many
}

// SlashPath returns name with slashes, trimmed.
func SlashPath(name string) string { return strings.ReplaceAll(strings.TrimSpace(name), `\`, "/") }

// HasWord reports whether text contains word, and not inside a longer word. "word*" matches a
// prefix. Words consist of letters, digits and the characters in others; "next.js" is one word, too.
func HasWord(text, word, others string) bool {
	word, isPrefix := strings.CutSuffix(word, "*")
	isInside := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(others, r) }
	for from := 0; word != ""; from++ {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		from += i
		before, _ := utf8.DecodeLastRuneInString(text[:from])
		behind, _ := utf8.DecodeRuneInString(strings.TrimPrefix(text[from+len(word):], "."))
		if !isInside(before) && (isPrefix || !isInside(behind)) {
			return true
		}
	}
	return false
}
