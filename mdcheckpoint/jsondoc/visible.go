package jsondoc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// Encode returns v as JSON for people and agents, and a line ending: with the characters as
// they are but for what [Visible] changes. Each line but the first begins with prefix.
func Encode(v any, prefix, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, indent)
	err := e.Encode(v)
	return Visible(b.Bytes()), err
}

// An Exact is a string that programs need byte for byte, such as the text of an edit. Where
// [Visible] would break a tag in it, its JSON has a number in place of the bracket.
type Exact string

// MarshalJSON returns the string as JSON.
func (e Exact) MarshalJSON() ([]byte, error) { return Exactly([]byte(Quote(string(e)))), nil }

// Exactly returns JSON with the same value as text, in which [Visible] breaks no tag.
func Exactly(text []byte) []byte {
	return atTags(text, func(bracket []byte) string {
		r, size := utf8.DecodeRune(bracket)
		return numbered(r) + string(bracket[size:])
	})
}

// Visible returns JSON that encoding/json wrote without escapes for HTML, with the tags that
// agents obey broken in each string as [spelling.BreakTags] does it, and an escape in place of
// each character that must not be shown and that encoding/json does not escape: DEL, the C1
// controls, marks of direction and what takes no room. It returns text itself if there is
// neither.
func Visible(text []byte) []byte {
	text = atTags(text, func(bracket []byte) string { return string(bracket) + `\\` })
	at, size := nextHidden(text, 0)
	if size == 0 {
		return text
	}
	var b bytes.Buffer
	done := 0
	for ; size > 0; at, size = nextHidden(text, done) {
		r, _ := utf8.DecodeRune(text[at:])
		b.Write(text[done:at])
		b.WriteString(numbered(r))
		done = at + size
	}
	b.Write(text[done:])
	return b.Bytes()
}

// numbered returns r as JSON spells it by its number, or by two beyond U+FFFF.
func numbered(r rune) string {
	var b strings.Builder
	for _, unit := range utf16.AppendRune(nil, r) {
		fmt.Fprintf(&b, `\u%04x`, unit)
	}
	return b.String()
}

// atTags returns JSON with what spell makes of the opening bracket of each tag.
func atTags(text []byte, spell func(bracket []byte) string) []byte {
	var b bytes.Buffer
	done := 0
	for at, end := range spelling.Tags(text, character) {
		b.Write(text[done:at])
		b.WriteString(spell(text[at:end]))
		done = end
	}
	if done == 0 {
		return text
	}
	b.Write(text[done:])
	return b.Bytes()
}

// character reads a character of a string of JSON, which ends at its quotation mark; of a
// pair of surrogates, one.
func character(text []byte, at int) (rune, int) {
	rest := text[at:min(at+len(`\u0000`), len(text))]
	switch {
	case len(rest) == 0 || rest[0] == '"':
		return 0, 0
	case rest[0] != '\\' || len(rest) == 1:
		return utf8.DecodeRune(rest)
	case rest[1] == 'u':
		n, _ := strconv.ParseUint(string(rest[2:]), 16, 16)
		return rune(n), len(rest)
	}
	if i := strings.IndexByte("bfnrt", rest[1]); i >= 0 {
		return rune("\b\f\n\r\t"[i]), 2
	}
	return rune(rest[1]), 2
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
