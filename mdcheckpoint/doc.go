// Package mdcheckpoint parses a Markdown checkpoint into a tree of sections, blocks and list items,
// each with its exact byte span.
//
// There is no printer: a change is a [source.Edit] with spans from the tree. Every byte outside the
// edits stays the same.
//
// The package promises:
//
//   - Every span is a range of the original bytes, also in files with CRLF, tabs, front matter or
//     a byte order mark. The preamble and the Own spans of all sections cover the file without
//     overlaps. Blocks are in order, do not overlap, and are within their parents.
//   - Every UTF-8 text within [MaxSize], [MaxDepth] and [MaxBlocks] parses. Markdown has no syntax
//     errors. The cost is proportional to the size.
//   - The same text gives the same tree. The package keeps no state between calls. All functions
//     are safe for concurrent use, and so is a Document that nobody changes.
//
// The blocks are those of CommonMark as goldmark reads it. Where goldmark misreads tabs or empty
// list items, the package follows the specification. A link definition, [label]: target, is an
// ordinary paragraph. A carriage return ends a line, alone or before a line feed.
//
// The package does not parse the contents of lines (links, emphasis), has no extensions (tables are
// paragraphs), and does not decode front matter.
package mdcheckpoint
