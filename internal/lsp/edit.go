package lsp

import (
	"slices"
	"sort"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"mdck/internal/report"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

func editsOf(before, after string) []source.Edit {
	if before == after {
		return nil
	}
	var all []source.Edit
	e, at := source.Edit{}, 0
	flush := func() {
		if e.Span.Len() > 0 || e.New != "" {
			all = append(all, trimmed(before, e))
		}
		e = source.Edit{Span: source.Between(at, at)}
	}
	for _, d := range report.CompareLines(before, after) {
		switch d.Type {
		case diffmatchpatch.DiffEqual:
			flush()
			at += len(d.Text)
			e.Span = source.Between(at, at)
		case diffmatchpatch.DiffDelete:
			at += len(d.Text)
			e.Span.End = at
		case diffmatchpatch.DiffInsert:
			e.New += d.Text
		}
	}
	flush()
	return all
}

// trimmed returns e without the beginning and end that the old and new text share.
func trimmed(text string, e source.Edit) source.Edit {
	compare, old := diffmatchpatch.New(), []rune(text[e.Span.Start:e.Span.End])
	n := compare.DiffCommonPrefix(string(old), e.New)
	same := len(string(old[:n]))
	e.Span.Start, e.New, old = e.Span.Start+same, e.New[same:], old[n:]
	n = compare.DiffCommonSuffix(string(old), e.New)
	same = len(string(old[len(old)-n:]))
	e.Span.End, e.New = e.Span.End-same, e.New[:len(e.New)-same]
	return e
}

// joinCRLF extends e so that it does not split CRLF.
func joinCRLF(text string, e source.Edit) source.Edit {
	const cr, lf = '\r', '\n'
	is := func(i int, c byte) bool { return i >= 0 && i < len(text) && text[i] == c }
	if is(e.Span.Start-1, cr) && (is(e.Span.Start, lf) || strings.HasPrefix(e.New, "\n")) {
		e.Span.Start, e.New = e.Span.Start-1, "\r"+e.New
	}
	if is(e.Span.End, lf) && (is(e.Span.End-1, cr) || strings.HasSuffix(e.New, "\r")) {
		e.Span.End, e.New = e.Span.End+1, e.New+"\n"
	}
	return e
}

// textEdits returns edits with editor positions, sorted. At one place, insertions come first.
func textEdits(m *mapper, edits []source.Edit) []textEdit {
	edits = slices.Clone(edits)
	sort.SliceStable(edits, func(i, j int) bool {
		a, b := edits[i].Span, edits[j].Span
		return a.Start < b.Start || a.Start == b.Start && a.Len() == 0 && b.Len() > 0
	})
	all := []textEdit{}
	for _, e := range edits {
		e = joinCRLF(m.file.Text, e)
		all = append(all, textEdit{Range: m.span(e.Span), NewText: jsondoc.Exact(e.New)})
	}
	return all
}
