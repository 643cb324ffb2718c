// Package yamldoc reads a YAML text into the values of package jsondoc, with the
// exact span of every key and value. A table of [jsondoc.Field] can check
// configuration and front matter like JSON.
//
// # Reading
//
// A text has one document with a mapping at the top, in block or flow style. An empty
// text is an empty object.
//
// [Parse] refuses features that nobody uses on purpose in such files: anchors,
// aliases, merge keys, tags, directives, keys that are not scalars, infinities, and
// duplicate keys. It also refuses texts that the parser, goccy/go-yaml, misreads: it
// compares the parser's tokens with the text.
//
// Numbers are those of goccy/go-yaml: 0x1F, 0o17, 017 and 1_000 are whole
// numbers, 1e3 is a string.
package yamldoc

import (
	"errors"
	"sort"
	"strings"

	"github.com/goccy/go-yaml/parser"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// Limits for [Parse]. MaxSize is small, because the parser takes quadratic time.
const (
	MaxDepth = 64       // levels of mappings and sequences
	MaxSize  = 32 << 10 // bytes, byte order mark included
	MaxBlank = 1000     // consecutive blank lines, because each slows down block scalars
)

// An error of [Parse] wraps one of these.
var (
	ErrSyntax       = errors.New("not valid YAML")
	ErrUnsupported  = errors.New("not supported")
	ErrTooDeep      = errors.New("nested too deeply")
	ErrDuplicateKey = errors.New("duplicate key")
	ErrNotUTF8      = source.ErrNotUTF8
	ErrTooLarge     = source.ErrTooLarge
)

const bom = "\ufeff"

// Parse parses text as one YAML mapping. name is only used in positions.
//
// Every error is a [*source.Error] at the invalid byte, and wraps an error of this package.
//
// The span of a scalar includes its quotes, or its | or >. A missing value is null with an empty
// span. Do not edit the document: package jsondoc would write JSON.
func Parse(name, text string) (*jsondoc.Document, error) {
	f := source.NewFile(name, text)
	t, err := prepare(f)
	if err != nil {
		return nil, err
	}
	p, err := place(t)
	if err != nil {
		return nil, err
	}
	if len(p.spans) == 0 {
		return &jsondoc.Document{File: f, Root: &jsondoc.Value{Kind: jsondoc.Object, Span: t.span(0, 0)}}, nil
	}
	tree, err := parser.Parse(p.tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, p.syntaxError(err)
	}
	b := builder{placed: p}
	root, err := b.document(tree)
	if err != nil {
		return nil, err
	}
	return &jsondoc.Document{File: f, Root: root}, nil
}

// normal has the text for the parser, without byte order mark and CRLF, which the parser misreads.
type normal struct {
	file *source.File
	text string
	base int   // bytes of the byte order mark
	cuts []int // offsets in text of the line feeds that replace CRLF
}

func prepare(f *source.File) (*normal, error) {
	if err := f.Check(MaxSize); err != nil {
		return nil, err
	}
	rest := strings.TrimPrefix(f.Text, bom)
	t := &normal{file: f, base: len(f.Text) - len(rest)}
	if i := strings.Index(rest, bom); i >= 0 {
		return nil, f.Errorf(t.base+i, "%w: a byte order mark in the text", ErrSyntax)
	}
	var b strings.Builder
	for i := range len(rest) {
		switch c := rest[i]; {
		case c == '\r' && strings.HasPrefix(rest[i:], "\r\n"):
			t.cuts = append(t.cuts, b.Len())
			continue
		case c < ' ' && c != '\n' && c != '\t' || c == 0x7f:
			return nil, f.Errorf(t.base+i, "%w: control character %#02x", ErrSyntax, c)
		}
		b.WriteByte(rest[i])
	}
	t.text = b.String()
	if i := blankLines(t.text); i >= 0 {
		return nil, t.errorf(i, "%w: more than %d blank lines in a row", ErrUnsupported, MaxBlank)
	}
	return t, nil
}

// blankLines returns the offset of the first blank line that follows [MaxBlank] blank lines, or -1.
func blankLines(text string) int {
	run, at := 0, 0
	for line := range strings.Lines(text) {
		if run++; strings.Trim(line, blanks) != "" {
			run = 0
		}
		if run > MaxBlank {
			return at
		}
		at += len(line)
	}
	return -1
}

func (t *normal) offset(i int) int {
	return t.base + i + sort.SearchInts(t.cuts, i)
}

func (t *normal) span(start, end int) source.Span {
	return source.Between(t.offset(start), t.offset(end))
}

func (t *normal) errorf(i int, format string, args ...any) error {
	return t.file.Errorf(t.offset(i), format, args...)
}
