package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// maxNamed is how many different characters a message names.
const maxNamed = 4

// checkHidden has one finding for each line, from its first hidden character to its last.
func checkHidden(u *Unit) []Finding {
	text := u.File.Text
	if len(text) > mdcheckpoint.MaxSize || !utf8.ValidString(text) {
		return nil // what it is is not known
	}
	var found []Finding
	var line hiddenLine
	flush := func() {
		if line.count > 0 {
			found = append(found, line.finding())
		}
		line = hiddenLine{}
	}
	for at, size := nextUnseen(text, 0); size > 0; at, size = nextUnseen(text, at+size) {
		if line.count > 0 && strings.ContainsAny(text[line.span.End:at], "\r\n") {
			flush()
		}
		line.add(text, source.Span{Start: at, End: at + size})
	}
	flush()
	return found
}

// A hiddenLine is what one line hides.
type hiddenLine struct {
	span  source.Span
	count int
	names []string // of the different characters, in their order
}

func (h *hiddenLine) add(text string, s source.Span) {
	if h.count++; h.count == 1 {
		h.span.Start = s.Start
	}
	h.span.End = s.End
	r, _ := utf8.DecodeRuneInString(text[s.Start:])
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

// nextUnseen is where the next character at or after offset stands that should not be in a
// checkpoint, and its size; 0 if there is none. That is what [source.Hidden] has, without
// white space and a byte order mark at the start, and a joiner that joins nothing.
func nextUnseen(text string, offset int) (at, size int) {
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
