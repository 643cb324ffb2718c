package yamldoc

import (
	"strings"

	"github.com/goccy/go-yaml/token"
)

// layBlock places tok, the text of a block scalar. Its extent includes the header.
func (l *layer) layBlock(tok *token.Token) error {
	header := l.spans[l.block]
	end := l.blockEnd(tok.Value)
	if !says(l.text[l.at:end], tok.Value) {
		l.at = header.start
		return l.unexpected()
	}
	l.spans[l.block] = extent{header.start, end}
	l.spans[tok] = extent{header.start, end}
	l.block, l.at = nil, end
	l.tokens.Add(tok)
	return nil
}

func (l *layer) blockEnd(value string) int {
	end := lineEnd(l.text, l.at)
	first := strings.TrimLeft(l.text[end:], blanks)
	if strings.Trim(value, "\n") == "" {
		first = ""
	}
	indent := 0
	if first != "" {
		begin := len(l.text) - len(first)
		indent = begin - 1 - strings.LastIndexByte(l.text[:begin], '\n')
	}
	last := end
	for end < len(l.text) {
		next := lineEnd(l.text, end)
		line := l.text[end:next]
		blank := strings.Trim(line, blanks) == "" && (first == "" || len(strings.TrimRight(line, "\n")) <= indent)
		if !blank && (first == "" || len(line)-len(strings.TrimLeft(line, " ")) < indent) {
			break
		}
		if end = next; !blank {
			last = end
		}
	}
	if strings.Contains(l.block.Value, "+") {
		return end
	}
	return last
}

// says reports whether value has the words of lines, without the first line.
func says(lines, value string) bool {
	_, lines, _ = strings.Cut(lines, "\n")
	return strings.Join(strings.Fields(lines), " ") == strings.Join(strings.Fields(value), " ")
}

func lineEnd(text string, i int) int {
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(text)
}
