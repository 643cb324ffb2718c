package protocol

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// An Input is a user's text for a section.
type Input struct {
	Parts  []schema.Filling
	Value  string // value of the placeholder in the title, or ""
	schema *schema.Schema
	group  *schema.Group
	only   *schema.Subsection // the only allowed subsection; nil allows all
}

// NewInput returns an empty Input for a group of s, or for its subsection only.
func NewInput(s *schema.Schema, group *schema.Group, only *schema.Subsection) *Input {
	return &Input{schema: s, group: group, only: only}
}

// Parse adds the contents of text: Markdown or a JSON object. Errors are [*RequestError] and
// [*source.Error].
func (in *Input) Parse(text string) error {
	if strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")), "{") {
		return in.parseJSON(text)
	}
	return in.parseMarkdown(text)
}

func (in *Input) parseMarkdown(text string) error {
	d, err := mdcheckpoint.Parse("input", text)
	if err != nil {
		return err
	}
	if err := d.CheckClosed(); err != nil {
		return err
	}
	if d.FrontMatter.Len() > 0 {
		return d.File.Errorf(d.FrontMatter.Start, "the lines up to the next --- would be front matter; expected text of a section")
	}
	sub, start := in.only, d.BOM
	for _, s := range d.Sections {
		if s.Level > in.level()+1 && !in.schema.Bullets {
			continue // deeper headings belong to the text around them
		}
		next, err := in.place(d, s)
		if err != nil {
			return err
		}
		if err := in.addBlocks(d, sub, source.Between(start, s.Own.Start)); err != nil {
			return err
		}
		sub, start = next, s.Heading.End
	}
	return in.addBlocks(d, sub, source.Between(start, len(d.File.Text)))
}

func (in *Input) example() string {
	title := "Title"
	if len(in.group.Subsections) > 0 {
		title = in.group.Subsections[0].Title
	}
	return strings.Repeat("#", in.level()+1) + " " + title
}

func (in *Input) level() int { return in.schema.GroupLevel() }

// place returns the subsection of the heading of s, or nil for the section itself.
func (in *Input) place(d *mdcheckpoint.Document, s *mdcheckpoint.Section) (*schema.Subsection, error) {
	if s.Level <= in.level() {
		value, ok := in.schema.Fill(in.group.Title, s.Title)
		if !ok || in.Value != "" && in.Value != value {
			return nil, d.File.Errorf(s.Heading.Start, "heading %q does not match section %q; subsections have level-%d headings", s.Title, in.group.Name(), in.level()+1)
		}
		in.Value = value
		return in.only, nil
	}
	title, _, _ := strings.Cut(s.Title, " (") // in a prompt, the heading ends with the number of bullets in parentheses
	for _, title := range []string{s.Title, title} {
		if sub, _ := in.group.Subsection(title); sub != nil && (in.only == nil || in.only == sub) {
			return sub, nil
		}
	}
	if in.only != nil {
		return nil, d.File.Errorf(s.Heading.Start, "heading %q does not match %q", s.Title, in.only.Title)
	}
	_, near := in.group.Subsection("")
	return nil, d.File.Errorf(s.Heading.Start, "no subsection %q in %q, which has %s", s.Title, in.group.Name(), cmp.Or(strings.Join(near, ", "), "none"))
}

