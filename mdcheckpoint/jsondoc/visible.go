package jsondoc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"mdck/internal/spelling"
)

// Encode returns v as JSON for people and agents, with a line ending at the end. It keeps all
// characters except those that [Visible] changes. Each line but the first begins with prefix.
func Encode(v any, prefix, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, indent)
	err := e.Encode(v)
	return Visible(b.Bytes()), err
}

// An Exact is a string that programs need byte for byte, such as the text of an edit. Its JSON
// contains no tag that [Visible] would break: a \u escape replaces the bracket of each tag.
type Exact string

// MarshalJSON returns the string as JSON.
func (e Exact) MarshalJSON() ([]byte, error) { return Exactly([]byte(Quote(string(e)))), nil }

// Exactly returns JSON with the same value as text. It contains no tag that [Visible] would break.
func Exactly(text []byte) []byte {
	return respelled(text, spelling.Tags(text, character), func(bracket []byte) string {
		r, size := utf8.DecodeRune(bracket)
		return numbered(r) + string(bracket[size:])
	})
}

// Visible returns text in a form that is safe to show. The text must be JSON that encoding/json
// wrote without escapes for HTML. In strings, Visible breaks the tags that agents obey, as
// [spelling.BreakTags] does. It escapes hidden characters that encoding/json does not escape: DEL,
// the C1 controls, characters that change the direction of text, and characters without width. If
// there is nothing to change, it returns text itself.
func Visible(text []byte) []byte {
	text = respelled(text, spelling.Tags(text, character), func(bracket []byte) string { return string(bracket) + `\\` })
	return respelled(text, hidden(text), func(letter []byte) string {
		r, _ := utf8.DecodeRune(letter)
		return numbered(r)
	})
}

// numbered returns r as a \u escape, or as two escapes if r is above U+FFFF.
func numbered(r rune) string {
	var b strings.Builder
	for _, unit := range utf16.AppendRune(nil, r) {
		fmt.Fprintf(&b, `\u%04x`, unit)
	}
	return b.String()
}

// If ranges is empty, respelled returns text itself.
func respelled(text []byte, ranges iter.Seq2[int, int], spell func([]byte) string) []byte {
	var b bytes.Buffer
	done := 0
	for at, end := range ranges {
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

// character returns the character at an offset of a JSON string, and its size in bytes. The size is
// 0 at the quotation mark that ends the string. If two \u escapes represent one character,
// character returns only the half at that offset.
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

// hidden yields the start and the end of each character that must not be shown. It skips characters
// below DEL, because encoding/json has already escaped them in strings.
func hidden(text []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for at, size := spelling.NextHidden(text, 0); size > 0; at, size = spelling.NextHidden(text, at+size) {
			if text[at] >= 0x7f && !yield(at, at+size) {
				return
			}
		}
	}
}
