package ccc

import (
	"fmt"
	"time"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A step is one thing that a change does to a list. A draft that adds to a section takes
// nothing out of it.
type step struct {
	key    string // of the section
	entry  *Entry // what is changed; nil adds an entry
	line   string // the entry from now on, "" takes it out
	nested string // what is nested in it from now on, as written
	front  bool   // a new entry goes before those that exist
}

// A draft is what one request makes of the file, not yet written.
type draft struct {
	*Progress
	now        time.Time
	text, note string // of the request, as they are written
	steps      []step
	header     map[string]string // values of header lines by name
	prompt     string            // "" leaves the prompt
	did        string            // for people
	notes      []string
	edits      []source.Edit // once it is written
}

// make makes the change that r asks for.
func (v *verb) make(p *Progress, r Request, now time.Time) (*Change, error) {
	if err := protocol.CheckText(r.Text, r.Note); err != nil {
		return nil, err
	}
	d := &draft{Progress: p, now: now, text: r.Text, note: OneLine(clean(r.Note))}
	err := v.read(d)
	if err == nil {
		err = v.plan(d)
	}
	if v.entry && !d.empty() {
		d.notes = append(rewrittenNotes(r.Text, d.text, r.Note, d.note), d.notes...)
	}
	return d.change(err)
}

// read makes an entry of the text of d: without one it is the current task.
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

// put plans what becomes of e, nil for a new entry of the section: "" takes it out.
func (d *draft) put(key string, e *Entry, line, nested string) {
	d.steps = append(d.steps, step{key: key, entry: e, line: line, nested: nested})
}

// doing says what is done.
func (d *draft) doing(format string, args ...any) { d.did = fmt.Sprintf(format, args...) }

// say notes what the user should know.
func (d *draft) say(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}
