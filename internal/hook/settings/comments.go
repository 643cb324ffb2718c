package settings

import "regexp"

// comments finds strings, and the comments between them.
const comments = `"(?:[^"\\]|\\.)*"|//[^\r\n]*|(?s:/\*.*?\*/)`

// blank returns text with blanks in place of its comments, byte for byte.
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
