package jsondoc

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"mdck/mdcheckpoint/source"
)

const bom = "\ufeff"

// Parse reads text as one JSON value. The name is used in positions only.
//
// Every failure is a [*source.Error] at the byte that is to blame, or at the
// end of a text that stops too early, and wraps [ErrSyntax], [ErrTooDeep],
// [ErrDuplicateKey] (at the second of the keys), [ErrNotUTF8] or [ErrTooLarge].
// Size, encoding and depth are looked at first, so that of two faults it may be
// the later one that is told.
func Parse(name, text string) (*Document, error) {
	f := source.NewFile(name, text)
	if len(text) > MaxSize {
		return nil, f.Errorf(MaxSize, "%w: %d bytes, want at most %d", ErrTooLarge, len(text), MaxSize)
	}
	if i := source.InvalidUTF8(text); i >= 0 {
		return nil, f.Errorf(i, "%w: byte %#02x", ErrNotUTF8, text[i])
	}
	base := len(text) - len(strings.TrimPrefix(text, bom))
	deep, ok := scan(text[base:])
	if deep >= 0 {
		return nil, f.Errorf(base+deep, "%w: more than %d levels", ErrTooDeep, MaxDepth)
	}
	if !ok {
		return nil, syntaxError(f, base)
	}
	root, err := hujson.Parse([]byte(text[base:]))
	if err != nil {
		return nil, syntaxError(f, base)
	}
	b := builder{file: f, base: base}
	d := &Document{File: f, Root: &Value{}}
	if err := b.build(d.Root, &root); err != nil {
		return nil, err
	}
	return d, nil
}

// scan gives the offset of the bracket that opens one level too many, or -1,
// and whether the text has no slash outside of strings. It must be called
// before the parser is, which recurses without bound and dies on 1 MiB of "[".
//
// The parser knows comments, in which brackets and quotes mean nothing. So the
// scan ends at a slash: no JSON text has one there.
func scan(text string) (deep int, ok bool) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			if depth++; depth > MaxDepth {
				return i, true
			}
		case '}', ']':
			depth--
		case '/':
			return -1, false
		case '"':
			i = stringEnd(text, i)
		}
	}
	return -1, true
}

// stringEnd is the offset of the quote that ends the string which starts at i,
// or of the end of text.
func stringEnd(text string, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

// syntaxError tells what is wrong with the text of f behind its byte order
// mark, which has base bytes. The parser that gives the spans knows places of
// faults only roughly, so encoding/json is asked.
func syntaxError(f *source.File, base int) *source.Error {
	text := f.Text[base:]
	// The byte 0 behind the text, which no JSON has, makes the end of the text
	// a place like any other.
	var raw json.RawMessage
	err, _ := errors.AsType[*json.SyntaxError](json.Unmarshal([]byte(text+"\x00"), &raw))
	if err == nil {
		return f.Errorf(base, "%w", ErrSyntax)
	}
	at := int(err.Offset) - 1
	rest := text[min(at, len(text)):]
	before := strings.TrimRight(text[:len(text)-len(rest)], " \t\r\n")
	r, _ := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "":
		return f.Errorf(len(f.Text), "%w: unexpected end of text", ErrSyntax)
	case strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*"):
		return f.Errorf(base+at, "%w: a comment", ErrSyntax)
	case (r == '}' || r == ']') && strings.HasSuffix(before, ","):
		return f.Errorf(base+len(before)-1, "%w: a comma before %q", ErrSyntax, r)
	}
	_, context, _ := strings.Cut(err.Error(), "' ")
	return f.Errorf(base+at, "%w: unexpected %q %s", ErrSyntax, r, context)
}

// A builder makes values of what the parser found.
type builder struct {
	file *source.File
	base int // offset in file of the text that was parsed
}

func (b *builder) span(v *hujson.Value) source.Span {
	return source.Span{Start: b.base + v.StartOffset, End: b.base + v.EndOffset}
}

func (b *builder) build(to *Value, from *hujson.Value) error {
	to.Span = b.span(from)
	switch v := from.Value.(type) {
	case *hujson.Object:
		to.Kind = Object
		return b.object(to, v)
	case *hujson.Array:
		to.Kind = Array
		return b.array(to, v)
	default:
		to.text = b.file.Slice(to.Span)
		to.Kind = literalKind(to.text)
		return nil
	}
}

func (b *builder) object(to *Value, from *hujson.Object) error {
	values := make([]Value, len(from.Members)) // one allocation for all
	to.Members = make([]Member, 0, len(from.Members))
	var seen map[string]bool
	if len(from.Members) > 8 {
		seen = make(map[string]bool, len(from.Members))
	}
	for i := range from.Members {
		m := Member{KeySpan: b.span(&from.Members[i].Name), Value: &values[i]}
		m.Key = decode(b.file.Slice(m.KeySpan))
		if seen[m.Key] || seen == nil && to.find(m.Key) >= 0 {
			return b.file.Errorf(m.KeySpan.Start, "%w %q", ErrDuplicateKey, m.Key)
		}
		if seen != nil {
			seen[m.Key] = true
		}
		if err := b.build(m.Value, &from.Members[i].Value); err != nil {
			return err
		}
		to.Members = append(to.Members, m)
	}
	if n := len(values); n > 0 && from.Members[n-1].Value.AfterExtra != nil {
		return syntaxError(b.file, b.base)
	}
	return nil
}

func (b *builder) array(to *Value, from *hujson.Array) error {
	values := make([]Value, len(from.Elements))
	to.Elements = make([]*Value, len(from.Elements))
	for i := range from.Elements {
		to.Elements[i] = &values[i]
		if err := b.build(to.Elements[i], &from.Elements[i]); err != nil {
			return err
		}
	}
	// The parser says "comma behind the last" by something that is not nil here.
	if n := len(values); n > 0 && from.Elements[n-1].AfterExtra != nil {
		return syntaxError(b.file, b.base)
	}
	return nil
}

func literalKind(text string) Kind {
	switch text[0] {
	case 'n':
		return Null
	case 't', 'f':
		return Bool
	case '"':
		return String
	}
	if strings.ContainsAny(text, ".eE") {
		return fraction
	}
	return Int
}
