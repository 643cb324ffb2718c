package report

import (
	"strings"
	"testing"
	"unicode/utf16"

	"mdck/mdcheckpoint/source"
)

func FuzzRuler(f *testing.F) {
	for _, text := range []string{
		"", "a\nb", "é\r\n🚲x\n\n", "\ufeff# é\n🚲🚲", "\ufeff", "\xff🚲\xf0\x9f\n\xe9", "a\rb\u2028c\u0085d",
		strings.Repeat("🚲", 700), strings.Repeat("a", 1023) + "🚲" + strings.Repeat("é\n", 600), strings.Repeat("\x80", 3000),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := NewRuler(source.NewFile("", text))
		line, start := 1, 0
		for i, c := range text + "\n" {
			before := strings.TrimPrefix(text[start:min(i, len(text))], bom)
			if start > 0 {
				before = text[start:min(i, len(text))]
			}
			gotLine, gotColumn := r.place(i)
			if want := 1 + len(utf16.Encode([]rune(before))); gotLine != line || gotColumn != want {
				t.Fatalf("offset %d of %q is %d:%d, want %d:%d", i, text, gotLine, gotColumn, line, want)
			}
			if c == '\n' {
				line, start = line+1, i+1
			}
		}
	})
}

func TestRulerOutside(t *testing.T) {
	r := NewRuler(source.NewFile("", "é\nab"))
	for offset, want := range map[int][2]int{-5: {1, 1}, 5: {2, 3}, 99: {2, 3}} {
		if line, column := r.place(offset); line != want[0] || column != want[1] {
			t.Errorf("offset %d is %d:%d, want %v", offset, line, column, want)
		}
	}
}

func BenchmarkRuler(b *testing.B) {
	text := strings.Repeat("é🚲 text ", 1<<16)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r := NewRuler(source.NewFile("", text))
		for i := 0; i < len(text); i += 100 {
			r.place(i)
		}
	}
}
