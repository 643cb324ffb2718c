package custom

import (
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Draft is the section that an [Append] without parts is for, before somebody fills it
// in.
type Draft struct {
	Title string // of the section, as it is or will be
	Value string // what stands for its placeholder; "" without one
	Text  string // what stands below its heading, or that of the subsection, with \n between lines; "" for nothing
}

// Draft is the section that a is for, or its subsection only, which may be nil. It fails
// as [Reading.Append] does where no parts could be written.
func (r *Reading) Draft(a Append, only *schema.Subsection) (*Draft, error) {
	w, _, err := r.placed(a)
	if err != nil {
		return nil, err
	}
	d := w.before
	out := &Draft{Title: w.title, Value: w.Value}
	switch {
	case w.there == nil:
	case only == nil:
		out.Text = d.below(w.there.Section)
	default:
		if sub := w.there.Subsection(only.Title); sub != nil {
			out.Text = d.below(sub.Section)
		}
	}
	if w.there != nil {
		out.Value = w.there.Value
	}
	return out, nil
}

// below is what stands below the heading of s.
func (d *Document) below(s *mdcheckpoint.Section) string {
	text := d.File.Slice(source.Span{Start: s.Heading.End, End: max(s.Heading.End, schema.Body(s).End)})
	return schema.Trimmed(strings.ReplaceAll(text, "\r\n", "\n"))
}
