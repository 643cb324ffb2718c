package hook

import (
	"strings"

	"mdck/internal/spelling"
)

const maxWord = 300

// shellWord quotes a path for a shell. ok is false if the path cannot be pasted.
func shellWord(name string) (word string, ok bool) {
	switch {
	case name == "" || len(name) > maxWord || strings.ContainsRune(name, '\n') || visible(name) != name:
		return "", false
	case name[0] == '-':
		name = "./" + name
	}
	return spelling.ShellWord(name), true
}
