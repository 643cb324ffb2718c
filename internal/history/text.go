package history

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/format"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Text is what is kept of a text: how large it is. Either Reason is "" or there are
// no numbers.
type Text struct {
	Sum      string // SHA-256 of the bytes in hex; "" without a text
	Content  string // hash of it without white space, as the ledger of an RFC has it; "" for others
	Lines    int
	Tokens   int
	Sections []Section // of level 2 or that of the format, or the tasks of a plan, in the order of the file
	Version  *int      // of a checkpoint of an RFC
	Reason   string    // why there are no numbers, for people
	NoTree   string    // why there are no sections though there are numbers, for people
}

// A Section is a part of a text.
type Section struct {
	Title  string // as it is written
	Lines  int
	Tokens int
}

// Reasons for which a row has no numbers.
const (
	Gone    = "deleted"
	Link    = "a symbolic link"
	Module  = "a submodule"
	Large   = "over 1 MiB"
	NotUTF8 = "not UTF-8"
	NotKept = "text not kept"
	Missing = "not in this clone"
	Damaged = "damaged in the repository"
)

// A Kind says how the sections of a text are found.
type Kind int

// Kinds of texts.
const (
	Markdown   Kind = iota // sections of level 2
	Checkpoint             // of an RFC: those, and it has a version
	Plan                   // tasks
	JSON                   // none
	Own                    // of a format of the user: those of its level, described or not
)

// Unmeasured is the text without numbers, for that reason.
func Unmeasured(reason string) Text { return Text{Reason: reason} }

// Sum is the SHA-256 of text in hex.
func Sum(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// Measure counts text. The tokens of sections, which cost as much again, are counted if
// deep is true, else they are 0.
func Measure(kind Kind, text string, count func(string) int, deep bool) Text {
	return measure(kind, nil, text, count, deep)
}

// MeasureOwn is [Measure] for a text of a format.
func MeasureOwn(own *format.Format, text string, count func(string) int, deep bool) Text {
	return measure(Own, own, text, count, deep)
}

func measure(kind Kind, own *format.Format, text string, count func(string) int, deep bool) Text {
	t := Text{Sum: Sum(text)}
	switch {
	case len(text) > source.MaxSize:
		t.Reason = Large
		return t
	case source.InvalidUTF8(text) >= 0:
		t.Reason = NotUTF8
		return t
	}
	m := meter{source.NewFile("", text), count, deep}
	t.Lines, t.Tokens = m.file.Lines(), count(text)
	switch kind {
	case JSON:
	case Plan:
		m.plan(&t, text)
	case Own:
		t.Content = ohrfc.ContentHash(text)
		m.own(&t, own, text)
	case Checkpoint:
		t.Content = ohrfc.ContentHash(text)
		m.checkpoint(&t, text)
	default:
		d, err := mdcheckpoint.Parse("", text)
		m.sections(&t, d, err, 2)
	}
	return t
}

// A meter counts parts of a file.
type meter struct {
	file  *source.File
	count func(string) int
	deep  bool
}

func (m *meter) part(title string, span source.Span) Section {
	s := Section{Title: title, Lines: m.file.CountLines(span)}
	if m.deep {
		s.Tokens = m.count(m.file.Slice(span))
	}
	return s
}

func (m *meter) checkpoint(t *Text, text string) {
	c, err := ohrfc.ParseCheckpoint("", text)
	if err != nil {
		t.NoTree = cause(err)
		return
	}
	if version := c.Meta.Version; version >= 0 {
		t.Version = &version
	}
	m.sections(t, c.Document, nil, 2)
}

// sections counts those of a level.
func (m *meter) sections(t *Text, d *mdcheckpoint.Document, err error, level int) {
	if err != nil {
		t.NoTree = cause(err)
		return
	}
	for _, s := range d.Sections {
		if s.Level == level {
			t.Sections = append(t.Sections, m.part(s.Title, schema.Body(s)))
		}
	}
}

func (m *meter) own(t *Text, own *format.Format, text string) {
	d, err := format.Parse(own, "", text)
	if err != nil {
		t.NoTree = cause(err)
		return
	}
	m.sections(t, d.Document, nil, own.Schema.GroupLevel())
}

func (m *meter) plan(t *Text, text string) {
	p, err := planfile.Parse("", text)
	if err != nil {
		t.NoTree = cause(err)
		return
	}
	for _, task := range p.Tasks {
		title := task.Title()
		if title == "" {
			title = fmt.Sprintf("task %d", task.Number)
		}
		t.Sections = append(t.Sections, m.part(title, task.Span))
	}
}

// cause is err without the place, of which nobody sees the text.
func cause(err error) string {
	if located, ok := errors.AsType[*source.Error](err); ok {
		err = located.Err
	}
	return err.Error()
}
