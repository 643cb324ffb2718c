package custom

import (
	"strings"

	"mdck/mdcheckpoint/schema"
)

// Group gives the section that name means: its key or slug, or a beginning of it that
// no other shares, or a heading such as "Session 3", of which value is what stands for
// the placeholder. With no or several candidates it gives nil and the keys that were
// in question.
func (f *Format) Group(name string) (group *schema.Group, value string, near []string) {
	want := schema.Slug(name)
	var begun []*schema.Group
	for i := range f.Schema.Groups {
		g := &f.Schema.Groups[i]
		if g.Key == want {
			return g, "", nil
		}
		if want != "" && strings.HasPrefix(g.Key, want) {
			begun = append(begun, g)
		}
	}
	if len(begun) == 1 {
		return begun[0], "", nil
	}
	for i := range f.Schema.Groups {
		g := &f.Schema.Groups[i]
		if value, ok := f.Schema.Fill(g.Title, name); ok {
			return g, value, nil
		}
		near = append(near, g.Key)
	}
	if len(begun) > 0 {
		near = nil
		for _, g := range begun {
			near = append(near, g.Key)
		}
	}
	return nil, "", near
}

// placeholder is the name in the braces of a title; "" without one.
func placeholder(title string) string {
	_, rest, _ := strings.Cut(title, "{")
	name, _, _ := strings.Cut(rest, "}")
	return name
}

// dateSlot is the placeholder that today's date stands for.
const dateSlot = "DATE"

// filled is a title with value in the place of its placeholder, if it has one.
func filled(title, value string) string {
	before, rest, found := strings.Cut(title, "{")
	if !found {
		return title
	}
	_, after, _ := strings.Cut(rest, "}")
	return before + value + after
}
