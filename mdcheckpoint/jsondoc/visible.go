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

// Encode returns v as JSON with a final line ending, made safe by [Visible]. Each line but the first
// begins with prefix.
func Encode(v any, prefix, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, indent)
	err := e.Encode(v)
	return Visible(b.Bytes()), err
}

// An Exact is a string that programs need byte for byte. Its JSON has \u escapes for the brackets of
// tags.
type Exact string

// MarshalJSON returns the string as JSON.
func (e Exact) MarshalJSON() ([]byte, error) { return Exactly([]byte(Quote(string(e)))), nil }

// Exactly returns JSON with the value of text, in which [Visible] finds no tag to break.
func Exactly(text []byte) []byte {
	return respelled(text, spelling.Tags(text, character), func(bracket []byte) string {
		r, size := utf8.DecodeRune(bracket)
		return numbered(r) + string(bracket[size:])
	})
}

// Visible makes JSON safe to show: it escapes hidden characters, and breaks tags that agents obey.
// text is the output of encoding/json without HTML escapes. The result may be text itself.
func Visible(text []byte) []byte {
	text = respelled(text, spelling.Tags(text, character), func(bracket []byte) string { return string(bracket) + `\\` })
	return respelled(text, hidden(text), func(letter []byte) string {
		r, _ := utf8.DecodeRune(letter)
		return numbered(r)
	})
}

func numbered(r rune) string {
	var b strings.Builder
	for _, unit := range utf16.AppendRune(nil, r) {
		fmt.Fprintf(&b, `\u%04x`, unit)
	}
	return b.String()
}

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

// character returns the character at an offset of a JSON string, and its size in bytes: 0 for the
// closing quotation mark.
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

// hidden yields the start and the end of each hidden character that encoding/json does not escape.
func hidden(text []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for at, size := spelling.NextHidden(text, 0); size > 0; at, size = spelling.NextHidden(text, at+size) {
			if text[at] >= 0x7f && !yield(at, at+size) {
				return
			}
		}
	}
}
