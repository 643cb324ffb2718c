package spelling

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Characters that modify a neighbour, from Unicode Technical Standard 51.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
	asText    = '\ufe0e'
	asEmoji   = '\ufe0f'
	keycap    = '\u20e3'
)

// Hidden reports whether r must not be printed. before and next are its neighbours, or 0.
//
// A hidden character moves the cursor, ends a line, changes the order of the text or can hide text.
// Tabs and line feeds are hidden too. Not hidden are joiners, format characters before a number, and
// variation selectors of an emoji or a keycap.
//
// Source: the Unicode Character Database, categories Cc, Cf, Zl and Zp, properties
// Default_Ignorable_Code_Point and Prepended_Concatenation_Mark.
func Hidden(before, r, next rune) bool {
	switch {
	case r < ' ' || r == 0x7f:
		return true
	case r < 0x7f || r == nonJoiner || r == joiner:
		return false
	case r == asText || r == asEmoji:
		return !IsEmoji(before) && (next != keycap || !strings.ContainsRune("0123456789#*", before))
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
		return !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
	}
	return false
}

// IsEmoji reports whether r may look like an emoji. Source: emoji-variation-sequences.txt of the
// Unicode Character Database, as ranges.
func IsEmoji(r rune) bool {
	switch r {
	case '\u00a9', '\u00ae', '\u203c', '\u2049', '\u2139', '\u3030', '\u303d': // outside the ranges below
		return true
	}
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2100 && r <= 0x32ff && unicode.In(r, unicode.S)
}

// IsOrdinaryJoiner reports whether r is a joiner after a letter, a mark or an emoji.
func IsOrdinaryJoiner(before, r rune) bool {
	switch {
	case r != joiner && r != nonJoiner:
		return false
	case before == asEmoji || IsEmoji(before):
		return true
	}
	return unicode.In(before, unicode.L, unicode.M) && !Hidden(0, before, 0)
}

// IsJoiner reports whether r is one of the two joiners.
func IsJoiner(r rune) bool { return r == joiner || r == nonJoiner }

// NextHidden returns the offset of the first [Hidden] character from offset on, and its size in
// bytes; size 0 means none.
func NextHidden[T string | []byte](text T, offset int) (at, size int) {
	for at = SkipPlain(text, offset); at < len(text); at = SkipPlain(text, at+size) {
		var before, r, next rune
		if before, r, next, size = Around(text, at); Hidden(before, r, next) {
			return at, size
		}
	}
	return at, 0
}

// SkipPlain returns the offset of the first byte from at on that is not printable ASCII. It reads
// eight bytes at a time, because it searches all output.
func SkipPlain[T string | []byte](text T, at int) int {
	const each = 0x0101010101010101
	for ; at+8 <= len(text); at += 8 {
		s := text[at : at+8]
		word := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		if (word|(word-' '*each)|(word+each))&(0x80*each) != 0 { // above 0x7f, below ' ', or 0x7f
			break
		}
	}
	for at < len(text) && text[at] >= ' ' && text[at] < 0x7f {
		at++
	}
	return at
}

// Around returns the character at an offset, its size in bytes, and its neighbours.
func Around[T string | []byte](text T, at int) (before, r, next rune, size int) {
	r, size = utf8.DecodeRuneInString(string(text[at:min(at+utf8.UTFMax, len(text))]))
	if at > 0 {
		before, _ = utf8.DecodeLastRuneInString(string(text[max(at-utf8.UTFMax, 0):at]))
	}
	if end := at + size; end < len(text) {
		next, _ = utf8.DecodeRuneInString(string(text[end:min(end+utf8.UTFMax, len(text))]))
	}
	return before, r, next, size
}

// Escape escapes invalid UTF-8 and [Hidden] characters as %q does, except those in keep.
func Escape(text, keep string) string {
	if _, size := NextHidden(text, 0); size == 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	done := 0 // bytes already copied
	for i := 0; i < len(text); {
		before, r, next, size := Around(text, i)
		if r == utf8.RuneError && size == 1 || Hidden(before, r, next) && !strings.ContainsRune(keep, r) {
			b.WriteString(text[done:i])
			b.WriteString(escape(r, text[i:i+size]))
			done = i + size
		}
		i += size
	}
	b.WriteString(text[done:])
	return b.String()
}

func escape(r rune, text string) string {
	if len(text) == 1 && text[0] >= utf8.RuneSelf {
		return fmt.Sprintf("\\x%02x", text[0])
	}
	return strings.Trim(strconv.QuoteRuneToASCII(r), "'")
}
