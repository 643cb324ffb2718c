package mdcheckpoint

import "sort"

// SectionAt returns the section whose Own span contains offset; nil in the preamble. The end of the
// file and any offset after it belong to the last section.
func (d *Document) SectionAt(offset int) *Section {
	n := sort.Search(len(d.Sections), func(i int) bool { return d.Sections[i].Own.Start > offset })
	if n == 0 {
		return nil
	}
	return d.Sections[n-1]
}

// Bullets returns the top-level items of all lists directly in s, in order. Items of child sections
// are not included.
func (s *Section) Bullets() []*Item {
	var items []*Item
	for _, b := range s.Blocks {
		items = append(items, b.Items...)
	}
	return items
}

// Comments returns the comments directly in s, in order. Comments in items, quotes and child
// sections are not included.
func (s *Section) Comments() []*Block {
	var comments []*Block
	for _, b := range s.Blocks {
		if b.Kind == Comment {
			comments = append(comments, b)
		}
	}
	return comments
}

// Walk calls visit for each block in blocks. If visit returns true, Walk continues with the blocks
// in the block's items or quote. The order is depth first, which is the order of the file.
func Walk(blocks []*Block, visit func(*Block) bool) {
	for _, b := range blocks {
		if !visit(b) {
			continue
		}
		Walk(b.Blocks, visit)
		for _, item := range b.Items {
			Walk(item.Blocks, visit)
		}
	}
}

// CheckClosed returns an error at the first block that is not closed. Text written after such a
// block would belong to the block.
func (d *Document) CheckClosed() error {
	if len(d.Unclosed) == 0 {
		return nil
	}
	return d.File.Errorf(d.Unclosed[0].Span.Start, "this block is not closed and hides the rest of the file")
}
