package mdcheckpoint

import (
	"errors"

	"mdck/mdcheckpoint/source"
)

const (
	// MaxSize is the size in bytes of the largest text that is parsed.
	MaxSize = source.MaxSize
	// MaxDepth is how deep lists and quotes may nest, each counting as one level.
	MaxDepth = 64
	// MaxBlocks is how many blocks and list items a text may have, those in others
	// counting as well. Each takes up to a kilobyte of memory.
	MaxBlocks = source.MaxParts
)

// What [Parse] can fail of.
var (
	ErrNotUTF8  = source.ErrNotUTF8
	ErrTooLarge = source.ErrTooLarge
	ErrTooDeep  = errors.New("lists and quotes are nested too deeply")
	ErrTooMany  = source.ErrTooMany
)

// Endings are those of the names of Markdown files, in lower case.
func Endings() []string { return []string{".md", ".markdown", ".mdx", ".mdc"} }

// Parse parses text as the Markdown file called name, which is used in positions
// only.
//
// It fails in four ways, each a [*source.Error]: [ErrTooLarge] at the first byte
// beyond MaxSize, [ErrNotUTF8] at the first bad byte, [ErrTooMany] where the first
// block or item beyond MaxBlocks begins, and [ErrTooDeep] where the first list or
// quote begins that lies deeper than MaxDepth. Whether the document is a good
// checkpoint is for package lint to say.
//
// Front matter is a first line of --- up to the next line that is --- or ... and
// is not looked into.
func Parse(name, text string) (*Document, error) {
	file := source.NewFile(name, text)
	if len(text) > MaxSize {
		return nil, file.Errorf(MaxSize, "%w: expected at most %d bytes, found %d", ErrTooLarge, MaxSize, len(text))
	}
	if bad := source.InvalidUTF8(text); bad >= 0 {
		return nil, file.Errorf(bad, "%w: found byte 0x%02x", ErrNotUTF8, text[bad])
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
