package lint

import (
	"fmt"
	"sort"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// A directive is a comment <!-- mdck:ignore RULE … --> or <!-- mdck:ignore-file RULE … -->.
type directive struct {
	path  string
	name  source.Span // rule name in the comment; the directive if it is invalid
	rule  *Rule
	near  []string
	error string // why the comment is invalid, or ""
	scope source.Span
	used  bool // it covers a finding
}

// IsDirective reports whether a comment is for mdck.
func IsDirective(text string) bool {
	return strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(text, "<!--")), "mdck:")
}

func directives(u *Unit) []*directive {
	if u.Document == nil && u.Tagged == nil || !strings.Contains(u.File.Text, "mdck:") {
		return nil
	}
	c := collector{unit: u, found: map[string]directive{}}
	if u.Tagged == nil {
		c.collect(u.Document.Blocks)
		return c.all
	}
	for _, r := range u.Tagged.Comments() {
		c.read(r.Span, r.Next)
	}
	return c.all
}

type collector struct {
	unit  *Unit
	found map[string]directive // by name
	all   []*directive
}

func (c *collector) find(name string) directive {
	d, ok := c.found[name]
	if ok {
		return d
	}
	rules := c.unit.Rules()
	if d.rule = rules.ByID(c.unit.Checker.Name + "/" + name); d.rule == nil {
		d.rule, d.near = rules.Find(name)
	}
	c.found[name] = d
	return d
}

func (c *collector) collect(blocks []*mdcheckpoint.Block) {
	scopes := scopesOf(blocks)
	for i, b := range blocks {
		c.collect(b.Blocks)
		for _, item := range b.Items {
			c.collect(item.Blocks)
		}
		if b.Kind == mdcheckpoint.Comment {
			c.read(b.Span, scopes[i])
		}
	}
}

// read reads the directive in a comment. mdck:ignore covers scope, mdck:ignore-file the file.
func (c *collector) read(span, scope source.Span) {
	text := c.unit.File.Slice(span)
	if !IsDirective(text) {
		return
	}
	at := strings.Index(text, "mdck:")
	text, _, _ = strings.Cut(text, "-->")
	rest := text[at:]
	word, _, _ := strings.Cut(strings.Map(blank, rest), " ")
	place := source.Between(span.Start+at, span.Start+at+len(word))
	switch word {
	case "mdck:ignore":
	case "mdck:ignore-file":
		scope = c.unit.File.All()
	default:
		c.add(directive{name: place, error: fmt.Sprintf("%q is not a directive; expected mdck:ignore or mdck:ignore-file", word)})
		return
	}
	if !c.addRules(place.End, rest[len(word):], scope) {
		c.add(directive{name: place, error: word + " names no rule"})
	}
}

func blank(r rune) rune {
	if strings.ContainsRune("\t\r\n", r) {
		return ' '
	}
	return r
}

func (c *collector) add(d directive) {
	d.path = c.unit.File.Name
	c.all = append(c.all, &d)
}

func scopesOf(blocks []*mdcheckpoint.Block) []source.Span {
	scopes := make([]source.Span, len(blocks))
	var next source.Span
	for i := len(blocks) - 1; i >= 0; i-- {
		if next.Len() > 0 {
			scopes[i] = source.Between(blocks[i].Span.Start, next.End)
		}
		switch b := blocks[i]; {
		case b.Kind == mdcheckpoint.Comment:
		case b.Section != nil:
			next = b.Section.Span
		default:
			next = b.Span
		}
	}
	return scopes
}

func (c *collector) addRules(offset int, text string, scope source.Span) bool {
	before := len(c.all)
	for rest := text; ; {
		rest = strings.TrimLeft(rest, " \t\r\n,")
		word := rest
		if i := strings.IndexAny(rest, " \t\r\n,"); i >= 0 {
			word = rest[:i]
		}
		if word == "" || word == "--" {
			return len(c.all) > before
		}
		d, start := c.find(word), offset+len(text)-len(rest)
		d.name, d.scope = source.Between(start, start+len(word)), scope
		c.add(d)
		rest = rest[len(word):]
	}
}

func applyDirectives(units []*Unit, all []Diagnostic) []Diagnostic {
	var ignores []*directive
	for _, u := range units {
		ignores = append(ignores, directives(u)...)
	}
	if len(ignores) == 0 {
		return all
	}
	all = silence(all, ignores)
	unused := units[0].Rules().ByID(unusedIgnore)
	if units[0].Off[unused.ID] {
		return all
	}
	var more []Diagnostic
	for _, ignore := range ignores {
		off := ignore.rule != nil && units[0].Off[ignore.rule.ID]
		if !ignore.used && !off && ignore.rule != unused {
			more = append(more, units[0].diagnostic(unused, Finding{Path: ignore.path, Span: ignore.name, Message: ignore.message()}))
		}
	}
	return append(all, silence(more, ignores)...)
}

func silence(all []Diagnostic, ignores []*directive) []Diagnostic {
	type about struct{ path, rule string }
	places := map[about][]int{} // file and rule -> indexes of diagnostics
	for i, d := range all {
		a := about{d.Path, d.Rule.ID}
		places[a] = append(places[a], i)
	}
	for _, list := range places {
		sort.SliceStable(list, func(i, j int) bool { return all[list[i]].Span.Start < all[list[j]].Span.Start })
	}
	gone := make([]bool, len(all))
	type covered struct {
		about
		source.Span
	}
	done := map[covered]bool{}
	for _, ignore := range ignores {
		if ignore.rule == nil || ignore.scope.Len() == 0 {
			continue
		}
		c := covered{about{ignore.path, ignore.rule.ID}, ignore.scope}
		list := places[c.about]
		from := sort.Search(len(list), func(i int) bool { return all[list[i]].Span.Start >= c.Start })
		to := sort.Search(len(list), func(i int) bool { return all[list[i]].Span.Start > c.End })
		ignore.used = from < to
		if done[c] {
			continue
		}
		done[c] = true
		for _, i := range list[from:to] {
			gone[i] = true
		}
	}
	var left []Diagnostic
	for i, d := range all {
		if !gone[i] {
			left = append(left, d)
		}
	}
	return left
}

func (i *directive) message() string {
	if i.error != "" {
		return i.error
	}
	if i.rule != nil {
		return "this comment has no effect: " + i.rule.ID + " finds nothing here"
	}
	if len(i.near) > 0 {
		return "this comment names an unknown rule; did you mean " + strings.Join(i.near, " or ") + "?"
	}
	return "this comment names an unknown rule; mdck explain lists all rules"
}
