package hook

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// The modifiers of a picture, behind which a joiner still belongs to the picture. Source:
// Unicode Technical Standard 51.
const (
	skinFirst = '\U0001f3fb'
	skinLast  = '\U0001f3ff'
)

// visible is text with a mark for all that is not seen, but for the ends of lines and what
// puts emoji together, and with the tags of agents broken: what hides from a person does not
// reach the model.
func visible(text string) string {
	text = spelling.BreakTags(text)
	if isASCII(text) {
		return text
	}
	var b strings.Builder
	before := rune(0) // of the characters that can be seen, and of selectors
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

// shownAs is what stands in an answer for r between two others: more is marked than
// [source.Hidden] has, as nothing here is read by a person.
func shownAs(before, r, next rune) rune {
	switch {
	case r == '\n':
		return r
	case r == '\t':
		return ' '
	case source.IsJoiner(r) && !(r == '\u200d' && (source.IsEmoji(before) || before == '\ufe0f') && source.IsEmoji(next)):
		return utf8.RuneError
	case source.Hidden(before, r, next) || unicode.In(r, unicode.Co, unicode.Cs) || unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return utf8.RuneError
	}
	return r
}
