package settings

import "regexp"

// comments matches comments, and strings, which can contain comment marks.
const comments = `"(?:[^"\\]|\\.)*"|//[^\r\n]*|(?s:/\*.*?\*/)`

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
