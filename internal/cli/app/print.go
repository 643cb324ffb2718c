package app

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/lint"
)

// Alternatives lists values: "a, b or c".
func Alternatives(values []string) string {
	last := len(values) - 1
	if last < 1 {
		return strings.Join(values, "")
	}
	return strings.Join(values[:last], ", ") + " or " + values[last]
}

// JoinNonEmpty joins the texts that are not empty.
func JoinNonEmpty(separator string, texts ...string) string {
	texts = slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return text == "" })
	return strings.Join(texts, separator)
}

// OrDash returns text, or "-" if it is blank.
func OrDash(text string) string {
	if strings.TrimSpace(text) == "" {
		return "-"
	}
	return text
}

// FormatAge formats an age in minutes as "5m", "3h" or "2d", and nil as "-".
func FormatAge(minutes *int) string {
	switch {
	case minutes == nil:
		return "-"
	case *minutes < 0:
		return "future"
	case *minutes < 60:
		return fmt.Sprintf("%dm", *minutes)
	case *minutes < 48*60:
		return fmt.Sprintf("%dh", *minutes/60)
	}
	return fmt.Sprintf("%dd", *minutes/60/24)
}

// WriteFact writes a line with a name and a value. An empty value becomes "not known".
func WriteFact(b *strings.Builder, name, value string) {
	if value == "" {
		value = "not known"
	}
	fmt.Fprintf(b, "%-10s %s\n", name, report.OneLine(value))
}

// EscapeLines escapes each line, because texts of agents may contain terminal escape sequences.
func EscapeLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = report.OneLine(lines[i])
	}
	return strings.Join(lines, "\n")
}

// Excerpt returns the first 60 characters of a bullet.
func Excerpt(text string) string {
	return lint.Shorten(report.OneLine(text))
}

// FormatTime formats a time as in files, or "".
func FormatTime(at time.Time, ok bool) string {
	if !ok {
		return ""
	}
	return spelling.FormatTime(at)
}

// FormatInt formats n, or "" for nil.
func FormatInt(format string, n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprintf(format, *n)
}

// MaxShownNames limits the names in a message.
const MaxShownNames = 20

// DisplayList joins the first [MaxShownNames] names, as shown returns them.
func DisplayList(names []string, shown func(string) string) string {
	var all []string
	for _, name := range names {
		all = append(all, report.Name(shown(name)))
	}
	return spelling.JoinFirst(all, MaxShownNames)
}
