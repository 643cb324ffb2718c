package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// An Option is one of those that a decision offers.
type Option struct {
	ID   string `json:"id"`   // "" if it has none
	Name string `json:"name"` // of the element <name>, or the text before a dash or colon
	Pros string `json:"pros"`
	Cons string `json:"cons"`
	Text string `json:"text"` // all of it, on one line

	Plain  bool        `json:"-"` // without elements inside
	Span   source.Span `json:"-"`
	Tag    source.Span `json:"-"`
	marked bool        // its tag says that it is recommended
}

// readOptions reads what the children of t offer.
func (t *Task) readOptions(s *scanned) {
	var text strings.Builder
	for i := range t.Children {
		c := &t.Children[i]
		switch c.Name {
		case OptionTag:
			t.Options = append(t.Options, s.option(c))
		case OptionsTag:
			at := c.Inner.Start
			for _, o := range s.children(c.Inner) {
				if o.Name != OptionTag {
					continue
				}
				text.WriteString(s.text[at:o.Span.Start])
				at = o.Span.End
				t.Options = append(t.Options, s.option(&o))
			}
			text.WriteString(s.text[at:c.Inner.End])
		}
	}
	t.OptionsText = dedent(text.String())
}

// option reads an option of either form.
func (s *scanned) option(c *Child) Option {
	o := Option{Span: c.Span, Tag: c.Tag, Text: spelling.OneLine(c.Text)}
	for _, name := range []string{"id", "value", "name"} {
		if a := attr(c.Attrs, name); a != nil && o.ID == "" {
			o.ID = strings.TrimSpace(a.Value)
		}
	}
	if a := attr(c.Attrs, "recommended"); a != nil {
		o.marked = !slices.Contains([]string{"", "0", "no", "false"}, strings.ToLower(strings.TrimSpace(a.Value)))
	}
	for _, part := range s.children(c.Inner) {
		to := map[string]*string{NameTag: &o.Name, ProsTag: &o.Pros, ConsTag: &o.Cons}[part.Name]
		if to != nil && *to == "" {
			*to = spelling.OneLine(part.Text)
		}
	}
	if o.Plain = o.Name == "" && o.Pros == "" && o.Cons == ""; o.Plain {
		o.Name = plainName(o.Text)
	}
	return o
}

// plainName is what stands before the first dash or colon of an option's text.
func plainName(text string) string {
	end := len(text)
	for _, mark := range []string{" - ", " – ", " — ", ": "} {
		if i := strings.Index(text, mark); i > 0 && i < end {
			end = i
		}
	}
	return strings.TrimSpace(text[:end])
}
