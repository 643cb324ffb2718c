package source

import "unicode"

// Hidden reports whether r is a character that must not be shown as it is: one that moves a
// terminal's cursor, ends a line, changes the order of what is shown, or takes no room and
// so hides what stands there. Tabs and line feeds are among them. The joiners U+200C and
// U+200D are not: words of some languages and emoji are written with them; nor are the marks
// of Cf that stand visibly around a number. Source: the Unicode Character Database,
// categories Cc, Cf, Zl and Zp, property Prepended_Concatenation_Mark.
func Hidden(r rune) bool {
	switch {
	case r < ' ' || r == 0x7f:
		return true
	case r < 0x7f || r == '\u200c' || r == '\u200d':
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}
