package planfile

import (
	"slices"
	"strconv"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

type tag struct {
	source.Span
	name   string
	closes bool
	alone  bool        // written as <name/>
	inside source.Span // text after the name
}

func (t *tag) spelled() string {
	if t.closes {
		return markup("/" + t.name)
	}
	return markup(t.name)
}

// markup formats a tag as <name>, or as the quoted name if [spelling.BreakTags] would change the
// tag.
func markup(name string) string {
	if shown := "<" + name + ">"; spelling.BreakTags(shown) == shown {
		return shown
	}
	return strconv.Quote(name)
}

func (t *tag) opens() bool { return !t.closes && !t.alone }

const space = " \t\r\n"

func spanOf(start, end int) source.Span { return source.Between(start, end) }

func readTag(text string, start int) (t tag, ok bool) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	at := start + 1
	if t.closes = strings.HasPrefix(text[at:], "/"); t.closes {
		at++
	}
	rest, _, _ := strings.Cut(text[at:], "<")
	n, end := skip(rest, 0, letters+"0123456789-_."), tagEnd(rest)
	if n == 0 || !isLetter(rest[0]) || end < 0 || !strings.Contains(space+"/>", rest[n:n+1]) {
		return t, false
	}
	t.name = rest[:n]
	t.Span = spanOf(start, at+end+1)
	t.inside = spanOf(at+n, at+end)
	if !t.closes && rest[end-1] == '/' {
		t.alone = true
		t.inside.End--
	}
	return t, true
}

func tagEnd(rest string) int {
	quote := byte(0)
	for i := range len(rest) {
		switch c := rest[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i
		}
	}
	return strings.IndexByte(rest, '>')
}

// An Attr is an attribute of a tag.
type Attr struct {
	Name  string
	Value string
	Span  source.Span
	// ValueSpan is the value without its quotes, or empty.
	ValueSpan source.Span
}

func attr(attrs []Attr, name string) *Attr {
	if i := slices.IndexFunc(attrs, func(a Attr) bool { return a.Name == name }); i >= 0 {
		return &attrs[i]
	}
	return nil
}

func attributes(text string, inside source.Span) []Attr {
	text = text[:inside.End]
	var found []Attr
	for at := skip(text, inside.Start, space+"/"); at < len(text); at = skip(text, at, space+"/") {
		end := until(text, at+1, space+"=")
		a := Attr{Name: text[at:end], Span: spanOf(at, end), ValueSpan: spanOf(end, end)}
		if equals := skip(text, end, space); strings.HasPrefix(text[equals:], "=") {
			a.ValueSpan, a.Span.End = attrValue(text, skip(text, equals+1, space))
			a.Value = text[a.ValueSpan.Start:a.ValueSpan.End]
		}
		found = append(found, a)
		at = a.Span.End
	}
	return found
}

func attrValue(text string, start int) (source.Span, int) {
	if start < len(text) && (text[start] == '"' || text[start] == '\'') {
		if i := strings.IndexByte(text[start+1:], text[start]); i >= 0 {
			return spanOf(start+1, start+1+i), start + i + 2
		}
	}
	end := until(text, start, space)
	return spanOf(start, end), end
}

func skip(text string, at int, chars string) int {
	return len(text) - len(strings.TrimLeft(text[at:], chars))
}

func until(text string, at int, chars string) int {
	if i := strings.IndexAny(text[at:], chars); i >= 0 {
		return at + i
	}
	return len(text)
}
