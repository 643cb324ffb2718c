package settings

import (
	"regexp"
	"strings"

	"mdck/mdcheckpoint/source"
)

// blank returns text with blanks in place of its comments, byte for byte, and where these are.
func blank(text string) (string, []source.Span) {
	plain := []byte(text)
	var comments []source.Span
	for _, at := range regexp.MustCompile(`"(?:[^"\\]|\\.)*"|//[^\r\n]*|(?s:/\*.*?\*/)`).FindAllStringIndex(text, -1) {
		if text[at[0]] != '/' {
			continue
		}
		comments = append(comments, source.Span{Start: at[0], End: at[1]})
		for i := at[0]; i < at[1]; i++ {
			if plain[i] != '\n' && plain[i] != '\r' {
				plain[i] = ' '
			}
		}
	}
	return string(plain), comments
}

// apply makes edits of the text without comments in the text with them. A comment inside of
// what an edit removes is kept behind it.
func (f *File) apply(edits []source.Edit) (string, error) {
	for i := range edits {
		e := &edits[i]
		for _, c := range f.comments {
			if c.Start < e.Span.Start || c.End > e.Span.End {
				continue
			}
			comment := f.text[c.Start:c.End]
			e.New += " " + comment
			if strings.HasPrefix(comment, "//") && lineBreak(f.text[e.Span.End:]) == "" {
				e.New += "\n"
			}
		}
	}
	return source.Apply(f.text, edits)
}
