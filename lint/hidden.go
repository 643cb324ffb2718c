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
	maxNamed  = 4                // maximum number of distinct characters that a message names
	maxHidden = 10 * MaxFindings // maximum number of lines with hidden characters that one file reports
)

// checkHidden returns a finding for each line with hidden characters. Its span reaches from the
// first to the last of them.
func checkHidden(u *Unit) []Finding {
	text := u.File.Text
	if len(text) > mdcheckpoint.MaxSize || !utf8.ValidString(text) {
		return nil // other rules report this file
	}
	var found []Finding
	line := -1 // offset of the first hidden character in the line
	end := 0
	for at, size := nextHidden(text, 0); size > 0 && len(found) < maxHidden; at, size = nextHidden(text, at+size) {
		if line >= 0 && strings.ContainsAny(text[end:at], "\r\n") {
			found = append(found, hiddenIn(text, source.Span{Start: line, End: end}))
			line = -1
		}
		if line < 0 {
			line = at
		}
		end = at + size
	}
	if line >= 0 && len(found) < maxHidden {
		found = append(found, hiddenIn(text, source.Span{Start: line, End: end}))
	}
	return found
}

// hiddenIn returns the finding about the hidden characters of a line. The span begins with the
// first and ends with the last of them.
func hiddenIn(text string, span source.Span) Finding {
	count, what := 0, "character"
	var names []string // distinct characters, in order
	for at, size := nextHidden(text, span.Start); size > 0 && at < span.End; at, size = nextHidden(text, at+size) {
		count++
		r, _ := utf8.DecodeRuneInString(text[at:])
		if name := fmt.Sprintf("%U", r); len(names) <= maxNamed && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > maxNamed {
		names[maxNamed] = "others"
	}
	if count > 1 {
		what = "characters"
	}
	return Finding{Span: span, Message: fmt.Sprintf("expected visible text, found %d hidden %s: %s", count, what, strings.Join(names, ", "))}
}

// nextHidden returns the offset and the size of the next hidden character at or after offset; the
// size is 0 if there is none. Hidden are the characters of [spelling.Hidden], and joiners without
// characters to join. White space is not hidden, nor is a byte order mark at the start of the text.
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
