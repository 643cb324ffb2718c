package ohrfc

import (
	"fmt"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/nearest"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
)

// sectionKeys returns the keys of the groups that can be appended.
func sectionKeys() []string {
	var keys []string
	for i := range ohrfc.Format.Groups {
		if g := &ohrfc.Format.Groups[i]; len(g.Subsections) > 0 {
			keys = append(keys, g.Key)
		}
	}
	return keys
}

// findSection returns the group with a key, in any spelling.
func findSection(name string) (*schema.Group, error) {
	plain := func(key string) string { return strings.ReplaceAll(schema.Slug(key), "-", "") }
	for _, key := range sectionKeys() {
		if plain(key) == plain(name) {
			return ohrfc.Group(key), nil
		}
	}
	var lines []string
	if near := nearest.Of(strings.ToLower(name), sectionKeys()); len(near) > 0 {
		lines = append(lines, "did you mean "+near[0]+"?")
	}
	return nil, app.Hinted(fmt.Errorf("unknown section %q", name), append(lines, "sections: "+strings.Join(sectionKeys(), ", "))...)
}
