package hook

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mdck/internal/spelling"
)

// visible replaces hidden characters, because people cannot see them. It breaks tags, because
// agents may obey them.
func visible(text string) string {
	text = spelling.BreakTags(text)
	var b strings.Builder
	for i := 0; i < len(text); {
		before, r, next, size := spelling.Around(text, i)
		switch {
		case r == '\n':
		case r == '\t':
			r = ' '
		case isHidden(before, r, next):
			r = utf8.RuneError
		}
		b.WriteRune(r)
		i += size
	}
	return b.String()
}

// isHidden is stricter than [spelling.Hidden], because no person reads the text.
func isHidden(before, r, next rune) bool {
	if spelling.IsJoiner(r) {
		return r != '\u200d' || !spelling.IsEmoji(next) || !spelling.IsEmoji(before) && before != '\ufe0f'
	}
	return spelling.Hidden(before, r, next) || unicode.In(r, unicode.Co, unicode.Cs) || unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}
