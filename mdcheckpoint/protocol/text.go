package protocol

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// CheckText reports what of the texts no file can keep. To leave it out would join
// what it parts, and say something else than was given.
func CheckText(texts ...string) error {
	for _, text := range texts {
		if !utf8.ValidString(text) {
			return BadRequest("", "the text %q is not UTF-8", text)
		}
		for _, r := range strings.TrimPrefix(text, "\ufeff") {
			if r != '\r' && IsControl(r) {
				return BadRequest("remove it, or replace it by a space", "the text %q contains the control character %U", text, r)
			}
		}
	}
	return nil
}

// IsControl reports whether no file keeps r.
func IsControl(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || r == '\ufeff')
}
