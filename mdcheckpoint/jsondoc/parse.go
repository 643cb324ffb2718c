package jsondoc

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

const bom = "\ufeff"

// Parse reads text as one JSON value. name is only used in positions.
//
// Every error is a [*source.Error] at the wrong byte, and wraps an error of this package.
func Parse(name, text string) (*Document, error) {
	f := source.NewFile(name, text)
	seen, err := limited(f)
	if err != nil {
		return nil, err
	}
	base := len(text) - len(strings.TrimPrefix(text, bom))
	if seen.slash || !json.Valid([]byte(text[base:])) {
		return nil, syntaxError(f, base)
	}
	b := builder{file: f, at: base, free: make([]Value, seen.values)}
	b.space()
	root, err := b.value()
	if err != nil {
		return nil, err
	}
	return &Document{File: f, Root: root}, nil
}

func limited(f *source.File) (scanned, error) {
	if err := f.Check(MaxSize); err != nil {
		return scanned{}, err
	}
	text := strings.TrimPrefix(f.Text, bom)
	seen := scan(text)
	at := len(f.Text) - len(text) + seen.end
	switch {
	case seen.depth > MaxDepth:
		return seen, f.Errorf(at, "%w: more than %d levels", ErrTooDeep, MaxDepth)
	case seen.values > MaxValues:
		return seen, f.Errorf(at, "%w: more than %d values", ErrTooMany, MaxValues)
	}
	return seen, nil
}

// ParseChecked is [Parse] with [Document.Check]. The first problem is a [*source.Error]; unknown
// keys are ignored.
func ParseChecked(name, text string, root Field) (*Document, error) {
	d, err := Parse(name, text)
	if err != nil {
		return nil, err
	}
	for _, p := range d.Check(root) {
		if p.Class != Unknown {
			return nil, d.File.Errorf(p.Span.Start, "%s", p.Message)
		}
	}
	return d, nil
}

// ParseAs is like [Parse], for a type that has only the document.
func ParseAs[T ~struct{ Doc *Document }](name, text string) (*T, error) {
	d, err := Parse(name, text)
	if err != nil {
		return nil, err
	}
	return &T{d}, nil
}

type scanned struct {
	end    int // where the scan stopped
	depth  int
	slash  bool // there is a slash outside strings, so the text is not JSON
	values int  // upper bound for the number of values
}

// scan examines brackets, commas, slashes and quotes only. It checks the depth before a builder,
// which recurses without a limit.
func scan(text string) scanned {
	s := scanned{values: 1}
	for ; s.end < len(text); s.end++ {
		switch text[s.end] {
		case '{', '[':
			s.values++
			s.depth++
		case '}', ']':
			s.depth--
		case ',':
			s.values++
		case '/':
			s.slash = true
			return s
		case '"':
			s.end = stringEnd(text, s.end)
		}
		if s.depth > MaxDepth || s.values > MaxValues {
			break
		}
	}
	return s
}

// stringEnd returns the offset where the string at i ends, or an offset after the text.
func stringEnd(text string, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

func syntaxError(f *source.File, base int) *source.Error {
	text := f.Text[base:]
	// with a wrong byte at the end, because an unexpected end of the text has no offset
	var raw json.RawMessage
	err, _ := errors.AsType[*json.SyntaxError](json.Unmarshal([]byte(text+"\x00"), &raw))
	if err == nil {
		return f.Errorf(base, "%w", ErrSyntax)
	}
	at := int(err.Offset) - 1
	rest := text[min(at, len(text)):]
	switch {
	case rest == "":
		return f.Errorf(len(f.Text), "%w: unexpected end of text", ErrSyntax)
	case strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*"):
		return f.Errorf(base+at, "%w: unexpected comment", ErrSyntax)
	}
	r, _ := utf8.DecodeRuneInString(rest)
	_, context, _ := strings.Cut(err.Error(), "' ")
	return f.Errorf(base+at, "%w: unexpected %q %s", ErrSyntax, r, context)
}

// A builder creates values from valid JSON text.
type builder struct {
	file *source.File
	at   int
	free []Value // preallocated values, enough for the text
}

func (b *builder) space() {
	for text := b.file.Text; b.at < len(text) && isSpace(text[b.at]); b.at++ {
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func (b *builder) value() (*Value, error) {
	v := &b.free[0]
	b.free = b.free[1:]
	v.Span.Start = b.at
	var err error
	switch b.file.Text[b.at] {
	case '{':
		v.Kind, err = Object, b.object(v)
	case '[':
		v.Kind, err = Array, b.array(v)
	default:
		v.text = literalAt(b.file.Text, b.at)
		v.Kind = literalKind(v.text)
		b.at += len(v.text)
	}
	v.Span.End = b.at
	return v, err
}

func (b *builder) more(closing byte) bool {
	b.space()
	switch b.file.Text[b.at] {
	case closing:
		b.at++
		return false
	case ',':
		b.at++
		b.space()
	}
	return true
}

func (b *builder) object(to *Value) error {
	seen := map[string]bool{}
	b.at++
	for b.more('}') {
		m := b.key()
		if seen[m.Key] {
			return b.file.Errorf(m.KeySpan.Start, "%w %q", ErrDuplicateKey, m.Key)
		}
		seen[m.Key] = true
		var err error
		if m.Value, err = b.value(); err != nil {
			return err
		}
		to.Members = append(to.Members, m)
	}
	return nil
}

func (b *builder) key() Member {
	literal := literalAt(b.file.Text, b.at)
	m := Member{Key: decode(literal), KeySpan: source.Between(b.at, b.at+len(literal))}
	b.at = m.KeySpan.End
	b.space()
	b.at++ // over the colon
	b.space()
	return m
}

func (b *builder) array(to *Value) error {
	b.at++
	for b.more(']') {
		e, err := b.value()
		if err != nil {
			return err
		}
		to.Elements = append(to.Elements, e)
	}
	return nil
}

func literalAt(text string, start int) string {
	if text[start] == '"' {
		return text[start : stringEnd(text, start)+1]
	}
	end := start
	for end < len(text) && !isSpace(text[end]) && text[end] != ',' && text[end] != ']' && text[end] != '}' {
		end++
	}
	return text[start:end]
}

func literalKind(text string) Kind {
	if text == "" {
		return 0
	}
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
