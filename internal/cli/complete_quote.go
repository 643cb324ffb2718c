package cli

import "strings"

// unquoted are the words of a command line as bash has them, without the quotes
// that the user typed, and the quote that is open in the last one, 0 if none is.
// Variables and commands in them are left as they are: nothing is run.
func unquoted(words []string) (plain []string, open rune) {
	for _, w := range words {
		var text string
		text, open = unquote(w)
		plain = append(plain, text)
	}
	return plain, open
}

func unquote(word string) (plain string, open rune) {
	var b strings.Builder
	escape := false
	for _, r := range word {
		switch {
		case escape:
			if open == '"' && !strings.ContainsRune("$`\"\\", r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
			escape = false
		case r == '\\' && open != '\'':
			escape = true
		case open != 0 && r == open:
			open = 0
		case open == 0 && (r == '\'' || r == '"'):
			open = r
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), open
}

// escaped is a word as it is typed into bash behind that open quote, or none.
// Behind a single one, a word that has one itself cannot be typed on.
func escaped(word string, open rune) string {
	special := " \t!\"#$&'()*;<>?[\\]^`{|}~"
	switch {
	case open == '\'' && strings.Contains(word, "'"):
		return ""
	case open == '\'':
		special = ""
	case open == '"':
		special = "\"$\\`"
	}
	var b strings.Builder
	for _, r := range word {
		if strings.ContainsRune(special, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
