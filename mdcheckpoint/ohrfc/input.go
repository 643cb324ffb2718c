package ohrfc

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
)

// An Input is what a user gives to be written to a group.
type Input struct {
	Fillings []Filling
	Round    int // as the input names it; 0 if it does not
}

// ParseInput reads text as bullets for group: Markdown with the headings of the
// subsections, or a JSON object with a list of texts for each. With only one
// subsection in question (only is not nil) a bare list will do. Bullets that
// run over several lines are joined to one. Errors are [*RequestError] and
// [*source.Error].
func ParseInput(group *schema.Group, only *schema.Subsection, text string) (*Input, error) {
	if strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")), "{") {
		return parseJSONInput(group, only, text)
	}
	d, err := mdcheckpoint.Parse("input", text)
	if err != nil {
		return nil, err
	}
	if len(d.Unclosed) > 0 {
		return nil, d.File.Errorf(d.Unclosed[0].Span.Start, "nothing closes what begins here")
	}
	if d.FrontMatter.Len() > 0 {
		return nil, d.File.Errorf(d.FrontMatter.Start, "what stands between the first line and the next --- reads as front matter, not as bullets")
	}
	in := &Input{}
	if err := in.addPreamble(d, only); err != nil {
		return nil, err
	}
	for _, s := range d.Sections {
		if err := in.addSection(d, group, only, s); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// addPreamble takes what stands before the first heading: bullets where the
// subsection is known, else nothing may stand there.
func (in *Input) addPreamble(d *mdcheckpoint.Document, only *schema.Subsection) error {
	var blocks []*mdcheckpoint.Block
	for _, b := range d.Blocks {
		if d.Preamble.Covers(b.Span) {
			blocks = append(blocks, b)
		}
	}
	if only == nil {
		return homeless(d, blocks)
	}
	return in.addBlocks(d, only, blocks)
}

// homeless reports the first of blocks that is to be written and stands below no
// heading of a subsection.
func homeless(d *mdcheckpoint.Document, blocks []*mdcheckpoint.Block) error {
	for _, b := range blocks {
		if b.Kind != mdcheckpoint.Comment && !isBreak(b) {
			return d.File.Errorf(b.Span.Start, "bullets need a ### heading above them that says where they belong")
		}
	}
	return nil
}

func (in *Input) addSection(d *mdcheckpoint.Document, group *schema.Group, only *schema.Subsection, s *mdcheckpoint.Section) error {
	if s.Level <= 2 {
		value, ok := schema.Fill(group.Title, s.Title)
		if !ok {
			return d.File.Errorf(s.Heading.Start, "heading %q is not that of the section, %q", s.Title, group.Name())
		}
		if value != "" {
			in.Round, _ = number(value)
		}
		return homeless(d, s.Blocks)
	}
	title, _, _ := strings.Cut(s.Title, " (") // a prompt has the range of bullets behind it
	sub, near := group.Subsection(title)
	if sub == nil {
		return d.File.Errorf(s.Heading.Start, "no subsection %q in %q; it has %s", s.Title, group.Name(), strings.Join(near, ", "))
	}
	if only != nil && sub != only {
		return d.File.Errorf(s.Heading.Start, "heading %q is not that of %q", s.Title, only.Title)
	}
	return in.addBlocks(d, sub, s.Blocks)
}

func (in *Input) addBlocks(d *mdcheckpoint.Document, sub *schema.Subsection, blocks []*mdcheckpoint.Block) error {
	for _, b := range blocks {
		switch b.Kind {
		case mdcheckpoint.List:
			for _, item := range b.Items {
				if code := codeIn(item); code != nil {
					return d.File.Errorf(code.Span.Start, "a bullet is one line and cannot hold a code block")
				}
				in.add(sub, d.File.Slice(item.Text))
			}
		case mdcheckpoint.Comment, mdcheckpoint.Break:
		default:
			return d.File.Errorf(b.Span.Start, "want bullets only (lines that begin with \"- \"), found other text")
		}
	}
	return nil
}

func codeIn(item *mdcheckpoint.Item) *mdcheckpoint.Block {
	var found *mdcheckpoint.Block
	mdcheckpoint.Walk(item.Blocks, func(b *mdcheckpoint.Block) bool {
		if b.Kind == mdcheckpoint.Code && found == nil {
			found = b
		}
		return true
	})
	return found
}

// add adds a bullet on one line; an empty one is none.
func (in *Input) add(sub *schema.Subsection, text string) {
	text = schema.JoinLines(text)
	if text == "" {
		return
	}
	for i := range in.Fillings {
		if in.Fillings[i].Subsection == sub {
			in.Fillings[i].Bullets = append(in.Fillings[i].Bullets, text)
			return
		}
	}
	in.Fillings = append(in.Fillings, Filling{Subsection: sub, Bullets: []string{text}})
}

// parseJSONInput reads {"user-intent-signals": ["…"], …}; "section" and "round"
// may say what the rest is for, and "prompt" what was asked, which is not read.
func parseJSONInput(group *schema.Group, only *schema.Subsection, text string) (*Input, error) {
	d, err := jsondoc.Parse("input", text)
	if err != nil {
		return nil, err
	}
	in := &Input{}
	for _, m := range d.Root.Members {
		switch m.Key {
		case "section":
			if name, _ := m.Value.Str(); name != group.Key {
				return nil, d.File.Errorf(m.Value.Span.Start, "section is %q, want %q", name, group.Key)
			}
		case "round":
			n, ok := m.Value.Int()
			if !ok || n < 0 {
				return nil, d.File.Errorf(m.Value.Span.Start, "want a whole number for round")
			}
			in.Round = n
		case "prompt":
		default:
			if err := in.addMember(d, group, only, m); err != nil {
				return nil, err
			}
		}
	}
	return in, nil
}

func (in *Input) addMember(d *jsondoc.Document, group *schema.Group, only *schema.Subsection, m jsondoc.Member) error {
	sub, near := group.Subsection(m.Key)
	if sub != nil && only != nil && sub != only {
		sub, near = nil, []string{only.Slug()}
	}
	if sub == nil {
		return d.File.Errorf(m.KeySpan.Start, "no subsection %q here; want %s", m.Key, strings.Join(near, ", "))
	}
	if m.Value.Kind != jsondoc.Array {
		return d.File.Errorf(m.Value.Span.Start, "want a list of texts for %q", m.Key)
	}
	for _, e := range m.Value.Elements {
		text, ok := e.Str()
		if !ok {
			return d.File.Errorf(e.Span.Start, "want a text, found %s", e.Kind)
		}
		in.add(sub, schema.BulletText(text))
	}
	return nil
}

// AddBullet adds a bullet given as "subsection=text", the subsection by slug or
// by a beginning of it that no other shares; with only one subsection in
// question, the text alone will do.
func (in *Input) AddBullet(group *schema.Group, only *schema.Subsection, arg string) error {
	name, text, found := strings.Cut(arg, "=")
	sub, near := group.Subsection(name)
	if !found {
		_, near = group.Subsection("") // all of them
	}
	if only != nil && (!found || sub != only) {
		sub, text = only, arg
	} else if !found || sub == nil {
		return &RequestError{
			Reason: fmt.Sprintf("-b %q does not begin with a subsection of %q and =", arg, group.Name()),
			Hint:   "subsections: " + strings.Join(near, ", "),
		}
	}
	text = schema.BulletText(text)
	if strings.TrimSpace(text) == "" {
		return &RequestError{Reason: fmt.Sprintf("-b %q has no text", arg)}
	}
	in.add(sub, text)
	return nil
}
