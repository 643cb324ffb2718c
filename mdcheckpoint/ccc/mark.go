package ccc

import (
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// alike are marks that people write for those of the protocol.
var alike = [...]string{"✔", "☑"}

// A Marking puts the mark that a file uses on its completed tasks.
type Marking struct {
	progress      *Progress
	before, after string // what is put at the ends of a task; one of them is empty
}

// Marking looks up how p marks its completed tasks.
func (p *Progress) Marking() *Marking {
	const task = "*"
	m := &Marking{progress: p}
	m.before, m.after, _ = strings.Cut(p.done(task), task)
	return m
}

// Edits make the edits that mark a completed entry of the file, which has no mark.
// There are none for an entry that has a box or a sign of its own, or a word of a
// task that is not done, and for what is no text that a mark could be put on without
// a change of what it says.
func (m *Marking) Edits(e *Entry) []source.Edit {
	if e.Mark != NoMark || e.Item == nil || len(e.Item.Blocks) == 0 || e.Item.Blocks[0].Kind != mdcheckpoint.Paragraph || !e.isPlain() {
		return nil
	}
	if edits := m.replaceAlike(e); edits != nil {
		return edits
	}
	at := e.Body.End
	if m.before != "" {
		at = e.Body.Start
	}
	return []source.Edit{{Span: source.Span{Start: at, End: at}, New: m.before + m.after}}
}

// replaceAlike puts the mark that the file uses in the place of one that looks like
// it: a box to the beginning of the entry, where alone it is one.
func (m *Marking) replaceAlike(e *Entry) []source.Edit {
	p := m.progress
	span, ok := p.alikeIn(e)
	if !ok {
		return nil
	}
	mark, atStart := strings.TrimSpace(m.before+m.after), span.Start == e.Body.Start
	switch {
	case mark != string(Boxed):
		return []source.Edit{{Span: span, New: mark}}
	case atStart && strings.HasPrefix(p.Text()[span.End:], " "):
		return []source.Edit{{Span: span, New: mark}}
	case !atStart && span.End == e.Body.End:
		text := strings.TrimRight(p.Text()[e.Body.Start:span.Start], " \t")
		space := source.Span{Start: e.Body.Start + len(text), End: span.End}
		return []source.Edit{{Span: source.Span{Start: e.Body.Start, End: e.Body.Start}, New: m.before}, {Span: space}}
	}
	return []source.Edit{{Span: span, New: string(Tick)}}
}

// alikeIn finds the first mark in e that looks like one of the protocol, with the
// selector of its form behind it.
func (p *Progress) alikeIn(e *Entry) (source.Span, bool) {
	text := p.slice(e.Body)
	for _, mark := range alike {
		at := strings.Index(text, mark)
		if at < 0 {
			continue
		}
		span := source.Span{Start: e.Body.Start + at, End: e.Body.Start + at + len(mark)}
		for _, selector := range [...]string{"\ufe0e", "\ufe0f"} {
			if strings.HasPrefix(p.Text()[span.End:], selector) {
				span.End += len(selector)
			}
		}
		return span, true
	}
	return source.Span{}, false
}
