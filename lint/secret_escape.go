package lint

import (
	"sort"
	"strings"
)

// A gap is where an escape was removed. From offset on, original offsets are greater by shift.
type gap struct{ offset, shift int }

func originalOffset(gaps []gap, offset int) int {
	i := sort.Search(len(gaps), func(i int) bool { return gaps[i].offset > offset })
	if i == 0 {
		return offset
	}
	return offset + gaps[i-1].shift
}

func unescape(text string) (plain string, gaps []gap) {
	var b strings.Builder
	copied := 0
	for offset := range indexes(text, `\`) {
		shown, length := escapeAt(text[offset:])
		if length == 0 || offset < copied { // no escape, or the second of two backslashes
			continue
		}
		b.WriteString(text[copied:offset] + shown)
		copied = offset + length
		gaps = append(gaps, gap{b.Len(), copied - b.Len()})
	}
	if len(gaps) == 0 {
		return text, nil
	}
	b.WriteString(text[copied:])
	return b.String(), gaps
}

// escapeAt decodes the escape at the start of text, such as `\_` or `\u003d`; length is 0 if there
// is none. Sources: CommonMark 0.31, section 2.4, and JSON.
func escapeAt(text string) (shown string, length int) {
	n := 1
	if strings.HasPrefix(text, `\\`) {
		n = 2
	}
	switch code := text[n:min(n+1, len(text))]; {
	case code == "":
		return "", 0
	case strings.Contains("_-.", code):
		return code, n + 1
	case strings.Contains("bfnrt", code):
		return " ", n + 1
	case code == "u" && count('h', text[n+1:min(n+5, len(text))]) == 4:
		return " ", n + 5
	}
	return "", 0
}
