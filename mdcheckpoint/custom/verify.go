package custom

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/spelling"
)

// verify reports where after does not hold what was asked for, or no longer holds what
// was there: text may be Markdown that reads as something else than it was given for.
func (w *writing) verify(after *Document) error {
	if len(after.Unclosed) > 0 {
		line, _, _ := strings.Cut(after.File.Slice(after.Unclosed[0].Span), "\n")
		return protocol.BadRequest("put what is code between backticks", "%q opens what nothing closes", spelling.OneLine(line))
	}
	now := after.find(w)
	if now == nil {
		return fmt.Errorf("%s: %q would not be read as a section there", after.File.Name, w.title)
	}
	for _, p := range w.Parts {
		if err := after.verifyPart(now, p); err != nil {
			return err
		}
	}
	if w.there != nil && !w.Replace {
		if lost := firstLost(w.before.pieceTexts(w.there.Section), after.pieceTexts(now.Section)); lost != "" {
			return fmt.Errorf("%s: %q would be lost or read as something else", after.File.Name, lost)
		}
	}
	return schema.Intact(w.before.Match, after.Match, w.there, now)
}

// find is the section that w wrote.
func (d *Document) find(w *writing) *schema.GroupMatch {
	all := d.Match.All(w.Group.Key)
	if w.there != nil {
		if w.index < len(all) {
			return all[w.index]
		}
		return nil
	}
	at := slices.IndexFunc(all, func(g *schema.GroupMatch) bool {
		return g.N == w.n && (!w.Group.Repeats() || w.Group.Numbered() || schema.Fold(g.Value) == schema.Fold(w.Value))
	})
	if at < 0 {
		return nil
	}
	return all[at]
}

func (d *Document) verifyPart(g *schema.GroupMatch, p schema.Filling) error {
	section := g.Section
	if p.Subsection != nil {
		there := g.Subsection(p.Subsection.Title)
		if there == nil {
			return fmt.Errorf("%s: %q would not be read as a section there", d.File.Name, p.Subsection.Title)
		}
		section = there.Section
	}
	bullets := (&schema.Editor{Match: d.Match}).Bullets(itemsOf(g, p.Subsection))
	for _, b := range p.Bullets {
		if !slices.Contains(bullets, spelling.OneLine(b)) {
			return protocol.BadRequest("put what is code between backticks", "the bullet %q would not be read as one bullet", b)
		}
	}
	if p.Text != "" && !d.hasText(section, p.Text) {
		return protocol.BadRequest("", "the text for %q would not be read as a part of it", section.Title)
	}
	return nil
}

// itemsOf are the bullets of the subsection of g, or those that stand in g and in no
// subsection of the format.
func itemsOf(g *schema.GroupMatch, sub *schema.Subsection) []*mdcheckpoint.Item {
	if sub != nil {
		if there := g.Subsection(sub.Title); there != nil {
			return there.Items()
		}
		return nil
	}
	all := g.Section.Bullets()
	for _, s := range g.Extra {
		if s.Parent == g.Section {
			all = append(all, (&schema.SubsectionMatch{Section: s}).Items()...)
		}
	}
	return all
}

// hasText reports whether the lines of text stand in s, or below it.
func (d *Document) hasText(s *mdcheckpoint.Section, text string) bool {
	body := schema.Body(s)
	body.Start = s.Heading.End
	plain := func(text string) string {
		lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " \t\r")
		}
		return "\n" + strings.Join(lines, "\n") + "\n"
	}
	return strings.Contains(plain(d.File.Slice(body)), plain(text))
}

// pieceTexts are the headings, bullets and other blocks of s and what is below it.
func (d *Document) pieceTexts(s *mdcheckpoint.Section) []string {
	var all []string
	for _, p := range d.pieces(s, false) {
		all = append(all, d.File.Slice(p.span))
	}
	for _, child := range s.Children {
		all = append(all, d.File.Slice(child.Heading))
		all = append(all, d.pieceTexts(child)...)
	}
	return all
}

// firstLost is the first of was that is not in is, in the same order; "" if all are.
func firstLost(was, is []string) string {
	for _, text := range was {
		i := slices.Index(is, text)
		if i < 0 {
			return text
		}
		is = is[i+1:]
	}
	return ""
}
