package hook

import (
	"strings"

	"mdck/internal/spelling"
)

// isPlain reports whether text is one word that means nothing to a shell and is no
// flag.
func isPlain(text string) bool {
	for _, r := range text {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && !strings.ContainsRune("-_./:", r) {
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
	return spelling.ShellWord(name), true
}
