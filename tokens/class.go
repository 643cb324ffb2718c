package tokens

import (
	_ "embed" // for the table of classes
	"unicode"
	"unicode/utf8"
)

//go:embed classes.table
var classes string

// A charClass is a set of the character classes of the split patterns.
type charClass uint8

const (
	classUpper   charClass = 1 << iota // [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]
	classLower                         // [\p{Ll}\p{Lm}\p{Lo}\p{M}]
	classLetter                        // \p{L}
	classNumber                        // \p{N}
	classSpace                         // \s
	classNewline                       // [\r\n]
	classOther                         // [^\s\p{L}\p{N}]
)

// firstStage is the length of the first part of classes, which has a block number for each 256
// characters. The blocks follow.
const firstStage = (unicode.MaxRune + 1) >> 8

func classOf(r rune) charClass {
	return charClass(classes[firstStage+int(classes[r>>8])<<8+int(r&0xff)])
}

func classAt(text string, i int) (class charClass, after int) {
	if c := text[i]; c < utf8.RuneSelf {
		return charClass(classes[firstStage+int(c)]), i + 1 // block 0
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	return classOf(r), i + size
}
