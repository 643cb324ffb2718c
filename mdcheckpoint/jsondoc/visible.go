package jsondoc

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

// Visible is text, which encoding/json wrote, with an escape in place of each character
// that must not be shown and encoding/json lets be: DEL, the C1 controls, marks of
// direction and what takes no room. They stand in strings alone, so the value is the same. It is text itself
// where there is none.
func Visible(text []byte) []byte {
	if !bytes.ContainsFunc(text, actsAsIs) {
		return text
	}
	var b bytes.Buffer
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if actsAsIs(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.Write(text[:size])
		}
		text = text[size:]
	}
	return b.Bytes()
}

func actsAsIs(r rune) bool {
	return r >= 0x7f && source.Hidden(r)
}
