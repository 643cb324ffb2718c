package ccc

import (
	"slices"

	"mdck/mdcheckpoint"
)

// finished is how many of the completed tasks have no open box.
func (p *Progress) finished() int {
	n := 0
	for i := range p.Completed {
		if p.Completed[i].Mark != Open {
			n++
		}
	}
	return n
}

// isAhead reports whether the list of completed tasks has one more than the state counts: the
// stop handler counts a task after the session has written it down.
func (p *Progress) isAhead(s *State) bool {
	return p != nil && s.Has(IndexField) && s.Int(ReplanField) == 0 && p.countable(CompletedKey) && p.finished() == s.Int(IndexField)+1
}

// awaitsCount reports whether the task that the list has more than the state is one that the
// stop handler is going to count: at the next stop, or once a person has passed the gate.
func (s *Session) awaitsCount() bool {
	rule := s.State.Stop(CompleteWord, s.Preferences).Rule
	return s.Progress.isAhead(s.State) && (rule == gateRule || rule == completeRule)
}

// countable reports whether the sections with those keys are flat lists of tasks, as
// far as they are there: a table, a paragraph or a task within another may hold tasks
// that no count of items knows of.
func (p *Progress) countable(keys ...string) bool {
	for _, g := range p.Match.Groups {
		if slices.Contains(keys, g.Group.Key) && slices.ContainsFunc(g.Section.Blocks, func(b *mdcheckpoint.Block) bool { return !p.flat(g.Group.Key, b) }) {
			return false
		}
	}
	return true
}

// flat reports whether a block of a section holds a list of tasks, or nothing.
func (p *Progress) flat(key string, b *mdcheckpoint.Block) bool {
	switch b.Kind {
	case mdcheckpoint.Comment, mdcheckpoint.Break, mdcheckpoint.Definition:
		return true
	case mdcheckpoint.Paragraph:
		return key == CurrentKey || IsBlank(p.slice(b.Span))
	case mdcheckpoint.List:
		return !slices.ContainsFunc(b.Items, func(item *mdcheckpoint.Item) bool { return p.nestsBox(item.Blocks) })
	}
	return false
}

// nestsBox reports whether a list among the blocks of an item has an item with a box.
func (p *Progress) nestsBox(blocks []*mdcheckpoint.Block) bool {
	for _, b := range blocks {
		for _, item := range b.Items {
			mark, _, _ := cutMark(OneLine(p.slice(item.Text)))
			if mark == Open || mark == Boxed || p.nestsBox(item.Blocks) {
				return true
			}
		}
	}
	return false
}
