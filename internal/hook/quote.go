package hook

import (
	"strings"
	"unicode/utf8"

	"mdck/mdcheckpoint/spelling"
)

// maxSaid is how many bytes of a text from a file are said in a line.
const maxSaid = 60

// said is a value from a file, or the name of what is at hand, on a line of ours: as it
// is if the protocols know it or it is an id, else quoted.
func said(text string) string { return spelling.Value(text, maxSaid) }

// pathSaid is a path.
func pathSaid(text string) string { return spelling.Path(text, maxSaid) }

// quoted is a text between quotation marks, cut to limit bytes before its quotation
// marks are escaped, and with a mark for all that is not seen.
func quoted(text string, limit int) string { return spelling.Quoted(text, limit) }

// cut is text, which is UTF-8, in at most limit bytes and a mark.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}

// isPlain reports whether text is one word that means nothing to a shell and is no
// flag.
func isPlain(text string) bool {
	for _, r := range text {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && !strings.ContainsRune("-_./", r) {
			return false
		}
	}
	return text != "" && text[0] != '-'
}

// maxWord is how many bytes a name may have that is put into a command line.
const maxWord = 300

// shellWord is a path as a word of a command line, quoted for a shell if need be;
// ok is false for one that would not reach the shell as it is, or is too long.
func shellWord(name string) (word string, ok bool) {
	switch {
	case name == "" || len(name) > maxWord || strings.ContainsRune(name, '\n') || visible(name) != name:
		return "", false
	case name[0] == '-':
		name = "./" + name
	}
	if isPlain(name) {
		return name, true
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'", true
}
