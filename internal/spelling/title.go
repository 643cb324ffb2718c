package spelling

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Slug converts a title to a lower-case name with hyphens.
func Slug(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}

// FoldTitle returns title for comparisons: in lower case, with single spaces, and without emphasis.
func FoldTitle(title string) string {
	folded := make([]byte, 0, len(title))
	space := false // white space precedes the next letter
	for _, r := range title {
		switch {
		case r == '*' || r == '`':
			continue
		case unicode.IsSpace(r):
			space = len(folded) > 0
			continue
		case r == '：':
			r = ':'
		}
		if space {
			folded = append(folded, ' ')
			space = false
		}
		folded = utf8.AppendRune(folded, unicode.ToLower(r))
	}
	return string(folded)
}

// PlainTitle returns title without leading number, final colon and count: "Tasks" for "3. Tasks (2/5):".
func PlainTitle(title string) string {
	if strings.ContainsAny(title, "*`/") { // fast path for most titles
		title = strings.NewReplacer("*", "", "`", "", "/", " / ").Replace(title)
	}
	title = strings.TrimSpace(title)
	if digits := len(title) - len(strings.TrimLeft(title, "0123456789")); digits > 0 &&
		len(title) > digits && (title[digits] == '.' || title[digits] == ')') {
		title = strings.TrimSpace(title[digits+1:])
	}
	title = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(title, ":"), "："))
	if open := strings.LastIndex(title, "("); open > 0 && strings.HasSuffix(title, ")") &&
		strings.Trim(title[open:], "()0123456789/ ") == "" {
		title = strings.TrimSpace(title[:open])
	}
	return strings.TrimSuffix(title, ":")
}

// TrimColons returns title without final colons and surrounding white space.
func TrimColons(title string) string {
	for {
		title = strings.TrimSpace(title)
		rest := strings.TrimRight(title, "*`")
		mark := strings.TrimRight(rest, ":：")
		if mark == rest {
			return title
		}
		title = mark + title[len(rest):]
	}
}

// WithoutPictures returns title without pictographs.
func WithoutPictures(title string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x2190 && unicode.In(r, unicode.So, unicode.Sk) || r == asEmoji {
			return -1
		}
		return r
	}, title)
}

// ShowPlaceholders replaces braces by angle brackets: "Session <N>" for "Session {N}".
func ShowPlaceholders(title string) string {
	return strings.ReplaceAll(strings.ReplaceAll(title, "{", "<"), "}", ">")
}

// JoinLines joins the lines of text with spaces.
func JoinLines(text string) string {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = strings.Trim(lines[i], " \t")
	}
	return strings.Join(slices.DeleteFunc(lines, func(s string) bool { return s == "" }), " ")
}

// BulletText is [JoinLines] without a list marker.
func BulletText(text string) string {
	text = JoinLines(text)
	for _, marker := range []string{"- ", "* ", "+ "} {
		if rest, ok := strings.CutPrefix(text, marker); ok {
			return rest
		}
	}
	return text
}

// TrimBlank returns text without surrounding blank lines and trailing white space.
func TrimBlank(text string) string {
	text = strings.TrimRight(text, " \t\r\n")
	for {
		line, rest, found := strings.Cut(text, "\n")
		if !found || strings.TrimSpace(line) != "" {
			return text
		}
		text = rest
	}
}
