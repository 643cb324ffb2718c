package lint

import (
	"fmt"
	"sort"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// markers are what a merge leaves at the ends of a conflict, each with the word that
// makes of it an instruction to edit: search for this, replace it with that.
var markers = [...]struct{ mark, edit string }{{"<<<<<<<", "SEARCH"}, {">>>>>>>", "REPLACE"}}

func checkConflictMarker(u *Unit) []Finding {
	var found []Finding
	var fenced []source.Span
	for _, m := range markers {
		for at := 0; ; {
			i := strings.Index(u.File.Text[at:], m.mark)
			if i < 0 {
				break
			}
			start := at + i
			at = start + len(m.mark)
			if !isMarker(u.File.Text, start, at) || restOfLine(u.File.Text[at:]) == m.edit {
				continue
			}
			if fenced == nil {
				fenced = append(fencedCode(u), source.Span{Start: len(u.File.Text), End: len(u.File.Text) + 1}) // not looked for again
			}
			if !isWithin(fenced, start) {
				found = append(found, Finding{
					Span:    source.Span{Start: start, End: at},
					Message: fmt.Sprintf("conflict marker %q: the merge is not done", m.mark),
				})
			}
		}
	}
	return found
}

// isMarker reports whether text[start:end] stands alone at the start of a line.
func isMarker(text string, start, end int) bool {
	before := start == 0 || text[start-1] == '\n' || text[start-1] == '\r'
	return before && (end == len(text) || strings.IndexByte(" \t\r\n", text[end]) >= 0)
}

// restOfLine is the first line of text without white space around it.
func restOfLine(text string) string {
	if i := strings.IndexAny(text, "\r\n"); i >= 0 {
		text = text[:i]
	}
	return strings.TrimSpace(text)
}

// fencedCode is the fenced code of a file that something closes, in order: what stands
// there is shown.
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

// isWithin reports whether offset stands in one of spans, which are in order.
func isWithin(spans []source.Span, offset int) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > offset })
	return i < len(spans) && spans[i].Start <= offset
}
