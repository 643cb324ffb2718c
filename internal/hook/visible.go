package hook

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The characters that have no look of their own and are in place only beside one
// that has. Source: Unicode Technical Standard 51.
const (
	joiner    = '\u200d'
	asText    = '\ufe0e'
	asEmoji   = '\ufe0f'
	keycap    = '\u20e3'
	skinFirst = '\U0001f3fb'
	skinLast  = '\U0001f3ff'
)

// visible is text with a mark for all that is not seen, but for the ends of lines
// and what puts emoji together: what hides from a person does not reach the model.
func visible(text string) string {
	if isASCII(text) {
		return text
	}
	var b strings.Builder
	before := rune(0) // of the characters that can be seen, and of asEmoji
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		next, _ := utf8.DecodeRuneInString(text[i:])
		shown := shownAs(before, r, next)
		b.WriteRune(shown)
		if r < skinFirst || r > skinLast {
			before = shown
		}
	}
	return b.String()
}

// isASCII reports whether text has nothing but lines of printable ASCII.
func isASCII(text string) bool {
	for i := range len(text) {
		if c := text[i]; c != '\n' && (c < ' ' || c > '~') {
			return false
		}
	}
	return true
}

// shownAs is what stands in an answer for r between two others.
func shownAs(before, r, next rune) rune {
	switch {
	case r == '\n':
		return r
	case r == '\t':
		return ' '
	case r == joiner && (isEmoji(before) || before == asEmoji) && isEmoji(next):
		return r
	case (r == asText || r == asEmoji) && (isEmoji(before) || next == keycap && strings.ContainsRune("0123456789#*", before)):
		return r
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
		return utf8.RuneError
	}
	return r
}

// isEmoji reports whether r is a picture, or a sign that may be shown as one.
func isEmoji(r rune) bool {
	switch {
	case r >= 0x1f000 && r <= 0x1faff:
		return true
	case r == '\u00a9' || r == '\u00ae' || r == '\u203c' || r == '\u2049':
		return true
	}
	return r >= 0x2100 && r <= 0x32ff && unicode.In(r, unicode.S)
}