func (in *Input) addBlocks(d *mdcheckpoint.Document, sub *schema.Subsection, span source.Span) error {
	bullets, plain, some := []string(nil), true, false
	for _, b := range d.Blocks {
		if !span.Covers(b.Span) || b.Kind == mdcheckpoint.Comment || b.Kind == mdcheckpoint.Break {
			continue
		}
		some = true
		if sub == nil && in.schema.Bullets {
			return d.File.Errorf(b.Span.Start, "bullets need a heading above them, such as %q", in.example())
		}
		if counted := in.counted(sub); b.Kind != mdcheckpoint.List && counted != "" {
			return d.File.Errorf(b.Span.Start, `%s has %s; expected lines that start with "- ", found other text`, in.name(sub), counted)
		}
		plain = plain && b.Kind == mdcheckpoint.List
		for _, item := range b.Items {
			if err := in.checkItem(d, sub, item); err != nil {
				return err
			}
			plain = plain && isPlain(item) && !item.Ordered
			bullets = append(bullets, spelling.JoinLines(d.File.Slice(item.Text)))
		}
	}
	switch {
	case !some:
		return nil
	case plain || in.counted(sub) != "":
		return in.add(sub, bullets...)
	}
	return in.addText(sub, strings.ReplaceAll(d.File.Slice(span), "\r\n", "\n"))
}

func (in *Input) checkItem(d *mdcheckpoint.Document, sub *schema.Subsection, item *mdcheckpoint.Item) error {
	if code := codeIn(item); code != nil && in.schema.Bullets {
		return d.File.Errorf(code.Span.Start, "a bullet has one line and cannot contain a code block")
	}
	if counted := in.counted(sub); !isPlain(item) && counted != "" && !in.schema.Bullets {
		return d.File.Errorf(item.Span.Start, "%s has %s; a bullet is one paragraph without lists or code", in.name(sub), counted)
	}
	return nil
}

func codeIn(item *mdcheckpoint.Item) (found *mdcheckpoint.Block) {
	mdcheckpoint.Walk(item.Blocks, func(b *mdcheckpoint.Block) bool {
		if b.Kind == mdcheckpoint.Code && found == nil {
			found = b
		}
		return true
	})
	return found
}

func isPlain(item *mdcheckpoint.Item) bool {
	return len(item.Blocks) == 0 || len(item.Blocks) == 1 && item.Blocks[0].Kind == mdcheckpoint.Paragraph
}

func (in *Input) counted(sub *schema.Subsection) string {
	switch {
	case sub == nil && (in.group.Min > 0 || in.group.Max > 0):
		return in.group.Range()
	case sub != nil && (sub.Min > 0 || sub.Max > 0 || in.schema.Bullets):
		return sub.Range()
	}
	return ""
}

func (in *Input) name(sub *schema.Subsection) string {
	if sub == nil {
		return fmt.Sprintf("%q", in.group.Name())
	}
	return fmt.Sprintf("%q", sub.Title)
}

func (in *Input) part(sub *schema.Subsection) *schema.Filling {
	i := slices.IndexFunc(in.Parts, func(p schema.Filling) bool { return p.Subsection == sub })
	if i < 0 {
		i = len(in.Parts)
		in.Parts = append(in.Parts, schema.Filling{Subsection: sub})
	}
	return &in.Parts[i]
}

func (in *Input) add(sub *schema.Subsection, bullets ...string) error {
	bullets = slices.DeleteFunc(bullets, func(b string) bool { return spelling.OneLine(b) == "" })
	for _, b := range bullets {
		if lint.IsDirective(strings.TrimSpace(b)) {
			return BadRequest("write the directive into the file by hand", "%q is a directive, not a bullet", b)
		}
	}
	if len(bullets) == 0 {
		return nil
	}
	p := in.part(sub)
	if p.Text != "" {
		return in.mixed(sub)
	}
	there := make([]string, len(p.Bullets))
	for i, b := range p.Bullets {
		there[i] = spelling.OneLine(b)
	}
	p.Bullets = append(p.Bullets, schema.NewBullets(bullets, there)...)
	return nil
}

func (in *Input) addText(sub *schema.Subsection, text string) error {
	p := in.part(sub)
	if len(p.Bullets) > 0 || p.Text != "" {
		return in.mixed(sub)
	}
	p.Text = spelling.TrimBlank(text)
	return nil
}

func (in *Input) mixed(sub *schema.Subsection) error {
	return BadRequest("combine them", "%s has two texts, or a text and bullets; expected one text or one list of bullets", in.name(sub))
}
