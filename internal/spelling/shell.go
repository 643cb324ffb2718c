package spelling

import "strings"

// ShellWord quotes a word for a POSIX shell, if necessary.
func ShellWord(word string) string {
	special := func(r rune) bool {
		letter := r >= 0x80 || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		return !letter && !strings.ContainsRune("-_=./:,@%+", r)
	}
	if word != "" && !strings.ContainsFunc(word, special) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// ShellPath is [ShellWord] for the path of a file, which may begin with "-".
func ShellPath(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	return ShellWord(name)
}
