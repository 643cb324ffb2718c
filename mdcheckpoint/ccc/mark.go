package ccc

import (
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// MarkEdits returns the edits that mark a completed entry, which has no mark, as p marks its
// completed tasks. There are none for an entry that has a box or a sign of its own, or a word
// of a task that is not done, and for what is no text that a mark could be put on without
// a change of what it says.
func (p *Progress) MarkEdits(e *Entry) []source.Edit {
	if e.Mark != NoMark || e.Item == nil || len(e.Item.Blocks) == 0 || e.Item.Blocks[0].Kind != mdcheckpoint.Paragraph || !e.isPlain() {
		return nil
	}
	const task = "*"
	before, after, _ := strings.Cut(p.done(task), task) // one of them is empty
	at := e.Body.End
	if before != "" {
		at = e.Body.Start
	}
	return []source.Edit{{Span: source.Span{Start: at, End: at}, New: before + after}}
}
