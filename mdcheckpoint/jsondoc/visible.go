package jsondoc

import (
	"bytes"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

// Visible is text, which encoding/json wrote, with an escape in place of each character
// that must not be shown and encoding/json lets be: DEL, the C1 controls, marks of
// direction and what takes no room. They stand in strings alone, so the value is the same. It is text itself
// where there is none.
func Visible(text []byte) []byte {
	at, size := nextHidden(text, 0)
	if size == 0 {
		return text
	}
	var b bytes.Buffer
	done := 0
	for ; size > 0; at, size = nextHidden(text, done) {
		r, _ := utf8.DecodeRune(text[at:])
		b.Write(text[done:at])
		for _, unit := range utf16.AppendRune(nil, r) { // two where r is beyond U+FFFF
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
		done = at + size
	}
	b.Write(text[done:])
	return b.Bytes()
}

// nextHidden is where the first character from offset on that must not be shown stands, and
// its size; 0 if there is none. What is below DEL encoding/json has seen to.
func nextHidden(text []byte, offset int) (at, size int) {
	for {
		at, size = source.NextHidden(text, offset)
		if size == 0 || text[at] >= 0x7f {
			return at, size
		}
		offset = at + size
	}
}
