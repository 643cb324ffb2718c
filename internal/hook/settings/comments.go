package settings

import "regexp"

// comments is a regular expression for comments. It also matches strings, because comment marks in
// a string do not begin a comment.
const comments = `"(?:[^"\\]|\\.)*"|//[^\r\n]*|(?s:/\*.*?\*/)`

// blank replaces each byte of a comment by a blank, except line endings.
func blank(text string) string {
	return regexp.MustCompile(comments).ReplaceAllStringFunc(text, func(part string) string {
		if part[0] == '"' {
			return part
		}
		plain := []byte(part)
		for i, c := range plain {
			if c != '\n' && c != '\r' {
				plain[i] = ' '
			}
		}
		return string(plain)
	})
}
