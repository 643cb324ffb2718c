package lsp

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

func applied(t testing.TB, text string, edits []textEdit) string {
	t.Helper()
	m := newMapper(source.NewFile("", text))
	var b strings.Builder
	at := 0
	for _, e := range edits {
		start, end := m.offset(e.Range.Start), m.offset(e.Range.End)
		if start < at || end < start {
			t.Fatalf("edits %v of %q overlap", edits, text)
		}
		b.WriteString(text[at:start] + string(e.NewText))
		at = end
	}
	return b.String() + text[at:]
}

func FuzzEdits(f *testing.F) {
	for _, a := range texts {
		for _, b := range texts {
			f.Add(a, b)
		}
	}
	f.Add("a\r\nb\nc\r\n", "a\nb\r\nc\n")
	f.Add("a\n\n\nb\n", "a\n\nb")
	f.Fuzz(func(t *testing.T, before, after string) {
		if !utf8.ValidString(before) || !utf8.ValidString(after) {
			return // no fixes for invalid UTF-8
		}
		edits := editsOf(before, after)
		if got, err := source.Apply(before, edits); err != nil || got != after {
			t.Fatalf("%q becomes %q (%v), want %q", before, got, err, after)
		}
		m := newMapper(source.NewFile("", before))
		if got := applied(t, before, textEdits(m, edits)); got != after {
			t.Fatalf("%q becomes %q in an editor, want %q", before, got, after)
		}
	})
}

func TestEditsAreFew(t *testing.T) {
	long := ""
	for i := range 100 {
		long += fmt.Sprintf("line %d\n", i)
	}
	edits := editsOf("x \n"+long+"é z\n", "x\n"+long+"è z\n")
	if len(edits) != 2 || edits[0].Span.Len() != 1 || edits[0].New != "" || edits[1].Span.Len() != 2 || edits[1].New != "è" {
		t.Errorf("edits are %v", edits)
	}
	if got := editsOf(long, long); got != nil {
		t.Errorf("edits of equal texts are %v", got)
	}
	large := strings.Repeat("a\n", 15000)
	if got := editsOf(large, large+"b\n"); len(got) != 1 || got[0].New != "b\n" {
		t.Errorf("of a large text %d edits", len(got))
	}
}
