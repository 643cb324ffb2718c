package templates

import (
	_ "embed"
	"strings"
)

//go:embed ohrfc/skeleton.txt
var skeleton string

// Skeleton says what belongs in a subsection that is still to be filled, on one
// line without an end; "" where there is nothing to say. group is the key of the
// section group and subsection its slug.
func Skeleton(group, subsection string) string {
	for line := range strings.Lines(skeleton) {
		if text, ok := strings.CutPrefix(line, group+"/"+subsection+": "); ok {
			return strings.TrimSpace(text)
		}
	}
	return ""
}
