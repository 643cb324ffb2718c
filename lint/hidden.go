package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

const (
	maxNamed  = 4                // different characters in a message
	maxHidden = 10 * MaxFindings // findings for a file
)

// checkHidden returns a finding for each line with hidden characters.
func checkHidden(u *Unit) []Finding {
	text := u.File.Text
	if len(text) > mdcheckpoint.MaxSize || !utf8.ValidString(text) {
		return nil // other rules report it
	}
	var found []Finding
	var line hiddenLine
	for at, size := nextHidden(text, 0); size > 0 && len(found) < maxHidden; at, size = nextHidden(text, at+size) {
		if line.count > 0 && strings.ContainsAny(text[line.span.End:at], "\r\n") {
			found = append(found, line.finding())
			line = hiddenLine{}
		}
		line.add(text, at, size)
	}
	if line.count > 0 && len(found) < maxHidden {
		found = append(found, line.finding())
	}
	return found
}

// hiddenLine has a line's hidden characters, from the first to the last.
type hiddenLine struct {
	span  source.Span
	count int
	names []string // each character once
}

func (l *hiddenLine) add(text string, at, size int) {
	if l.count == 0 {
		l.span.Start = at
	}
	l.count, l.span.End = l.count+1, at+size
	r, _ := utf8.DecodeRuneInString(text[at:])
	if name := fmt.Sprintf("%U", r); len(l.names) <= maxNamed && !slices.Contains(l.names, name) {
		l.names = append(l.names, name)
	}
}

func (l *hiddenLine) finding() Finding {
	if len(l.names) > maxNamed {
		l.names[maxNamed] = "others"
	}
	return NewFinding(l.span, "expected visible text, found %s: %s", spelling.Count(l.count, "hidden character"), strings.Join(l.names, ", "))
}

// nextHidden returns the next hidden character; size 0 means none.
func nextHidden(text string, offset int) (at, size int) {
	for at = offset; at < len(text); {
		if c := text[at]; c >= ' ' && c < 0x7f || c == '\n' || c == '\t' || c == '\r' {
			at++
			continue
		}
		before, r, next, size := spelling.Around(text, at)
		switch {
		case at == 0 && r == '\ufeff':
		case spelling.Hidden(before, r, next), spelling.IsJoiner(r) && !spelling.IsOrdinaryJoiner(before, r):
			return at, size
		}
		at += size
	}
	return at, 0
}
