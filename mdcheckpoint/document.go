package mdcheckpoint

import "mdck/mdcheckpoint/source"

// A Document is a Markdown file as a tree of sections, from [Parse].
type Document struct {
	File *source.File

	// BOM is the length of the byte order mark, 0 or 3.
	BOM int
	// FrontMatter is the YAML front matter with both --- lines, or empty.
	FrontMatter source.Span
	// Preamble is the text before the first heading. It and all Own spans make up the file.
	Preamble source.Span
	// Sections lists all sections, also children, in order. Headings in quotes and items do not
	// count.
	Sections []*Section
	// Blocks lists the top-level blocks in order, including headings.
	Blocks []*Block
	// Unclosed lists the fences, comments and other HTML blocks that are not closed.
	Unclosed []*Block
}

// A Section is a heading and the text below it.
type Section struct {
	Level int // 1 to 6
	// Title is the heading without markers, on one line.
	Title string
	// Heading includes the markers. It excludes trailing white space and the line ending.
	Heading source.Span
	// TitleSpan is where Title is, or an empty span where a title would begin.
	TitleSpan source.Span
	Setext    bool
	// Own spans the heading and the content up to the next heading.
	Own source.Span
	// Span is Own and the Own spans of all descendants.
	Span     source.Span
	Parent   *Section   // the section around this one; nil at the top
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

// A Block is a part of a document or list item.
type Block struct {
	Kind Kind
	// Span excludes the indentation and trailing white space.
	Span   source.Span
	Items  []*Item
	Blocks []*Block
	// Fence is nil unless the block is fenced code.
	Fence *Fence
	// Closed is false if the end mark of a Comment, Code or HTML block is missing.
	Closed bool
	// Section is the section that a top-level Heading begins; nil for other blocks.
	Section *Section
}

// A Fence is the opening and closing line of a fenced code block.
type Fence struct {
	Open  source.Span // without trailing white space
	Close source.Span // without trailing white space; empty if the block is not closed
	Info  string      // the text after the opening marks, trimmed
}

type Item struct {
	// Span goes from the marker to the end of nested blocks.
	Span    source.Span
	Marker  source.Span // "-", "*", "+", "1." or "1)"
	Ordered bool
	// Text is Span without the marker.
	Text   source.Span
	Blocks []*Block
}
