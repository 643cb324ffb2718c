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
// There are none for an entry that has an open box, or is no text that a mark could be
// put on without a change of what it says.
func (m *Marking) Edits(e *Entry) []source.Edit {
	if e.Mark != NoMark || e.Item == nil || len(e.Item.Blocks) == 0 || e.Item.Blocks[0].Kind != mdcheckpoint.Paragraph {
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

// replaceAlike puts the mark of the protocol in the place of one that looks like it.
func (m *Marking) replaceAlike(e *Entry) []source.Edit {
	p := m.progress
	text := p.slice(e.Body)
	for _, mark := range alike {
		at := strings.Index(text, mark)
		if at < 0 {
			continue
		}
		span := source.Span{Start: e.Body.Start + at, End: e.Body.Start + at + len(mark)}
		if strings.HasPrefix(p.Text()[span.End:], "\ufe0f") {
			span.End += len("\ufe0f")
		}
		instead := string(Tick)
		if at == 0 && m.before != "" && strings.HasPrefix(p.Text()[span.End:], " ") {
			instead = strings.TrimSpace(m.before)
		}
		return []source.Edit{{Span: span, New: instead}}
	}
	return nil
}
