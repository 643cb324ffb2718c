package mdcheckpoint

import "sort"

// SectionAt is the section whose Own span holds offset; nil in the preamble. The
// end of the file, and what lies beyond it, belongs to the last section.
func (d *Document) SectionAt(offset int) *Section {
	n := sort.Search(len(d.Sections), func(i int) bool { return d.Sections[i].Own.Start > offset })
	if n == 0 {
		return nil
	}
	return d.Sections[n-1]
}

// Bullets are the top-level items of all lists directly in s, in order. Those of
// its children are not among them.
func (s *Section) Bullets() []*Item {
	var items []*Item
	for _, b := range s.Blocks {
		items = append(items, b.Items...)
	}
	return items
}

// Comments are the comments directly in s, in order; those in items or quotes and
// those of its children are not among them.
func (s *Section) Comments() []*Block {
	var comments []*Block
	for _, b := range s.Blocks {
		if b.Kind == Comment {
			comments = append(comments, b)
		}
	}
	return comments
}

// Walk calls visit for each of blocks and, while visit returns true for a block,
// for those in its items and in quotes: depth first, in the order of the file.
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

// CheckClosed returns an error at the first block that nothing closes: nothing could be
// written after it.
func (d *Document) CheckClosed() error {
	if len(d.Unclosed) == 0 {
		return nil
	}
	return d.File.Errorf(d.Unclosed[0].Span.Start, "this block is not closed and hides the rest of the file")
}
