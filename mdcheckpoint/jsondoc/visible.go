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
	"mdck/mdcheckpoint/source"
)

// Encode returns v as JSON for people and agents, and a line ending: with the characters as
// they are except what [Visible] changes. Each line but the first begins with prefix.
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
	return respelled(text, spelling.Tags(text, character), func(bracket []byte) string {
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
	text = respelled(text, spelling.Tags(text, character), func(bracket []byte) string { return string(bracket) + `\\` })
	return respelled(text, hidden(text), func(letter []byte) string {
		r, _ := utf8.DecodeRune(letter)
		return numbered(r)
	})
}

// numbered returns r as a \u escape, or as two beyond U+FFFF.
func numbered(r rune) string {
	var b strings.Builder
	for _, unit := range utf16.AppendRune(nil, r) {
		fmt.Fprintf(&b, `\u%04x`, unit)
	}
	return b.String()
}

// respelled returns text with each of ranges replaced by the result of spell; text itself if
// there are no ranges.
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

// hidden yields where the characters begin and end that must not be shown. What is below DEL
// encoding/json has seen to.
func hidden(text []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for at, size := source.NextHidden(text, 0); size > 0; at, size = source.NextHidden(text, at+size) {
			if text[at] >= 0x7f && !yield(at, at+size) {
				return
			}
		}
	}
}
