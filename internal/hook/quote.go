package hook

import (
	"strings"

	"mdck/internal/spelling"
)

// isPlain reports whether text is one word that no shell changes and that is not a flag.
func isPlain(text string) bool {
	for _, r := range text {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && !strings.ContainsRune("-_./:", r) {
			return false
		}
	}
	return text != "" && text[0] != '-'
}

const maxWord = 300

// shellWord quotes a path for a shell if necessary. ok is false if the path is too long or has
// characters that cannot be pasted.
func shellWord(name string) (word string, ok bool) {
	switch {
	case name == "" || len(name) > maxWord || strings.ContainsRune(name, '\n') || visible(name) != name:
		return "", false
	case name[0] == '-':
		name = "./" + name
	}
	return spelling.ShellWord(name), true
}
