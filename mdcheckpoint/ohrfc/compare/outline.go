package compare

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
)

// A place is a heading with the content directly under it, or the content before the first.
type place struct {
	twin    *place // in the other version, or nil
	parent  *place
	label   string
	title   bool
	group   *schema.GroupMatch
	kind    tensionKind
	bullets []*bullet
	text    string // content other than bullets and separators
}

func (p *place) round() int {
	if p.group == nil || p.group.Group.Key != ohrfc.GateBKey {
		return 0
	}
	return p.group.N
}

func (p *place) top() string {
	if p.group == nil {
		return ""
	}
	return p.group.Title()
}

type tensionKind int

const (
	noTensions tensionKind = iota
	standing               // each bullet is a tension
	updated                // each bullet has a label and updates a tension
)

type bullet struct {
	text  string // on one line
	label string // of [ohrfc.TensionLabel], or ""
	body  string
	place *place
	words []string // of body, sorted; nil before readWords
	done  bool     // matched with a bullet of the other version, or reported
}

type bulletKey struct{ label, body string }

func (b *bullet) key() bulletKey { return bulletKey{b.label, b.body} }

type outline struct {
	places []*place
	at     map[placeName]*place
}

// open returns the bullets that are not done.
func (o *outline) open() (all []*bullet) {
	for _, p := range o.places {
		all = append(all, p.open()...)
	}
	return all
}

func (p *place) open() (all []*bullet) {
	if p == nil {
		return nil
	}
	for _, b := range p.bullets {
		if !b.done {
			all = append(all, b)
		}
	}
	return all
}

func (p *place) leftover() []string {
	all := []string{}
	for _, b := range p.open() {
		all = append(all, b.text)
	}
	return all
}

func (o *outline) bulletsOfRounds(count func(*place) int) map[int]int {
	counts := map[int]int{}
	for _, p := range o.places {
		if n := p.round(); n > 0 {
			counts[n] += count(p)
		}
	}
	return counts
}

type placeName struct {
	parent *place
	name   string
	nth    int // index among the places with the same parent and name, from 0
}

func readOutline(c *ohrfc.Checkpoint, other *outline) *outline {
	o := &outliner{
		checkpoint: c, facts: factItems(c), other: other, outline: &outline{at: map[placeName]*place{}}, counts: map[placeName]int{},
		sections: map[*mdcheckpoint.Section]*place{}, groups: map[*mdcheckpoint.Section]*schema.GroupMatch{}, subsections: map[*mdcheckpoint.Section]*schema.Subsection{},
	}
	for _, g := range c.Groups {
		o.groups[g.Section] = g
		for _, s := range g.Subsections {
			o.subsections[s.Section] = s.Subsection
		}
	}
	o.preamble()
	for _, s := range c.Document.Sections {
		o.section(s)
	}
	return o.outline
}

type outliner struct {
	*outline
	other       *outline
	counts      map[placeName]int // number of places with a parent and name
	checkpoint  *ohrfc.Checkpoint
	facts       map[*mdcheckpoint.Item]bool
	sections    map[*mdcheckpoint.Section]*place
	groups      map[*mdcheckpoint.Section]*schema.GroupMatch
	subsections map[*mdcheckpoint.Section]*schema.Subsection
}

func (o *outliner) add(p *place, name string, blocks []*mdcheckpoint.Block) {
	key := placeName{parent: p.parent, name: name}
	o.counts[key]++
	if key.nth = o.counts[key] - 1; key.nth > 0 {
		p.label += " (" + strconv.Itoa(key.nth+1) + ")"
	}
	o.places, o.at[key] = append(o.places, p), p
	if p.parent != nil {
		key.parent = p.parent.twin
	}
	if p.parent == nil || key.parent != nil {
		p.twin = o.other.at[key]
	}
	if p.twin != nil {
		p.twin.twin = p
	}
	o.fill(p, blocks)
}

func (o *outliner) preamble() {
	d := o.checkpoint.Document
	blocks := d.Blocks
	for i, b := range blocks {
		if b.Kind == mdcheckpoint.Heading && b.Section != nil {
			blocks = blocks[:i]
			break
		}
	}
	p := &place{label: "before the first heading", text: plainLines(d.File.Slice(d.FrontMatter))}
	o.add(p, "\npreamble", blocks)
}

func (o *outliner) section(s *mdcheckpoint.Section) {
	p, name, title := &place{}, strconv.Itoa(s.Level)+" "+spelling.FoldTitle(s.Title), clipTitle(s.Title)
	if parent := o.sections[s.Parent]; parent != nil && s.Level > 2 {
		p.parent, p.group, p.kind = parent, parent.group, parent.kind
		p.label = parent.label + " / "
	}
	if g := o.groups[s]; g != nil {
		p.group, name, title = g, "\n"+g.Group.Key+" "+strconv.Itoa(g.N), g.Title()
	} else if sub := o.subsections[s]; sub != nil {
		p.kind, name, title = kindOf(p.group.Group.Key, sub.Title), "\n"+sub.Title, sub.Title
	} else if s == o.checkpoint.Title {
		p.title, name, title = true, "\ntitle", "Title"
	}
	p.label += title
	o.sections[s] = p
	o.add(p, name, s.Blocks)
}

func kindOf(group, subsection string) tensionKind {
	switch {
	case group == ohrfc.DiscoverKey && subsection == ohrfc.ActiveTensions:
		return standing
	case subsection == ohrfc.ActiveTensionsUpdated:
		return updated
	}
	return noTensions
}

const maxTitle = 80

func clipTitle(title string) string {
	if title == "" {
		return "(no title)"
	}
	if utf8.RuneCountInString(title) <= maxTitle {
		return title
	}
	return string([]rune(title)[:maxTitle]) + "…"
}

func (o *outliner) fill(p *place, blocks []*mdcheckpoint.Block) {
	var text strings.Builder
	text.WriteString(p.text)
	for _, b := range blocks {
		slice := o.checkpoint.Document.File.Slice(b.Span)
		switch b.Kind {
		case mdcheckpoint.Heading, mdcheckpoint.Break:
		case mdcheckpoint.List:
			for _, item := range b.Items {
				o.bullet(p, item)
			}
		case mdcheckpoint.Code:
			text.WriteString(plainLines(slice) + "\n")
		default:
			text.WriteString(spelling.OneLine(slice) + "\n")
		}
	}
	p.text = text.String()
}

func plainLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

func (o *outliner) bullet(p *place, item *mdcheckpoint.Item) {
	if o.facts[item] {
		return
	}
	b := &bullet{text: o.checkpoint.Bullet(item), place: p}
	b.body = b.text
	if p.kind == updated {
		b.label, b.body = ohrfc.TensionLabel(b.text)
	}
	p.bullets = append(p.bullets, b)
}
