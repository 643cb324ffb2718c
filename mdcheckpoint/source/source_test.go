package source

import (
	"errors"
	"strings"
	"testing"
)

func TestPosition(t *testing.T) {
	f := NewFile("x.md", "ab\ncé\r\n\nlast")
	for offset, want := range map[int]string{
		-5: "x.md:1:1",
		0:  "x.md:1:1",
		2:  "x.md:1:3",
		3:  "x.md:2:1",
		6:  "x.md:2:4", // é has two bytes
		8:  "x.md:3:1",
		9:  "x.md:4:1",
		13: "x.md:4:5",
		99: "x.md:4:5",
	} {
		if got := f.Position(offset).String(); got != want {
			t.Errorf("position of %d is %s, want %s", offset, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "\n": 1, "a": 1, "a\n": 1, "a\nb": 2, "a\r\nb\r\n": 2, "a\rb": 1, "\n\n": 2,
	} {
		if got := NewFile("", text).Lines(); got != want {
			t.Errorf("%q has %d lines, want %d", text, got, want)
		}
	}
}

func TestEOL(t *testing.T) {
	for text, want := range map[string]string{
		"": "\n", "a\n": "\n", "a\r\n": "\r\n", "a\r\nb\n": "\n", "a\r\nb\r\nc\n": "\r\n",
	} {
		if got := NewFile("", text).EOL(); got != want {
			t.Errorf("%q ends its lines with %q, want %q", text, got, want)
		}
	}
}

func TestLineSpansTile(t *testing.T) {
	f := NewFile("", "a\n\r\nbb\nlast")
	var all strings.Builder
	for line := 1; line <= f.Lines(); line++ {
		s := f.LineSpan(line)
		all.WriteString(f.Slice(s))
		if got := f.Line(s.Start); got != line {
			t.Errorf("line %d starts in line %d", line, got)
		}
	}
	if all.String() != f.Text {
		t.Errorf("lines give %q, want %q", all.String(), f.Text)
	}
	if got := f.Slice(f.LinesOf(Span{4, 6})); got != "bb\n" {
		t.Errorf("line of bb is %q", got)
	}
}

func TestApplyRefuses(t *testing.T) {
	for name, edits := range map[string][]Edit{
		"outside": {{Span: Span{2, 9}}},
		"before":  {{Span: Span{-1, 1}}},
		"reverse": {{Span: Span{2, 1}}},
		"overlap": {{Span: Span{0, 2}}, {Span: Span{1, 3}}},
		"inside":  {{Span: Span{0, 3}}, {Span: Span{1, 1}, New: "x"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Apply("abc", edits)
			if _, ok := errors.AsType[*EditError](err); !ok {
				t.Errorf("got error %v, want an *EditError", err)
			}
		})
	}
}

func TestApplyOrder(t *testing.T) {
	got, err := Apply("abc", []Edit{
		{Span: Span{1, 2}, New: "X"}, {Span: Span{1, 1}, New: "1"}, {Span: Span{1, 1}, New: "2"}, {Span: Span{3, 3}, New: "!"},
	})
	if err != nil || got != "a12Xc!" {
		t.Errorf("got %q, %v", got, err)
	}
}

func FuzzApply(f *testing.F) {
	f.Add("hello\r\nworld", 2, 4, "XY")
	f.Add("", 0, 0, "x")
	f.Fuzz(func(t *testing.T, text string, start, end int, replacement string) {
		same, err := Apply(text, nil)
		if err != nil || same != text {
			t.Fatalf("no edit changed %q to %q, %v", text, same, err)
		}
		got, err := Apply(text, []Edit{{Span: Span{start, end}, New: replacement}})
		if start < 0 || end < start || end > len(text) {
			if err == nil {
				t.Fatalf("edit of %d to %d of %d bytes was made", start, end, len(text))
			}
			return
		}
		if want := text[:start] + replacement + text[end:]; err != nil || got != want {
			t.Fatalf("got %q, %v, want %q", got, err, want)
		}
	})
}

func TestNewFileAllocates(t *testing.T) {
	var f *File
	if n := testing.AllocsPerRun(100, func() { f = NewFile("a", "b") }); n > 1 {
		t.Errorf("%v allocations for %v", n, f)
	}
}
