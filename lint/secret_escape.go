package lint

import (
	"html"
	"slices"
	"sort"
	"strings"
)

// A gap is a place where text without escapes has fewer bytes than the original: the bytes from
// offset on are shift bytes further in the original.
type gap struct{ offset, shift int }

// originalOffset returns the offset in the original of a byte in text without escapes.
func originalOffset(gaps []gap, offset int) int {
	i := sort.Search(len(gaps), func(i int) bool { return gaps[i].offset > offset })
	if i == 0 {
		return offset
	}
	return offset + gaps[i-1].shift
}

// A charEscape is the bytes of text from offset on that show something else.
type charEscape struct {
	offset, length int
	shown          string
}

// unescape returns text with its escapes replaced by what a reader of Markdown sees, and its gaps;
// no gaps if text has no escapes.
func unescape(text string) (plain string, gaps []gap) {
	escapes := findEscapes(text)
	if len(escapes) == 0 {
		return text, nil
	}
	var b strings.Builder
	copied := 0
	for _, e := range escapes {
		if e.offset < copied {
			continue // the second backslash of two
		}
		b.WriteString(text[copied:e.offset])
		b.WriteString(e.shown)
		copied = e.offset + e.length
		gaps = append(gaps, gap{b.Len(), copied - b.Len()})
	}
	b.WriteString(text[copied:])
	return b.String(), gaps
}

// findEscapes returns the escapes in text, ascending. It searches for each first byte of
// an escape, which is faster than a loop over all bytes.
func findEscapes(text string) (found []charEscape) {
	for _, first := range []string{`\`, "&", "\xe2", "\xef", "\xc2"} {
		for offset := range indexes(text, first) {
			if e := escapeAt(text, offset); e.length > 0 {
				found = append(found, e)
			}
		}
	}
	slices.SortFunc(found, func(a, b charEscape) int { return a.offset - b.offset })
	return found
}

// invisible are the characters without a width. Source: Unicode.
var invisible = [...]string{"\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad"}

// escapeAt returns the escape at offset, of length 0 if there is none. Only bytes in keys count; an
// escape of another byte shows a space, for it ends a word. Source: CommonMark 0.31, sections 2.4 and 2.5.
func escapeAt(text string, offset int) charEscape {
	rest := text[offset:]
	switch rest[0] {
	case '\\':
		return backslashAt(rest, offset)
	case '&':
		const longest = len("&UnderBar;")
		n := strings.IndexByte(rest[:min(len(rest), longest)], ';') + 1
		if shown := html.UnescapeString(rest[:n]); len(shown) == 1 && isKeyByte(shown[0]) {
			return charEscape{offset, n, shown}
		}
	default:
		for _, c := range invisible {
			if strings.HasPrefix(rest, c) {
				return charEscape{offset, len(c), ""}
			}
		}
	}
	return charEscape{}
}

// backslashAt returns the escape at the beginning of rest, with one backslash or, as in JSON, two.
func backslashAt(rest string, offset int) charEscape {
	n := 1
	if strings.HasPrefix(rest, `\\`) {
		n = 2
	}
	code := rest[n:]
	switch {
	case code == "":
		return charEscape{}
	case strings.IndexByte("_-.", code[0]) >= 0:
		return charEscape{offset, n + 1, code[:1]}
	case strings.IndexByte("bfnrt", code[0]) >= 0:
		return charEscape{offset, n + 1, " "}
	case code[0] == 'x' && count('h', code[1:min(3, len(code))]) == 2:
		return charEscape{offset, n + 3, " "}
	case code[0] == 'u' && count('h', code[1:min(5, len(code))]) == 4:
		return charEscape{offset, n + 5, " "}
	}
	return charEscape{}
}
