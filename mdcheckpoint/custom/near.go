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

// goesBeyond reports whether title goes on behind a sign, and pattern, which has a number or a
// date, takes what is before it.
func goesBeyond(pattern, title string) bool {
	g := schema.Group{Title: pattern}
	end := strings.IndexAny(title, ":：.,;()–—")
	if end < 0 || !g.Numbered() && !g.Dated() || strings.HasPrefix(pattern, "{") {
		return false // any heading begins with nothing
	}
	_, ok := schema.Fill(pattern, title[:end])
	return ok
}
