package lint

import (
	"html"
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A gap is where a text without escapes has fewer bytes than the original: from offset at on,
// bytes stand shift bytes further in the original.
type gap struct{ at, shift int }

// zeroWidths are characters that nobody sees. Source: Unicode.
var zeroWidths = [...]string{"\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad"}

// unescaped is text as a reader of Markdown sees the keys in it, with its gaps; none if there
// is no escape in text.
func unescaped(text string) (plain string, gaps []gap) {
	if !hasEscape(text) {
		return "", nil
	}
	b := make([]byte, 0, len(text))
	copied := 0
	for at := 0; at < len(text); {
		n, shown := escapeAt(text, at)
		if n == 0 {
			at++
			continue
		}
		b = append(append(b, text[copied:at]...), shown...)
		at += n
		copied = at
		gaps = append(gaps, gap{at: len(b), shift: at - len(b)})
	}
	return string(append(b, text[copied:]...)), gaps
}

// hasEscape reports whether escapeAt finds one in text. It looks for their first bytes, one
// after the other, for that is quicker than to look at each byte.
func hasEscape(text string) bool {
	for _, first := range []byte("\\&\xe2\xef\xc2") {
		for at := 0; ; at++ {
			i := strings.IndexByte(text[at:], first)
			if i < 0 {
				break
			}
			at += i
			if n, _ := escapeAt(text, at); n > 0 {
				return true
			}
		}
	}
	return false
}

// escapeAt is how many bytes at offset are an escape, and what they show; 0 if they are none.
// Source: CommonMark 0.31, sections 2.4 and 2.5.
func escapeAt(text string, offset int) (n int, shown string) {
	switch rest := text[offset:]; rest[0] {
	case '\\':
		return backslashAt(rest)
	case '&':
		return entityAt(rest)
	case "\u200b"[0], "\ufeff"[0], "\u00ad"[0]:
		return zeroWidthAt(text, offset), ""
	}
	return 0, ""
}

// backslashAt is one backslash, or two as JSON has it, and what of keys stands behind.
func backslashAt(text string) (n int, shown string) {
	for n = 1; n < min(3, len(text)); n++ {
		if strings.IndexByte("_-.", text[n]) >= 0 {
			return n + 1, text[n : n+1]
		}
		if text[n] != '\\' {
			break
		}
	}
	return 0, ""
}

// entityAt is a character reference at the beginning of text to a byte of keys.
func entityAt(text string) (n int, shown string) {
	const most = len("&UnderBar;")
	n = strings.IndexByte(text[:min(len(text), most)], ';') + 1
	shown = html.UnescapeString(text[:n])
	if len(shown) != 1 || !isKeyByte(shown[0]) {
		return 0, ""
	}
	return n, shown
}

// zeroWidthAt is the length of the characters from offset that have no width and stand in a
// word.
func zeroWidthAt(text string, offset int) int {
	end := offset
	for n := zeroWidth(text[end:]); n > 0; n = zeroWidth(text[end:]) {
		end += n
	}
	if offset == 0 || !inKey(text[offset-1]) || end == len(text) || !inKey(text[end]) {
		return 0
	}
	return end - offset
}

// zeroWidth is the length of the character at the beginning of text if it has no width, else 0.
func zeroWidth(text string) int {
	for _, z := range zeroWidths {
		if strings.HasPrefix(text, z) {
			return len(z)
		}
	}
	return 0
}

// inKey reports whether c may stand in a key, at any place.
func inKey(c byte) bool { return isKeyByte(c) || inAlphabet('f', c) }

// original is where the bytes of span stand in the text that gaps are of.
func original(gaps []gap, span source.Span) source.Span {
	return source.Span{Start: span.Start + shiftAt(gaps, span.Start), End: span.End + shiftAt(gaps, span.End)}
}

// shiftAt is the shift of the last gap that is not behind offset.
func shiftAt(gaps []gap, offset int) int {
	i, found := slices.BinarySearchFunc(gaps, offset, func(g gap, at int) int { return g.at - at })
	if found {
		i++
	}
	if i == 0 {
		return 0
	}
	return gaps[i-1].shift
}
