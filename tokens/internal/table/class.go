package table

import "unicode"

// A Class is the set of classes of the split patterns that a character is in.
type Class uint8

const (
	Upper   Class = 1 << iota // [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]
	Lower                     // [\p{Ll}\p{Lm}\p{Lo}\p{M}]
	Letter                    // \p{L}
	Number                    // \p{N}
	Space                     // \s
	Newline                   // [\r\n]
	Other                     // [^\s\p{L}\p{N}]
)

// The table of classes is in two stages. The first byte for each 256
// characters says which of the blocks after it holds their classes, so that
// characters that are alike share a block.
const firstStage = (unicode.MaxRune + 1) >> 8

// ClassOf is the class of r in classes, which [BuildClasses] made.
func ClassOf(classes string, r rune) Class {
	return Class(classes[firstStage+int(classes[r>>8])<<8+int(r&0xff)])
}

// ASCII is the class of c, which must be below 0x80: the first block is that
// of the first characters.
func ASCII(classes string, c byte) Class { return Class(classes[firstStage+int(c)]) }

// BuildClasses makes the table of classes from package unicode.
func BuildClasses() []byte {
	table := make([]byte, firstStage)
	blocks := map[[256]byte]byte{}
	for i := range int(firstStage) {
		var block [256]byte
		for j := range block {
			block[j] = byte(classify(rune(i<<8 + j)))
		}
		number, ok := blocks[block]
		if !ok {
			number = byte(len(blocks))
			blocks[block] = number
			table = append(table, block[:]...)
		}
		table[i] = number
	}
	if len(blocks) > 256 {
		panic("more than 256 different blocks of characters")
	}
	return table
}

func classify(r rune) Class {
	switch {
	case r == '\r' || r == '\n':
		return Space | Newline
	case unicode.IsSpace(r):
		return Space
	case unicode.In(r, unicode.Lu, unicode.Lt):
		return Letter | Upper
	case unicode.Is(unicode.Ll, r):
		return Letter | Lower
	case unicode.IsLetter(r):
		return Letter | Upper | Lower
	case unicode.IsNumber(r):
		return Number
	case unicode.IsMark(r):
		return Other | Upper | Lower
	}
	return Other
}
