package report

import (
	"strings"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

const tabStop = 4

type excerpt struct {
	text   string
	from   int // column of the first caret, from 0
	carets int
}

func excerptOf(file *source.File, span source.Span, width int) excerpt {
	line := file.LineSpan(file.Line(span.Start))
	text := strings.TrimRight(file.Slice(line), "\r\n")
	start := min(max(span.Start-line.Start, 0), len(text))
	from, to := around(text, start, width)
	end := characterEnd(text, min(max(span.End-line.Start, start), to))
	before := shown(text[from:start], 0)
	in := shown(text[start:end], Width(before))
	after := shown(text[end:to], Width(before+in))
	if left := Width(before); from > 0 || left > width*2/3 && Width(before+in+after) > width {
		for left > width/3 {
			r, size := utf8.DecodeRuneInString(before)
			left, before = left-columns(r), before[size:]
		}
		before = "…" + before
	}
	e := excerpt{text: before + in + after, from: Width(before)}
	more := ""
	if Width(e.text) > width {
		e.text, more = cut(e.text, width-1), "…"
	}
	e.carets = max(min(Width(in), Width(e.text)-e.from), 1)
	e.text += more
	return e
}

// around returns the part of text that an excerpt at start needs, because a line may have a
// megabyte.
func around(text string, start, width int) (from, to int) {
	reach := width * utf8.UTFMax * 2
	from = characterEnd(text, max(start-reach, 0))
	return min(from, start), characterEnd(text, min(start+reach, len(text)))
}

func characterEnd(text string, offset int) int {
	for offset < len(text) && !utf8.RuneStart(text[offset]) {
		offset++
	}
	return offset
}

// shown returns text as a terminal displays it from the given column.
func shown(text string, column int) string {
	var b strings.Builder
	marks := 0
	for len(text) > 0 {
		_, size := utf8.DecodeRuneInString(text)
		c := OneLine(text[:size])
		if text[0] == '\t' {
			c = strings.Repeat(" ", tabStop-column%tabStop)
		}
		column += Width(c)
		if marks++; Width(c) > 0 {
			marks = 0
		}
		if marks <= maxMarks {
			b.WriteString(c)
		}
		text = text[size:]
	}
	return b.String()
}
