package ccc

import (
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// edits returns the edits that mark a completed entry, which has no mark, in style s. There
// are none for an entry that has a box or a sign of its own, or a word of a task that is not
// done, and for what is not text that a mark could be put on without a change of what it says.
func (s doneStyle) edits(e *Entry) []source.Edit {
	if e.Mark != NoMark || e.Item == nil || len(e.Item.Blocks) == 0 || e.Item.Blocks[0].Kind != mdcheckpoint.Paragraph || !e.isPlain() {
		return nil
	}
	at, mark := e.Body.End, " "+string(s.mark)
	if s.leading {
		at, mark = e.Body.Start, string(s.mark)+" "
	}
	return []source.Edit{{Span: source.Span{Start: at, End: at}, New: mark}}
}
