package custom

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/spelling"
)

// findNumber finds the section among all by its number. Without one it is the newest
// if it is added to by name, replaced, empty or holds exactly these parts already, and
// else the next.
func (w *writing) findNumber(all []*schema.GroupMatch) error {
	newest := 0
	for _, g := range all {
		newest = max(newest, g.N)
	}
	if w.Value == "" {
		w.n = newest + 1
		at := slices.IndexFunc(all, func(g *schema.GroupMatch) bool { return g.N == newest })
		if at >= 0 && (w.Only != nil || w.Replace || w.isNext(all[at])) {
			w.there, w.n = all[at], newest
		}
		w.Value = strconv.Itoa(w.n)
		return w.fits()
	}
	n, err := strconv.ParseUint(w.Value, 10, 31)
	if err != nil {
		return protocol.BadRequest("", "%q is no number, as %q has", w.Value, w.Group.Name())
	}
	w.n, w.Value = int(n), strconv.Itoa(int(n))
	if at := slices.IndexFunc(all, func(g *schema.GroupMatch) bool { return g.N == w.n }); at >= 0 {
		w.there = all[at]
		return nil
	}
	if w.n != newest+1 && len(all) > 0 && !w.Force {
		return protocol.BadRequest(fmt.Sprintf("--round %d is next; --force takes any", newest+1), "%q does not follow %q, the newest", w.Group.TitleFor(w.n), w.Group.TitleFor(newest))
	}
	return nil
}

// fits refuses a number that none follows.
func (w *writing) fits() error {
	if w.n < 1 || w.n > math.MaxInt32 {
		return protocol.BadRequest("--round says which one is meant", "no number follows that of the newest %q", w.Group.Name())
	}
	return nil
}

// stays refuses a section that would go to the archive as soon as it is written.
func (w *writing) stays(after *Document) error {
	if g := after.find(w); !slices.Contains(after.Surplus(), g) {
		return nil
	}
	return protocol.BadRequest("", "%q is older than the newest %d, and older ones are not kept", w.title, w.Group.Keep)
}

// findValue finds the section among all by what stands for its placeholder. Without
// that it is today's, where the placeholder is a date, or else the newest, as it is
// with numbers; but what a new one is called nobody can know.
func (w *writing) findValue(all []*schema.GroupMatch) error {
	if w.Value == "" && placeholder(w.Group.Title) == dateSlot {
		w.Value = w.date
	}
	if w.Value == "" && len(all) > 0 {
		newest := all[len(all)-1]
		if w.Group.NewestFirst {
			newest = all[0]
		}
		if w.Only != nil || w.Replace || w.isNext(newest) {
			w.there = newest
			return nil
		}
	}
	if w.Value == "" {
		return protocol.BadRequest("--value TEXT says it", "nothing says what stands for {%s} in %q", placeholder(w.Group.Title), w.Group.Title)
	}
	w.Value = schema.Uncolon(w.Value)
	at := slices.IndexFunc(all, func(g *schema.GroupMatch) bool { return schema.Fold(g.Value) == schema.Fold(w.Value) })
	if at >= 0 {
		w.there = all[at]
	}
	return nil
}

// isNext reports whether g, the newest, is the one to write to where a new one could be
// made: it holds nothing, or exactly what is to be written.
func (w *writing) isNext(g *schema.GroupMatch) bool {
	if !schema.HasContent(g.Section) {
		return true
	}
	heading := w.before.Format.Schema.Heading(g.Section.Title)
	wanted, err := Parse(w.before.Format, "", heading+"\n\n"+w.content("\n"))
	return err == nil && len(wanted.Match.Groups) == 1 && slices.Equal(w.before.said(g.Section, 0), wanted.said(wanted.Match.Groups[0].Section, 0))
}

// said is what stands in s and below it, each piece on one line, behind the headings
// below s that something stands under. Comments say nothing.
func (d *Document) said(s *mdcheckpoint.Section, depth int) []string {
	var all []string
	for _, p := range d.pieces(s, false) {
		text := spelling.OneLine(d.File.Slice(p.text))
		if p.span != p.text { // a bullet, whatever its marker, is no paragraph
			text = "- " + text
		}
		if !strings.HasPrefix(text, "<!--") {
			all = append(all, text)
		}
	}
	if len(all) > 0 && depth > 0 {
		all = append([]string{strings.Repeat("#", depth) + schema.Fold(schema.Uncolon(s.Title))}, all...)
	}
	for _, child := range s.Children {
		all = append(all, d.said(child, depth+1)...)
	}
	return all
}
