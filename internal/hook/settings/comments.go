package settings

import (
	"regexp"

	"mdck/mdcheckpoint/source"
)

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

// apply makes edits of the text without comments in the text with them. A comment inside of
// what an edit removes is kept behind it.
func (f *File) apply(edits []source.Edit) (string, error) {
	for i := range edits {
		e := &edits[i]
		for _, part := range regexp.MustCompile(comments).FindAllString(f.text[e.Span.Start:e.Span.End], -1) {
			if part[0] == '"' {
				continue
			}
			e.New += " " + part
			if part[1] == '/' && lineBreak(f.text[e.Span.End:]) == "" {
				e.New += "\n"
			}
		}
	}
	return source.Apply(f.text, edits)
}
