package lsp

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// editsOf returns few and small edits that make after of before.
func editsOf(before, after string) []source.Edit {
	var all []source.Edit
	var e source.Edit
	file, next, added := source.NewFile("", before), 1, false // next is the line of before that comes next
	goOn := func(line int) {
		if e.Span.Len() > 0 || e.New != "" {
			all = append(all, trimmed(before, e))
		}
		next = line
		start := file.LineSpan(next).Start
		e = source.Edit{Span: source.Span{Start: start, End: start}}
	}
	patch := diff.Diff("a", []byte(before), "b", []byte(after))
	for i, line := range strings.SplitAfter(string(patch), "\n") {
		switch {
		case i < 3 || line == "": // names of files
			continue
		case line[0] == '@':
			goOn(hunkStart(line))
		case line[0] == ' ':
			goOn(next + 1)
		case line[0] == '-':
			e.Span.End = file.LineSpan(next).End
			next++
		case line[0] == '+':
			e.New += line[1:]
		case added: // "\ No newline at end of file"
			e.New = strings.TrimSuffix(e.New, "\n")
		}
		added = line[0] == '+'
	}
	goOn(next)
	return all
}

// hunkStart returns the line of the old text that the hunk with this first line begins with.
func hunkStart(line string) int {
	n := 0
	_, _ = fmt.Sscanf(line, "@@ -%d,", &n) // it is from package diff
	return max(n, 1)
}

// trimmed returns e without the characters that both texts begin or end with.
func trimmed(text string, e source.Edit) source.Edit {
	for old := text[e.Span.Start:e.Span.End]; old != ""; old = text[e.Span.Start:e.Span.End] {
		_, n := utf8.DecodeRuneInString(old)
		if !strings.HasPrefix(e.New, old[:n]) {
			break
		}
		e.Span.Start, e.New = e.Span.Start+n, e.New[n:]
	}
	for old := text[e.Span.Start:e.Span.End]; old != ""; old = text[e.Span.Start:e.Span.End] {
		_, n := utf8.DecodeLastRuneInString(old)
		if !strings.HasSuffix(e.New, old[len(old)-n:]) {
			break
		}
		e.Span.End, e.New = e.Span.End-n, e.New[:len(e.New)-n]
	}
	return e
}

// whole is e with no line ending of two characters cut in two, in what it takes out or
// what it puts in: an editor has no place between them.
func whole(text string, e source.Edit) source.Edit {
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

// textEdits are edits of the text of m as an editor makes them, in the order of their
// places; of those at one place, what is put in comes first.
func textEdits(m *mapper, edits []source.Edit) []textEdit {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b source.Edit) int {
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		return min(a.Span.Len(), 1) - min(b.Span.Len(), 1)
	})
	all := []textEdit{}
	for _, e := range edits {
		e = whole(m.file.Text, e)
		all = append(all, textEdit{Range: m.span(e.Span), NewText: jsondoc.Exact(e.New)})
	}
	return all
}
