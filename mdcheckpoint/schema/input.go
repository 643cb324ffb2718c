package schema

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint"
)

// JoinLines makes one line of a bullet that a user gives; white space within a line stays.
func JoinLines(text string) string {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = strings.Trim(lines[i], " \t")
	}
	return strings.Join(slices.DeleteFunc(lines, func(s string) bool { return s == "" }), " ")
}

// BulletText is [JoinLines] of text without the marker of a list item that a user left in.
func BulletText(text string) string {
	text = JoinLines(text)
	for _, marker := range []string{"- ", "* ", "+ "} {
		if rest, ok := strings.CutPrefix(text, marker); ok {
			return rest
		}
	}
	return text
}

// HasContent reports whether s has more in it than headings, comments and thematic breaks.
func HasContent(s *mdcheckpoint.Section) bool {
	return slices.ContainsFunc(s.Blocks,
		func(b *mdcheckpoint.Block) bool { return b.Kind != mdcheckpoint.Comment && !isBreak(b) }) ||
		slices.ContainsFunc(s.Children, HasContent)
}

// Trimmed is text without blank lines around it and white space after it.
func Trimmed(text string) string {
	text = strings.TrimRight(text, " \t\r\n")
	for {
		line, rest, found := strings.Cut(text, "\n")
		if !found || strings.TrimSpace(line) != "" {
			return text
		}
		text = rest
	}
}
