package cli

import (
	"fmt"
	"strings"

	"mdck/internal/nearest"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
)

// sections are the keys of the groups that can be appended.
func sections() []string {
	var keys []string
	for i := range ohrfc.Format.Groups {
		if g := &ohrfc.Format.Groups[i]; len(g.Subsections) > 0 {
			keys = append(keys, g.Key)
		}
	}
	return keys
}

// sectionNamed is the group that a user means, by its key in any spelling.
func sectionNamed(name string) (*schema.Group, error) {
	plain := func(key string) string { return strings.ReplaceAll(schema.Slug(key), "-", "") }
	for _, key := range sections() {
		if plain(key) == plain(name) {
			return ohrfc.Group(key), nil
		}
	}
	var lines []string
	if near := nearest.Of(strings.ToLower(name), sections()); len(near) > 0 {
		lines = append(lines, "did you mean "+near[0]+"?")
	}
	return nil, hinted(fmt.Errorf("unknown section %q", name), append(lines, "sections: "+strings.Join(sections(), ", "))...)
}
