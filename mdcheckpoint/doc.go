// Package mdcheckpoint parses a Markdown checkpoint into a tree of sections, blocks and list items,
// each with its exact byte span.
//
// Use it in tools that inspect such files and change them in place. There is no printer: a change
// is a [source.Edit] with spans from the tree, so every byte outside the edits stays as it was.
//
// The package promises:
//
//   - Every span is a range of the original bytes, whatever the line endings, byte order mark,
//     front matter or tabs. The preamble and the Own spans of all sections cover the file without
//     overlaps. Blocks are in order, do not overlap, and are within their parents.
//   - Markdown has no syntax errors. Every UTF-8 text parses if it is within [MaxSize],
//     [MaxDepth] and [MaxBlocks]; the cost is proportional to its size.
//   - The same text gives the same tree. The package keeps no state between calls. All functions
//     are safe for concurrent use, and so is a Document that nobody changes.
//
// The block structure follows CommonMark, as goldmark reads it, except that tabs and empty list
// items are read as the specification requires. A link definition, [label]: target, is an ordinary
// paragraph. A carriage return ends a line, alone or before a line feed.
//
// The package does not parse the contents of lines (links, emphasis), has no extensions (tables are
// paragraphs), and does not decode front matter. Package lint checks whether a document is a good
// checkpoint.
package mdcheckpoint
