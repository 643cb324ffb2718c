package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

const (
	maxNamed  = 4                // different characters that a message names
	maxHidden = 10 * MaxFindings // lines that are looked for: a text may have one every two bytes
)

// checkHidden returns a finding for each line with hidden characters, from the first to the last.
func checkHidden(u *Unit) []Finding {
	text := u.File.Text
	if len(text) > mdcheckpoint.MaxSize || !utf8.ValidString(text) {
		return nil // other rules report it
	}
	var lines []hiddenLine
	for at, size := nextHidden(text, 0); size > 0; at, size = nextHidden(text, at+size) {
		last := len(lines) - 1
		if last < 0 || strings.ContainsAny(text[lines[last].span.End:at], "\r\n") {
			if len(lines) == maxHidden {
				break
			}
			lines = append(lines, hiddenLine{span: source.Span{Start: at}})
			last++
		}
		lines[last].add(text[at : at+size])
		lines[last].span.End = at + size
	}
	found := make([]Finding, len(lines))
	for i := range lines {
		found[i] = lines[i].finding()
	}
	return found
}

// A hiddenLine is the hidden characters of a line.
type hiddenLine struct {
	span  source.Span // from the first to the last
	count int
	names []string // of the different characters, in their order
}

func (h *hiddenLine) add(char string) {
	h.count++
	r, _ := utf8.DecodeRuneInString(char)
	if name := fmt.Sprintf("%U", r); len(h.names) <= maxNamed && !slices.Contains(h.names, name) {
		h.names = append(h.names, name)
	}
}

func (h *hiddenLine) finding() Finding {
	names, what := h.names, "character"
	if len(names) > maxNamed {
		names = append(slices.Clone(names[:maxNamed]), "others")
	}
	if h.count > 1 {
		what = "characters"
	}
	return Finding{Span: h.span, Message: fmt.Sprintf("want text that can be seen, found %d hidden %s: %s", h.count, what, strings.Join(names, ", "))}
}

// nextHidden returns the offset and the size of the next hidden character at or after offset; size 0 if
// there is none. Hidden are the characters of [source.Hidden], except white space and a byte order mark
// at the start, and joiners that join nothing.
func nextHidden(text string, offset int) (at, size int) {
	for at = offset; at < len(text); at += size {
		size = 1
		if c := text[at]; c < utf8.RuneSelf && (c >= ' ' && c < 0x7f || c == '\t' || c == '\n' || c == '\r') {
			continue
		}
		before, r, next, n := source.Around(text, at)
		size = n
		switch {
		case at == 0 && r == '\ufeff':
		case source.Hidden(before, r, next), source.IsJoiner(r) && !source.IsOrdinaryJoiner(before, r):
			return at, size
		}
	}
	return at, 0
}
