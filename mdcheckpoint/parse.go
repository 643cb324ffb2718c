package mdcheckpoint

import (
	"errors"

	"mdck/mdcheckpoint/source"
)

const (
	// MaxSize is in bytes.
	MaxSize = source.MaxSize
	// MaxDepth is the maximum nesting depth of lists and quotes.
	MaxDepth = 64
	// MaxBlocks is the maximum number of blocks and list items. Each uses up to 1 KB of memory.
	MaxBlocks = source.MaxParts
)

var (
	ErrNotUTF8  = source.ErrNotUTF8
	ErrTooLarge = source.ErrTooLarge
	ErrTooDeep  = errors.New("lists and quotes are nested too deeply")
	ErrTooMany  = source.ErrTooMany
)

// Endings returns the file name endings of Markdown files, in lower case.
func Endings() []string { return []string{".md", ".markdown", ".mdx", ".mdc"} }

// Parse parses text as the Markdown file called name. name is only used in positions.
//
// Every error is a [*source.Error] that wraps [ErrTooLarge], [ErrNotUTF8], [ErrTooMany] or
// [ErrTooDeep]. Package lint checks whether the document is a good checkpoint.
//
// If the first line is "---", front matter ends at the next line "---" or "...". Without such a
// line there is none. Parse does not decode front matter.
func Parse(name, text string) (*Document, error) {
	file := source.NewFile(name, text)
	if err := file.Check(MaxSize); err != nil {
		return nil, err
	}
	body := prepare(text)
	root, seen := read(body.bytes)
	if seen.full() {
		return nil, file.Errorf(body.offset(seen.last), "%w: more than %d blocks and list items", ErrTooMany, MaxBlocks)
	}
	if seen.levels > MaxDepth {
		return nil, file.Errorf(body.offset(seen.deepest), "%w: expected at most %d levels", ErrTooDeep, MaxDepth)
	}
	b := builder{body: body, ends: seen.ends, doc: &Document{
		File:        file,
		BOM:         body.bom,
		FrontMatter: body.frontMatter,
	}}
	b.document(root)
	return b.doc, nil
}
