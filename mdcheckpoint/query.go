package mdcheckpoint

import "sort"

// SectionAt returns the section whose Own span contains offset, or nil in the preamble.
func (d *Document) SectionAt(offset int) *Section {
	n := sort.Search(len(d.Sections), func(i int) bool { return d.Sections[i].Own.Start > offset })
	if n == 0 {
		return nil
	}
	return d.Sections[n-1]
}

// Bullets returns the top-level items of all lists directly in s.
func (s *Section) Bullets() (items []*Item) {
	for _, b := range s.Blocks {
		items = append(items, b.Items...)
	}
	return items
}

// Comments returns the comments directly in s.
func (s *Section) Comments() (comments []*Block) {
	for _, b := range s.Blocks {
		if b.Kind == Comment {
			comments = append(comments, b)
		}
	}
	return comments
}

// Walk calls visit for each block in the order of the file. It descends into a block if visit
// returns true.
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

// CheckClosed returns an error at the first block that is not closed.
func (d *Document) CheckClosed() error {
	if len(d.Unclosed) == 0 {
		return nil
	}
	return d.File.Errorf(d.Unclosed[0].Span.Start, "this block is not closed and hides the rest of the file")
}
