// Package mdcheckpoint reads a Markdown checkpoint as a tree of sections,
// blocks and list items, each with its exact span of bytes.
//
// It is for tools that look at such files and change them in place. There is no
// printer: a change is a [source.Edit] of spans found here, so every byte that
// no edit names stays as it was.
//
// The package promises:
//
//   - Every span is one of the original bytes, whatever the line endings, byte
//     order mark, front matter or tabs. Preamble and the Own spans of all sections
//     tile the file; blocks are in order, apart from each other, and within their
//     parents.
//   - Markdown has no syntax errors, so every text parses that is UTF-8 and keeps
//     to [MaxSize], [MaxDepth] and [MaxBlocks]; the cost grows in proportion to its size.
//   - The same text gives the same tree. Nothing is kept between calls, and all
//     functions are safe for concurrent use, as is a Document that nobody changes.
//
// The block structure is that of CommonMark, as goldmark reads it, with tabs and
// empty list items read as the specification has it. The definition of a link,
// [label]: target, is a paragraph like any other. A carriage return ends a
// line, alone or before a line feed.
//
// It does not parse what stands within a line (links, emphasis), knows no
// extensions (tables are paragraphs), does not decode front matter, and does not
// judge: whether a document is a good checkpoint is for package lint to say.
package mdcheckpoint
