package jsondoc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"mdck/internal/nearest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

// MaxProblems is the maximum number of problems that [Document.Check] returns.
const MaxProblems = 1000

// CheckObject returns a [*source.Error] that wraps [ErrNotObject] if the root of d is not an object. d
// may be nil.
func (d *Document) CheckObject() error {
	if d == nil || d.Root.Kind == Object {
		return nil
	}
	return d.File.Errorf(d.Root.Span.Start, "%w, found %s", ErrNotObject, d.Root.Kind.article())
}

// Check returns the problems of d, in the order of the text. It agrees with [Schema], except that
// Schema accepts 1.0 as a whole number. If there are too many, the last one says so.
func (d *Document) Check(root Field) []Problem {
	c := checker{}
	c.value(d.Root, &root)
	if len(c.problems) > MaxProblems {
		c.problems = c.problems[:MaxProblems]
		last := &c.problems[MaxProblems-1]
		last.Span.End = last.Span.Start + 1
		last.Message = "more problems below"
	}
	return c.problems
}

// A checker checks a document until there are more than [MaxProblems] problems.
type checker struct {
	path     []step
	problems []Problem
}

// A step of a path is a key or, if key is nil, an index.
type step struct {
	key   *string
	index int
}

func (c *checker) report(span source.Span, class Class, format string, args ...any) {
	c.problems = append(c.problems, Problem{Span: span, Path: pathString(c.path), Class: class, Message: fmt.Sprintf(format, args...)})
}

func (c *checker) at(s step, do func()) {
	c.path = append(c.path, s)
	do()
	c.path = c.path[:len(c.path)-1]
}

func (c *checker) value(v *Value, f *Field) {
	switch {
	case len(c.problems) > MaxProblems:
	case f.Kind != 0 && f.Kind&v.Kind == 0:
		c.report(v.Span, WrongKind, "%s is %s; expected %s", c.name(), v.found(), f.Kind.article())
	case v.Kind == Object:
		c.object(v, f)
	case v.Kind == Array && f.Elem != nil:
		for i, e := range v.Elements {
			c.at(step{index: i}, func() { c.value(e, f.Elem) })
		}
	case v.Kind == String:
		c.text(v, f)
	case v.Kind&Number != 0:
		c.number(v, f)
	}
}

func (c *checker) object(v *Value, f *Field) {
	brace := source.Between(v.Span.Start, v.Span.Start+1)
	for i := range f.Fields {
		if name := &f.Fields[i].Name; f.Fields[i].Required && v.child(*name) == nil {
			c.at(step{key: name}, func() { c.report(brace, Missing, "missing key %q", *name) })
		}
	}
	for i := 0; i < len(v.Members) && len(c.problems) <= MaxProblems; i++ {
		c.at(step{key: &v.Members[i].Key}, func() { c.member(&v.Members[i], f) })
	}
}

func (c *checker) member(m *Member, f *Field) {
	switch known := f.Key(m.Key); {
	case known != nil:
		c.value(m.Value, known)
	case f.Each != nil:
		c.value(m.Value, f.Each)
	case f.Fields != nil && !f.Open:
		suggestion := ""
		if len(c.problems) < suggestions {
			suggestion = f.suggestion(m.Key)
		}
		c.report(m.KeySpan, Unknown, "unknown key %q%s", shorten(m.Key), suggestion)
	}
}

func (c *checker) text(v *Value, f *Field) {
	s := decode(v.text)
	n := utf8.RuneCountInString(s)
	bad := func(want string) { c.report(v.Span, BadValue, "%s is %q; expected %s", c.name(), shorten(s), want) }
	switch {
	case len(f.Values) == 1 && f.Values[0] != s:
		bad(f.wanted())
	case len(f.Values) > 0 && !slices.Contains(f.Values, s):
		bad(f.wanted() + nearest.Hint(strings.ToLower(s), f.Values))
	case n < f.MinLen:
		bad(fmt.Sprintf("%d or more characters", f.MinLen))
	case f.Match != nil && !f.Match(s):
		bad(cmp.Or(f.Wanted, "text that matches "+cmp.Or(f.Pattern, "its pattern")))
	case f.Format == dateTime && !isDateTime(s):
		bad("a time such as 2006-01-02T15:04:05Z")
	}
}

func (c *checker) number(v *Value, f *Field) {
	n := parseNumber(v.text)
	same := func(want string) bool { return isNumber(want) && parseNumber(want) == n }
	switch {
	case len(f.Values) > 0 && !slices.ContainsFunc(f.Values, same):
		c.report(v.Span, BadValue, "%s is %s; expected %s", c.name(), shorten(v.text), f.wanted())
	case f.HasMin && n < float64(f.Min):
		c.report(v.Span, BadValue, "%s is %s; expected %d or more", c.name(), shorten(v.text), f.Min)
	}
}

func (f *Field) wanted() string {
	values := f.Values
	if f.Kind&Null != 0 {
		values = slices.Concat(values, []string{"null"})
	}
	if len(values) == 1 {
		return values[0]
	}
	return "one of " + strings.Join(values, ", ")
}

// found returns the kind of v for a message, such as "a string", or a number that is not whole.
func (v *Value) found() string {
	if v.Kind == fraction {
		return shorten(v.text)
	}
	return v.Kind.article()
}

//go:noinline
func shorten(s string) string { return spelling.Cut(s, 40) }

// name returns the last key of the path, with the indexes after it, such as "items[2]".
func (c *checker) name() string {
	if len(c.path) == 0 {
		return "the document"
	}
	last := len(c.path) - 1
	for last > 0 && c.path[last].key == nil {
		last--
	}
	name := ""
	if key := c.path[last].key; key != nil {
		name, last = shorten(*key), last+1
	}
	return fmt.Sprintf("%q", name+pathString(c.path[last:]))
}

func pathString(path []step) string {
	var b strings.Builder
	for i, s := range path {
		switch {
		case s.key == nil:
			fmt.Fprintf(&b, "[%d]", s.index)
		case !isPlain(*s.key):
			b.WriteString("[" + Quote(*s.key) + "]")
		case i > 0:
			b.WriteString("." + *s.key)
		default:
			b.WriteString(*s.key)
		}
	}
	return b.String()
}

func isPlain(key string) bool {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
	return key != "" && strings.Trim(key, plain) == ""
}

// suggestions limits the problems of a document that get a suggestion.
const suggestions = 100

func (f *Field) suggestion(key string) string {
	var known []string
	for i := range f.Fields {
		name := f.Fields[i].Name
		if strings.HasSuffix(name, "/"+key) {
			return fmt.Sprintf(" (did you mean %q?)", name)
		}
		known = append(known, name)
	}
	return nearest.Hint(key, known)
}
