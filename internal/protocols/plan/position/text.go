package position

import (
	"iter"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// A Value is a text with its position in a file.
type Value struct {
	Text string // on one line, except for a section; "" if missing
	Span source.Span
}

func str(f *source.File, v *jsondoc.Value) string {
	if s, ok := v.Str(); ok {
		return spelling.OneLine(s)
	}
	if v == nil || v.Kind&(jsondoc.Number|jsondoc.Bool) == 0 {
		return ""
	}
	return f.Slice(v.Span)
}

//go:noinline
func valueOf(f *source.File, v *jsondoc.Value) Value {
	if text := str(f, v); text != "" {
		return Value{text, v.Span}
	}
	return Value{}
}

func firstValue(all ...Value) Value {
	for _, v := range all {
		if v.Text != "" {
			return v
		}
	}
	return Value{}
}

// leading parses the digits at the beginning of text.
func leading(text string) (n int, ok bool) {
	rest := strings.TrimLeft(text, digits)
	return planfile.ParseCount(text[:len(text)-len(rest)])
}

func linesFrom(f *source.File, at int) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for line := range strings.Lines(f.Text[at:]) {
			if !yield(at, line) {
				return
			}
			at += len(line)
		}
	}
}

func lineSpan(at int, line string) source.Span {
	return source.Span{Start: at, End: at + len(strings.TrimRight(line, "\r\n"))}
}

func headingOf(line string) (level int, title string) {
	bare := strings.TrimLeft(line, "#")
	return len(line) - len(bare), strings.ToLower(strings.Trim(bare, " \t\r\n#:"))
}

func trimmed(f *source.File, from, to int) Value {
	text := f.Text[from:to]
	bare := strings.TrimSpace(text)
	from += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	span := source.Span{Start: from, End: from + len(bare)}
	return Value{strings.ReplaceAll(bare, "\r\n", "\n"), span}
}

func section(f *source.File, start int, titles string) Value {
	from, level, fenced := -1, 0, false
	for at, line := range linesFrom(f, start) {
		fenced = fenced != strings.HasPrefix(strings.TrimLeft(line, " "), "```")
		n, title := headingOf(line)
		switch {
		case fenced || n == 0 || n > 6:
		case from >= 0 && n <= level:
			return trimmed(f, from, at)
		case from < 0 && isOne(title, titles):
			from, level = at+len(line), n
		}
	}
	if from < 0 {
		return Value{}
	}
	return trimmed(f, from, len(f.Text))
}

func tagged(f *source.File, start int, name string) Value {
	before, rest, _ := strings.Cut(f.Text[start:], "<"+name+">")
	inner, _, ok := strings.Cut(rest, "</"+name+">")
	if !ok {
		return Value{}
	}
	from := start + len(before) + len("<"+name+">")
	return trimmed(f, from, from+len(inner))
}

func entries(f *source.File, v Value) []Value {
	var items, plain []Value
	at := v.Span.Start
	for line := range strings.Lines(f.Slice(v.Span)) {
		here, bare := lineSpan(at, line), strings.TrimSpace(line)
		at += len(line)
		text := strings.TrimLeft(bare, "-*+ ")
		text = strings.TrimPrefix(strings.TrimPrefix(text, "[ ] "), "[x] ")
		marker, _, _ := strings.Cut(bare, " ")
		switch {
		case spelling.IsNone(text), strings.HasPrefix(bare, "<!--"), bare[0] == '[':
		case isOne(marker, "-|*|+"):
			items = append(items, Value{spelling.OneLine(text), here})
		case len(items) == 0 && bare[0] != '#' && bare[0] != '|':
			plain = append(plain, Value{spelling.OneLine(bare), here})
		}
	}
	if len(items) > 0 {
		return items
	}
	return plain
}

// timeLayouts are formats of times in real files.
var timeLayouts = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly}

// ReadTime parses the time at the start of text, as in "2026-02-13 - the header is done". A time
// without a zone is in UTC.
func ReadTime(text string) (time.Time, bool) {
	words := strings.Fields(strings.Trim(text, "*_`\"'[( "))
	if len(words) == 0 {
		return time.Time{}, false
	}
	first := words[0]
	two := strings.Join(words[:min(2, len(words))], " ")
	day := first[:min(len(first), len(time.DateOnly))]
	for _, tried := range []string{two, first, day} {
		for _, layout := range timeLayouts {
			if t, err := time.Parse(layout, strings.TrimRight(tried, ",;:)]*")); err == nil {
				return t.UTC(), true
			}
		}
	}
	return time.Time{}, false
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func isDay(t time.Time) bool {
	return t.Equal(t.Truncate(24 * time.Hour))
}

// sameDay reports whether a and b may be on the same day in some time zone.
func sameDay(a, b time.Time) bool {
	return a.Sub(b).Abs() < 36*time.Hour
}
