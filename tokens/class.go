package tokens

import (
	_ "embed" // for the table of classes
	"unicode"
	"unicode/utf8"
)

//go:embed classes.table
var classes string

// A charClass is the set of classes of the split patterns that a character is in.
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

// The table of classes is in two stages. The first byte for each 256
// characters says which of the blocks after it holds their classes, so that
// characters that are alike share a block.
const firstStage = (unicode.MaxRune + 1) >> 8

// classOf is the class of r.
func classOf(r rune) charClass {
	return charClass(classes[firstStage+int(classes[r>>8])<<8+int(r&0xff)])
}

// classAt is the class of the character at i and the place after it.
func classAt(text string, i int) (class charClass, after int) {
	if c := text[i]; c < utf8.RuneSelf {
		return charClass(classes[firstStage+int(c)]), i + 1 // the first block is that of the first characters
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	return classOf(r), i + size
}
