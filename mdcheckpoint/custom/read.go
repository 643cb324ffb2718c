package custom

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A reader makes formats from values that match [formatFields].
type reader struct {
	path     string
	problems []jsondoc.Problem
}

// ParseFormats reads the formats in v, an object as in [formatFields]. reserved names are not
// allowed. If there are problems, do not use the formats.
func ParseFormats(v *jsondoc.Value, reserved []string) ([]*Format, []jsondoc.Problem) {
	var all []*Format
	r := &reader{}
	if v == nil {
		return nil, nil
	}
	for _, m := range v.Members {
		r.path = m.Key
		if !isName(m.Key) || slices.Contains(reserved, m.Key) {
			r.refuse(m.KeySpan, "the name of a format is %q; expected lower case letters, digits and hyphens, and none of the reserved names %s", m.Key, strings.Join(reserved, ", "))
		}
		if m.Value.Kind == jsondoc.Object {
			all = append(all, r.format(m.Key, m.Value))
		}
	}
	return all, r.problems
}

var nameExpr = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`) })

func isName(s string) bool { return nameExpr().MatchString(s) }

func (r *reader) refuse(at source.Span, message string, args ...any) {
	r.problems = append(r.problems, jsondoc.Problem{Span: at, Path: r.path, Class: jsondoc.BadValue, Message: fmt.Sprintf(message, args...)})
}

func (r *reader) format(name string, v *jsondoc.Value) *Format {
	f := &Format{Schema: schema.Schema{Title: titleIn(v)}, Name: name, Ordered: truth(v.Get(keyOrder), true), Closed: !truth(v.Get(keyOther), true)}
	r.files(v.Get(keyFiles), f)
	f.Schema.Colons, f.Schema.Level = true, number(v.Get(keyLevel))
	f.Schema.Limits = schema.Limits{
		Lines:      number(v.Get(keyLines)),
		Tokens:     number(v.Get(keyTokens)),
		Characters: number(v.Get(keyCharacters)),
		GroupLines: number(v.Get(keyEach)),
	}
	if f.Schema.Level > deepest {
		r.refuse(v.Get(keyLevel).Span, "the level is %d; expected 1 to %d", f.Schema.Level, deepest)
	}
	r.title(v.Get(keyTitle), f)
	taken := map[string]string{}
	r.each(v, func(e *jsondoc.Value) { r.add(f, e, taken) })
	return f
}

func (r *reader) each(v *jsondoc.Value, read func(*jsondoc.Value)) {
	outer := r.path
	if list := v.Get(keySections); list != nil {
		for i, e := range list.Elements {
			r.path = fmt.Sprintf("%s.%s[%d]", outer, keySections, i)
			read(e)
		}
	}
	r.path = outer
}

func (r *reader) files(v *jsondoc.Value, f *Format) {
	if v == nil {
		return
	}
	for _, e := range v.Elements {
		pattern, _ := e.Str()
		if !mayEnd(pattern) {
			r.refuse(e.Span, "%q is not a pattern of Markdown files; expected one that ends in one of %s", pattern, strings.Join(mdcheckpoint.Endings(), ", "))
		}
		f.Files = append(f.Files, pattern)
	}
	if v.Kind == jsondoc.Array && len(v.Elements) == 0 {
		r.refuse(v.Span, "the list has no patterns; expected one or more, such as HANDOFF.md or docs/**/HANDOFF.md")
	}
}

func mayEnd(pattern string) bool {
	pattern = strings.ToLower(pattern)
	return pattern == "" || strings.ContainsAny(pattern[len(pattern)-1:], "*?]}/") ||
		slices.ContainsFunc(mdcheckpoint.Endings(), func(end string) bool { return strings.HasSuffix(pattern, end) })
}

func titleIn(v *jsondoc.Value) string {
	title, _ := v.Get(keyTitle).Str()
	return placeholderExpr().ReplaceAllStringFunc(title, strings.ToUpper)
}

func (r *reader) title(v *jsondoc.Value, f *Format) {
	if v == nil {
		return
	}
	if f.Schema.GroupLevel() == 1 {
		r.refuse(v.Span, "a format with a title cannot have sections at level 1; expected level 2 or deeper, or no title")
	}
	r.written(v, f.Schema.Title)
}

func (r *reader) written(v *jsondoc.Value, title string) {
	names := placeholderExpr().FindAllString(title, -1)
	rest := placeholderExpr().ReplaceAllString(title, "")
	bare := strings.Trim(strings.TrimSpace(title), "#")
	if len(names) > 1 || strings.ContainsAny(rest, "{}") || bare != strings.TrimSpace(bare) {
		r.refuse(v.Span, "the title is %q; expected text without \"#\" and with at most one placeholder such as {N}", title)
	}
}

var placeholderExpr = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{[A-Za-z][A-Za-z0-9_-]*\}`) })

