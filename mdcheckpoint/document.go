package mdcheckpoint

import "mdck/mdcheckpoint/source"

// A Document is a Markdown file as a tree of sections with exact spans. [Parse] returns a Document.
type Document struct {
	File *source.File

	// BOM is the length of the byte order mark at the start: 0 or 3 bytes.
	BOM int
	// FrontMatter is the YAML front matter with both --- lines, including the line ending of the
	// second. It is empty if there is none.
	FrontMatter source.Span
	// Preamble is the text before the first heading, including the byte order mark and front
	// matter. Preamble and the Own spans of Sections cover the file without overlaps.
	Preamble source.Span
	// Sections are the sections of all top-level headings, in order. A heading in a quote or a
	// list item starts no section.
	Sections []*Section
	// Blocks are all top-level blocks in order, including headings.
	Blocks []*Block
	// Unclosed lists, in order, the fences, comments and other HTML blocks that are not closed.
	// Each extends to the end of the file, or to the end of the quote or item that contains it.
	Unclosed []*Block
}

// A Section is a heading and the text below it.
type Section struct {
	Level int // 1 to 6
	// Title is the text of the heading as written, without markers, closing #s and surrounding
	// white space. The lines of a setext heading are joined by a space.
	Title string
	// Heading spans the heading from its first # to its last byte, including closing #s or
	// underline. A setext heading starts at its first byte of text. The span excludes trailing
	// white space and the line ending. If this span is parsed alone, the result is the same heading
	// and nothing else.
	Heading source.Span
	// TitleSpan is the span of Title. If the heading has no text, TitleSpan is empty and marks
	// where a title would begin.
	TitleSpan source.Span
	Setext    bool
	// Own spans the heading and the content directly below it. It begins at the start of the
	// heading's line. It ends at the start of the line of the next heading of any level, or at the
	// end of the file.
	Own source.Span
	// Span contains Own and the Own spans of all descendants.
	Span     source.Span
	Parent   *Section   // the nearest preceding heading with a lower level; nil if there is none
	Children []*Section // in order
	Blocks   []*Block   // blocks in Own, without the heading
}

// A Kind is the type of a block.
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
	// Span begins at the first byte of the block that is not indentation. It ends after the last
	// byte that is not white space, without the line ending. Spans of neighbours do not overlap.
	Span   source.Span
	Items  []*Item
	Blocks []*Block
	// Fence is nil for blocks other than fenced code.
	Fence *Fence
	// Closed is false if the block is a Comment, a fenced Code block or an HTML block (such as
	// <pre> or <!DOCTYPE) whose end mark is missing. Such a block extends to the end of the file or
	// of its container. Closed is true for all other blocks.
	Closed bool
	// Section is the section of a Heading block. It is nil for other blocks, and for a heading in
	// a quote or an item.
	Section *Section
}

// A Fence is the opening and closing line of a fenced code block.
type Fence struct {
	Open  source.Span // from the first ` or ~ to the end of the line, without trailing white space
	Close source.Span // the closing line, without trailing white space; empty if the block is not closed
	Info  string      // the text after the opening marks, trimmed
}

type Item struct {
	// Span begins at the marker and ends like the span of a [Block]; it includes nested blocks.
	Span    source.Span
	Marker  source.Span // "-", "*", "+", "1." or "1)"
	Ordered bool
	// Text begins at the first byte of content and ends where Span ends. If the item has no
	// content, Text is empty, at the end of the marker.
	Text   source.Span
	Blocks []*Block
}
