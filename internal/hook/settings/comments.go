package settings

import "regexp"

// comments matches strings and comments. It matches strings because they may contain comment marks.
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
