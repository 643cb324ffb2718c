package plan

import (
	"strings"

	"mdck/mdcheckpoint/source"
)

// An Option is one of those that a decision offers.
type Option struct {
	ID   string // "" if it has none
	Name string // of the element <name>, or what stands before a dash or colon in plain text
	Pros string
	Cons string
	Text string // all of it, on one line

	Plain bool // without elements inside
	Span  source.Span
	Tag   source.Span
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
			for _, o := range s.within(c) {
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
	o := Option{Span: c.Span, Tag: c.Tag, Text: OneLine(c.Text)}
	for _, name := range []string{"id", "value", "name"} {
		if a := attr(c.Attrs, name); a != nil && o.ID == "" {
			o.ID = strings.TrimSpace(a.Value)
		}
	}
	inside := s.within(c)
	for _, part := range inside {
		to := map[string]*string{NameTag: &o.Name, ProsTag: &o.Pros, ConsTag: &o.Cons}[part.Name]
		if to != nil && *to == "" {
			*to = OneLine(part.Text)
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

// choices are the options of t, and the text that stands beside them. Options that are a
// list have the ids that their items begin with, if each has one.
func (t *Task) choices() ([]Option, string) {
	if len(t.Options) > 0 {
		return t.Options, t.OptionsText
	}
	if listed := listOptions(t.OptionsText); len(listed) > 1 {
		return listed, ""
	}
	return nil, t.OptionsText
}

// listOptions are the items of a list, with the ids that they begin with; nil if text is
// anything else, or if ids are missing or not unique. Lines that are indented belong to the
// item above.
func listOptions(text string) []Option {
	var all []Option
	var more [][]string // lines of each item
	for line := range strings.SplitSeq(text, "\n") {
		switch id, rest, ok := cutItem(line); {
		case strings.TrimSpace(line) == "":
		case ok:
			all, more = append(all, Option{ID: id, Name: rest, Plain: true}), append(more, []string{rest})
		case len(all) > 0 && strings.TrimLeft(line, " \t") != line:
			last := &more[len(more)-1]
			*last = append(*last, strings.TrimLeft(line, " \t-*"))
		default:
			return nil
		}
	}
	ids := map[string]bool{}
	for i := range all {
		id := strings.ToLower(all[i].ID)
		if ids[id] {
			return nil
		}
		ids[id], all[i].Text = true, OneLine(strings.Join(more[i], " "))
	}
	return all
}

// cutItem parts "- clerk: its screens are good" and "2. Clerk" into id and text.
func cutItem(line string) (id, text string, ok bool) {
	if number, rest, found := strings.Cut(line, ". "); found && isNumber(number) {
		return number, OneLine(rest), true
	}
	if len(line) < 2 || strings.IndexByte("-*+", line[0]) < 0 || line[1] != ' ' {
		return "", "", false
	}
	text = OneLine(line[2:])
	id = plainName(text)
	if id == text {
		return "", "", false
	}
	text = strings.TrimLeft(text[len(id):], " -–—:")
	id = strings.Trim(id, "*`\"'")
	return id, text, id != "" && !strings.ContainsAny(id, " \t<>\"'`*") && text != ""
}
