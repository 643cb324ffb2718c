package cli

import (
	"fmt"
	"strings"
	"time"

	"mdck/internal/report"
	"mdck/mdcheckpoint/spelling"
)

// alternatives lists values: "a, b or c".
func alternatives(values []string) string {
	last := len(values) - 1
	if last < 1 {
		return strings.Join(values, "")
	}
	return strings.Join(values[:last], ", ") + " or " + values[last]
}

// joinNonEmpty joins the texts that are not empty.
func joinNonEmpty(separator string, texts ...string) string {
	text := ""
	for _, s := range texts {
		switch {
		case s == "":
		case text == "":
			text = s
		default:
			text += separator + s
		}
	}
	return text
}

// orDash returns text, or a dash if it is blank.
func orDash(text string) string {
	if strings.TrimSpace(text) == "" {
		return "-"
	}
	return text
}

// formatAge formats an age in minutes; "-" if it is not known.
func formatAge(minutes *int) string {
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

// writeFact writes a line with the name of a fact and its value, or that it is not known.
func writeFact(b *strings.Builder, name, value string) {
	if value == "" {
		value = "not known"
	}
	fmt.Fprintf(b, "%-10s %s\n", name, report.OneLine(value))
}

// escapeLines escapes each line of text as report.OneLine does: the texts of agents may
// contain escape sequences of terminals.
func escapeLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		bare, ended := strings.CutSuffix(line, "\n")
		b.WriteString(report.OneLine(bare))
		if ended {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// excerpt returns at most the first 60 characters of a bullet.
func excerpt(text string) string {
	runes := []rune(report.OneLine(text))
	if len(runes) <= 60 {
		return string(runes)
	}
	return string(runes[:59]) + "…"
}

// formatTime formats a time as files have it; "" if it is not known.
func formatTime(at time.Time, ok bool) string {
	if !ok {
		return ""
	}
	return spelling.FormatTime(at)
}

// formatInt formats n; "" for nil.
func formatInt(format string, n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprintf(format, *n)
}

// maxShownNames is how many names a message lists.
const maxShownNames = 20

// displayList joins names as the user is shown them.
func displayList(names []string, shown func(string) string) string {
	var all []string
	for _, name := range names[:min(len(names), maxShownNames)] {
		all = append(all, report.Name(shown(name)))
	}
	text := strings.Join(all, ", ")
	if left := len(names) - len(all); left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}
