package schema

import (
	"slices"

	"mdck/mdcheckpoint"
)

// HasContent reports whether s contains anything except headings, comments and thematic breaks.
func HasContent(s *mdcheckpoint.Section) bool {
	return slices.ContainsFunc(s.Blocks,
		func(b *mdcheckpoint.Block) bool { return b.Kind != mdcheckpoint.Comment && !isBreak(b) }) ||
		slices.ContainsFunc(s.Children, HasContent)
}
