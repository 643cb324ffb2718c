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
	maxNamed  = 4                // different characters that a message names
	maxHidden = 10 * MaxFindings // findings in a file
)

func checkHidden(u *Unit) []Finding {
	text := u.File.Text
	if len(text) > mdcheckpoint.MaxSize || !utf8.ValidString(text) {
		return nil // other rules report it
	}
	var (
		found []Finding
		line  hiddenLine
		size  int
	)
	for at := spelling.SkipPlain(text, 0); at < len(text) && len(found) < maxHidden; at = spelling.SkipPlain(text, at+size) {
		var before, r, next rune
		before, r, next, size = spelling.Around(text, at)
		switch {
		case r == '\n' || r == '\r':
			if line.count > 0 {
				found, line = append(found, line.finding()), hiddenLine{}
			}
		case r == '\t' || at == 0 && r == '\ufeff':
		case spelling.Hidden(before, r, next), spelling.IsJoiner(r) && !spelling.IsOrdinaryJoiner(before, r):
			line.add(r, at, size)
		}
	}
	if line.count > 0 && len(found) < maxHidden {
		found = append(found, line.finding())
	}
	return found
}

type hiddenLine struct {
	span  source.Span
	count int
	names []string // each character once
}

func (l *hiddenLine) add(r rune, at, size int) {
	if l.count == 0 {
		l.span.Start = at
	}
	l.count, l.span.End = l.count+1, at+size
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
