package tokens

import (
	_ "embed" // for the table of classes
	"unicode"
	"unicode/utf8"
)

//go:embed classes.table
var classes string

// A charClass is a set of classes that the split patterns distinguish, such as letters and white
// space. A character can have several classes.
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

// The table of classes has two stages. The first stage has a byte for each group of 256 characters.
// This byte is the number of a block in the second stage, which has their classes. Groups with the
// same classes use the same block.
const firstStage = (unicode.MaxRune + 1) >> 8

func classOf(r rune) charClass {
	return charClass(classes[firstStage+int(classes[r>>8])<<8+int(r&0xff)])
}

func classAt(text string, i int) (class charClass, after int) {
	if c := text[i]; c < utf8.RuneSelf {
		return charClass(classes[firstStage+int(c)]), i + 1 // block 0 has the first 256 characters
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	return classOf(r), i + size
}
