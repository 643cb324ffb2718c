package mdcheckpoint

import "mdck/mdcheckpoint/source"

// A Document is a Markdown file as a tree of sections with exact spans. Make
// one with [Parse].
type Document struct {
	File *source.File

	// BOM is the length of the byte order mark at the start: 0 or 3 bytes.
	BOM int
	// FrontMatter is the YAML front matter with both its --- lines and the last
	// one's line ending; empty if there is none.
	FrontMatter source.Span
	// Preamble is all that is before the first heading, byte order mark and
	// front matter included. Preamble and the Own spans of Sections tile the file.
	Preamble source.Span
	// Sections are all headings of the document's top level, in order. A heading
	// within a quote or a list item heads no section.
	Sections []*Section
	// Blocks are all top-level blocks in order, headings included.
	Blocks []*Block
	// Unclosed are the fences, comments and other HTML blocks that are not closed and so extend to the end of the file, or of the quote or item
	// that contains them; in order.
	Unclosed []*Block
}

// A Section is a heading and what is under it.
type Section struct {
	Level int // 1 to 6
	// Title is the text of the heading as it is written, without markers,
	// closing #s and surrounding white space; the lines of a setext heading are
	// joined by a space.
	Title string
	// Heading is the heading from its first # (or first byte of text, for setext)
	// to its last byte, closing #s or underline included, without white space or
	// a line ending after it. Parsed alone it is that heading and no more.
	Heading source.Span
	// TitleSpan is where Title stands; empty, at the place where it would stand,
	// for a heading without text.
	TitleSpan source.Span
	Setext    bool
	// Own begins at the start of the heading's line and ends where the next
	// heading's line starts, whatever its level.
	Own source.Span
	// Span is Own and those of all descendants.
	Span     source.Span
	Parent   *Section   // nearest heading before it of a lower level; nil at the top
	Children []*Section // in order
	Blocks   []*Block   // the blocks of Own, the heading left out
}

// A Kind is what a block is.
type Kind int

const (
	Paragraph Kind = iota
	Heading
	List
	Comment // an HTML block that begins with <!--
	HTML    // any other HTML block
	Code    // fenced or indented
	Quote   // > …
	Break   // a thematic break: ---, ***, ___
)

// A Block is a part of a document or of a list item.
type Block struct {
	Kind Kind
	// Span begins at the first byte of the block that is not indentation and ends
	// after the last byte of its last line that is neither blank nor white space,
	// without the line ending. Spans of neighbours do not overlap.
	Span source.Span
	// Items are the items of a List.
	Items []*Item
	// Blocks are the blocks in a Quote.
	Blocks []*Block
	// Fence is what a fenced code block begins and ends with; nil for others.
	Fence *Fence
	// Closed is false for a Comment, a fenced Code block or an HTML block (such as
	// <pre> or <!DOCTYPE) that runs to the end of the file, or of its container,
	// because nothing closes it. It is true for all others.
	Closed bool
	// Section is the section of a Heading block; nil for others, and for a heading
	// in a quote or an item.
	Section *Section
}

// A Fence is the opening and closing line of a fenced code block.
type Fence struct {
	Open  source.Span // from the first ` or ~ to the end of the line, without white space after it
	Close source.Span // likewise; empty if the block is not closed
	Info  string      // what follows the opening marks, trimmed
}

// An Item is an item of a list.
type Item struct {
	// Span begins at the marker and ends like that of a [Block]; nested blocks are
	// within it.
	Span    source.Span
	Marker  source.Span // "-", "*", "+", "1." or "1)"
	Ordered bool
	// Text begins at the first byte of content and ends where Span does. It is
	// empty, at the end of the marker, for an item without content.
	Text   source.Span
	Blocks []*Block
}