func (r *reader) part(v *jsondoc.Value) (s schema.Subsection, ok bool) {
	s.Optional = truth(v.Get(keyOptional), false)
	s.Lines, s.Tokens = number(v.Get(keyLines)), number(v.Get(keyTokens))
	s.Title = titleIn(v)
	s.Min, s.Max = r.bullets(v.Get(keyBullets))
	return s, s.Title != ""
}

func (r *reader) add(f *Format, v *jsondoc.Value, taken map[string]string) {
	p, ok := r.part(v)
	if !ok {
		return
	}
	bare := placeholderExpr().ReplaceAllString(p.Title, "")
	g := schema.Group{
		Key: cmp.Or(spelling.Slug(bare), p.Slug()), Title: p.Title,
		Optional: p.Optional, Keep: number(v.Get(keyKeep)),
		Min: p.Min, Max: p.Max, Listed: p.Max+p.Min > 0,
		Lines: p.Lines, Tokens: p.Tokens,
	}
	r.written(v.Get(keyTitle), g.Title)
	r.repeats(v, &g)
	r.distinct(v.Get(keyTitle), g.Title, g.Key, taken)
	within := map[string]string{}
	r.each(v, func(e *jsondoc.Value) { r.addPart(&g, e, within) })
	f.Schema.Groups = append(f.Schema.Groups, g)
}

func (r *reader) repeats(v *jsondoc.Value, g *schema.Group) {
	newest, _ := v.Get(keyNewest).Str()
	g.NewestFirst = newest == "first"
	for _, key := range []string{keyKeep, keyNewest} {
		if at := v.Get(key); at != nil && !g.Repeats() {
			r.refuse(at.Span, "%q requires a repeated section; expected a placeholder such as {N} in the title %q", key, g.Title)
		}
	}
}

func (r *reader) addPart(g *schema.Group, v *jsondoc.Value, taken map[string]string) {
	s, ok := r.part(v)
	title := v.Get(keyTitle)
	switch {
	case !ok:
		return
	case strings.ContainsAny(s.Title, "{}"):
		r.refuse(title.Span, "the title is %q, but subsections cannot repeat; expected a title without a placeholder", s.Title)
	default:
		r.written(title, s.Title)
	}
	r.distinct(title, s.Title, s.Slug(), taken)
	g.Subsections = append(g.Subsections, s)
}

func (r *reader) distinct(v *jsondoc.Value, title, key string, taken map[string]string) {
	if key == "" {
		r.refuse(v.Span, "the title is %q; expected a title with a letter or digit", title)
		return
	}
	for _, name := range []string{key, spelling.FoldTitle(title)} {
		if other, ok := taken[name]; ok {
			r.refuse(v.Span, "the titles %q and %q have the same name in commands, %q; expected titles with different names", other, title, key)
			return
		}
	}
	taken[key], taken[spelling.FoldTitle(title)] = title, title
}

// bullets reads a number of bullets: 3, "2-5" or "2+".
func (r *reader) bullets(v *jsondoc.Value) (least, most int) {
	if n, ok := v.Int(); ok {
		return n, n
	}
	text, ok := v.Str()
	if !ok || !isRange(text) {
		return 0, 0
	}
	first, last, ranged := strings.Cut(strings.TrimSuffix(text, "+"), "-")
	least, _ = strconv.Atoi(first)
	if strings.HasSuffix(text, "+") {
		return least, 0
	}
	if most = least; ranged {
		most, _ = strconv.Atoi(last)
	}
	if most < least || most == 0 {
		r.refuse(v.Span, "the number of bullets is %q; expected a range such as 2-5, whose end is at least 1 and at least its start", text)
	}
	return least, most
}

func truth(v *jsondoc.Value, otherwise bool) bool {
	if b, ok := v.Bool(); ok {
		return b
	}
	return otherwise
}

func number(v *jsondoc.Value) int {
	n, _ := v.Int()
	return n
}
