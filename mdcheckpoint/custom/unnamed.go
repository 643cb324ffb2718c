package custom

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/schema"
)

// Extended is the format of d with the sections of d that it does not name, so that they
// can be written to as those that it does; it is the format itself if it takes no others.
// Of several sections of one name none is in it, nor is one with a brace, which a title
// would take for a placeholder.
func (d *Document) Extended() *Format {
	own := *d.Format
	if own.Closed {
		return d.Format
	}
	times := map[string]int{}
	for _, s := range d.Sections {
		times[schema.Slug(s.Title)]++
	}
	own.Schema.Groups = slices.Clone(own.Schema.Groups)
	for _, s := range d.Sections {
		key := schema.Slug(s.Title)
		named := slices.ContainsFunc(d.Match.Groups, func(g *schema.GroupMatch) bool { return g.Section == s }) ||
			slices.ContainsFunc(own.Schema.Groups, func(g schema.Group) bool { return g.Key == key })
		if s.Level == own.Schema.GroupLevel() && key != "" && times[key] == 1 && !named && !strings.ContainsAny(s.Title, "{}") {
			own.Schema.Groups = append(own.Schema.Groups, schema.Group{Key: key, Title: s.Title, Optional: true})
		}
	}
	return &own
}
