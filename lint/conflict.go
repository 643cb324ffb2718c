package lint

import (
	"sort"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// markers begin the lines of a conflict. A mark before edit, as in "<<<<<<< SEARCH", is an
// instruction to replace text.
var markers = [...]struct{ mark, edit string }{{"<<<<<<<", "SEARCH"}, {">>>>>>>", "REPLACE"}}

func checkConflictMarker(u *Unit) []Finding {
	text := u.File.Text
	var marks []source.Span
	for _, m := range markers {
		for start := range indexes(text, m.mark) {
			end := start + len(m.mark)
			if isMarker(text, start, end) && firstLineOf(text[end:]) != m.edit {
				marks = append(marks, source.Between(start, end))
			}
		}
	}
	if len(marks) == 0 {
		return nil
	}
	fenced := fencedCode(u)
	var found []Finding
	for _, m := range marks {
		if !isWithin(fenced, m.Start) {
			found = append(found, NewFinding(m, "%q marks a merge conflict; resolve the conflict", u.File.Slice(m)))
		}
	}
	return found
}

func isMarker(text string, start, end int) bool {
	before := start == 0 || text[start-1] == '\n' || text[start-1] == '\r'
	return before && (end == len(text) || strings.IndexByte(" \t\r\n", text[end]) >= 0)
}

func firstLineOf(text string) string {
	if i := strings.IndexAny(text, "\r\n"); i >= 0 {
		text = text[:i]
	}
	return strings.TrimSpace(text)
}

// fencedCode returns the closed code blocks, in which a conflict marker is an example.
func fencedCode(u *Unit) []source.Span {
	if u.Tagged != nil {
		return u.Tagged.Fences()
	}
	if u.Document == nil {
		return nil
	}
	var found []source.Span
	mdcheckpoint.Walk(u.Document.Blocks, func(b *mdcheckpoint.Block) bool {
		if b.Kind == mdcheckpoint.Code && b.Fence != nil && b.Fence.Close.Len() > 0 {
			found = append(found, b.Span)
		}
		return true
	})
	return found
}

func isWithin(spans []source.Span, offset int) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > offset })
	return i < len(spans) && spans[i].Start <= offset
}
