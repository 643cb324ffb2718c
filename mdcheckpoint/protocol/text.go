package protocol

import (
	"strings"
	"unicode/utf8"

	"mdck/internal/spelling"
)

// CheckText returns an error if a text is not UTF-8 or has control characters.
func CheckText(texts ...string) error {
	for _, text := range texts {
		if !utf8.ValidString(text) {
			return BadRequest("", "the text %q is not UTF-8", text)
		}
		for _, r := range strings.TrimPrefix(text, "\ufeff") {
			if r != '\r' && spelling.IsControl(r) {
				return BadRequest("remove the character, or replace it with a space", "the text %q contains the control character %U", text, r)
			}
		}
	}
	return nil
}

// IsConflict reports whether text contains git's merge markers.
func IsConflict(text string) bool {
	text = "\n" + text
	return strings.Contains(text, "\n<<<<<<< ") && strings.Contains(text, "\n>>>>>>> ")
}
