package schema

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint"
)

// JoinLines joins the lines of a user's bullet into one line. It keeps white space within a line.
func JoinLines(text string) string {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = strings.Trim(lines[i], " \t")
	}
	return strings.Join(slices.DeleteFunc(lines, func(s string) bool { return s == "" }), " ")
}

// BulletText is like [JoinLines], but also removes a list marker.
func BulletText(text string) string {
	text = JoinLines(text)
	for _, marker := range []string{"- ", "* ", "+ "} {
		if rest, ok := strings.CutPrefix(text, marker); ok {
			return rest
		}
	}
	return text
}

// HasContent reports whether s contains anything except headings, comments and thematic breaks.
func HasContent(s *mdcheckpoint.Section) bool {
	return slices.ContainsFunc(s.Blocks,
		func(b *mdcheckpoint.Block) bool { return b.Kind != mdcheckpoint.Comment && !isBreak(b) }) ||
		slices.ContainsFunc(s.Children, HasContent)
}

// Trimmed returns text without surrounding blank lines and trailing white space.
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
