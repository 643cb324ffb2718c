package custom

import (
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// Near is the section that s, which the format does not name, may be meant to be: its
// heading goes on behind what the title of one that repeats takes, as "Phase 1: Auth" does
// for "Phase {N}". It is nil if there is none. Taking is a title that would take both.
func (f *Format) Near(s *mdcheckpoint.Section) (g *schema.Group, taking string) {
	if s.Level != f.Schema.GroupLevel() {
		return nil, ""
	}
	for i := range f.Schema.Groups {
		if g := &f.Schema.Groups[i]; goesBeyond(g.Title, s.Title) {
			head, _, _ := strings.Cut(g.Title, "{")
			return g, head + "{NAME}"
		}
	}
	return nil, ""
}

// goesBeyond reports whether title is, up to the end of one of its words, one that
// pattern takes, which has a number or a date behind a word; signs may stand behind that.
func goesBeyond(pattern, title string) bool {
	head, _, repeats := strings.Cut(pattern, "{")
	g := schema.Group{Title: pattern}
	if !repeats || !g.Numbered() && !g.Dated() || schema.Slug(head) == "" {
		return false // any heading begins with nothing
	}
	words := strings.Fields(upTo(title, len(pattern)+maxTitle))
	for n := min(len(words)-1, 2+len(strings.Fields(pattern))); n > 0; n-- {
		if _, ok := schema.Fill(pattern, strings.TrimRight(strings.Join(words[:n], " "), ":：.,;)-–—")); ok {
			return true
		}
	}
	return false
}
