package planfile

import (
	"strings"

	"mdck/mdcheckpoint/source"
)

// attributes reads what stands in a tag behind its name: name="value", with
// either quotes or none, or a name alone.
func attributes(text string, inside source.Span) []Attr {
	var found []Attr
	for at := inside.Start; at < inside.End; {
		if isSpace(text[at]) || text[at] == '/' {
			at++
			continue
		}
		a, end := attribute(text[:inside.End], at)
		found = append(found, a)
		at = end
	}
	return found
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// attribute reads the attribute that begins at start, and gives where it ends.
func attribute(text string, start int) (Attr, int) {
	at := start
	for at < len(text) && !isSpace(text[at]) && (text[at] != '=' || at == start) {
		at++
	}
	a := Attr{Name: text[start:at], ValueSpan: source.Span{Start: at, End: at}}
	equals := at + len(text[at:]) - len(strings.TrimLeft(text[at:], " \t\r\n"))
	if equals < len(text) && text[equals] == '=' {
		at = equals + 1
		for at < len(text) && isSpace(text[at]) {
			at++
		}
		a.ValueSpan, at = attrValue(text, at)
		a.Value = text[a.ValueSpan.Start:a.ValueSpan.End]
	}
	a.Span = source.Span{Start: start, End: at}
	return a, at
}

// attrValue is the value that begins at start, without quotes, and where it ends
// with them.
func attrValue(text string, start int) (source.Span, int) {
	if start < len(text) && (text[start] == '"' || text[start] == '\'') {
		if i := strings.IndexByte(text[start+1:], text[start]); i >= 0 {
			return source.Span{Start: start + 1, End: start + 1 + i}, start + i + 2
		}
	}
	end := start
	for end < len(text) && !isSpace(text[end]) {
		end++
	}
	return source.Span{Start: start, End: end}, end
}
