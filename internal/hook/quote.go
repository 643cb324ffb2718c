package hook

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSaid is how many bytes of a text from a file are said in a line.
const maxSaid = 60

// said is a short text from a file, or of a path, on a line of ours: as it is if
// it is a plain word, else quoted.
func said(text string) string {
	if isPlain(text) && len(text) <= maxSaid {
		return text
	}
	return quoted(text, maxSaid)
}

// quoted is a text between quotation marks, cut to limit bytes before its quotation
// marks are escaped, and with a mark for all that is not seen.
func quoted(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return utf8.RuneError
	}, text)
	return strconv.Quote(cut(text, limit))
}

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
