package ccc

import (
	"fmt"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A step is a change of one list entry. A draft never both adds and removes entries of a section.
type step struct {
	key    string
	entry  *Entry // nil for a new entry
	line   string // new text; "" removes the entry
	nested string // new nested text, as written
	front  bool   // a new entry comes before the existing entries
}

type draft struct {
	*Progress
	now        time.Time
	text, note string // texts of the request, cleaned for the file
	steps      []step
	header     map[string]string // new values of header lines, by name
	prompt     string            // "" keeps the old prompt
	did        string
	notes      []string
	edits      []source.Edit // filled in by write
}

func (v *verb) make(p *Progress, r Request, now time.Time) (*Change, error) {
	if err := protocol.CheckText(r.Text, r.Note); err != nil {
		return nil, err
	}
	d := &draft{Progress: p, now: now, text: r.Text, note: spelling.CleanLine(r.Note)}
	err := v.read(d)
	if err == nil {
		err = v.plan(d)
	}
	if v.entry && !d.empty() {
		d.notes = append(rewrittenNotes(r.Text, d.text, r.Note, d.note), d.notes...)
	}
	return d.change(err)
}

func (v *verb) read(d *draft) (err error) {
	switch {
	case v.task && d.text == "" && len(d.Current) == 0:
		return protocol.BadRequest("name the task", "there is no current task")
	case v.task && d.text == "":
		d.text = d.Current[0].Text
		return checkEntry(d.text)
	case v.entry:
		d.text, err = entryOf(d.text)
	}
	return err
}

func (d *draft) empty() bool { return len(d.steps)+len(d.header) == 0 && d.prompt == "" }

// put plans to replace e with line. A nil e adds an entry, and an empty line removes e.
func (d *draft) put(key string, e *Entry, line, nested string) {
	d.steps = append(d.steps, step{key: key, entry: e, line: line, nested: nested})
}

//go:noinline
func (d *draft) describe(format string, args ...any) { d.did = fmt.Sprintf(format, args...) }

func (d *draft) addNote(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}
