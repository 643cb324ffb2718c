package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"mdck/internal/report"
	"mdck/mdcheckpoint/agents"
)

// alternatives lists values: "a, b or c".
func alternatives(values []string) string {
	last := len(values) - 1
	if last < 1 {
		return strings.Join(values, "")
	}
	return strings.Join(values[:last], ", ") + " or " + values[last]
}

// joinKnown joins the texts that are not empty.
func joinKnown(separator string, texts ...string) string {
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

func orDash(text string) string {
	if strings.TrimSpace(text) == "" {
		return "-"
	}
	return text
}

// quotedNames are names for people.
func quotedNames(names []string) string {
	var all []string
	for _, name := range names {
		all = append(all, strconv.Quote(name))
	}
	return strings.Join(all, ", ")
}

// age is a time in whole minutes, as a person reads it.
func age(minutes *int) string {
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

// row prints a fact, or that it is not known.
func row(b *strings.Builder, name, value string) {
	if value == "" {
		value = "not known"
	}
	fmt.Fprintf(b, "%-10s %s\n", name, report.OneLine(value))
}

// shownLines are the lines of text as report.OneLine shows them: what agents wrote may
// hold what a terminal would obey.
func shownLines(text string) string {
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

// short is the beginning of a bullet, enough to know it by.
func short(text string) string {
	runes := []rune(report.OneLine(text))
	if len(runes) <= 60 {
		return string(runes)
	}
	return string(runes[:59]) + "…"
}

// stampJSON is a time as files have it; "" if it is not known.
func stampJSON(at time.Time, ok bool) string {
	if !ok {
		return ""
	}
	return at.UTC().Format(agents.TimeLayout)
}

// formatted formats n; "" for nil.
func formatted(format string, n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprintf(format, *n)
}
