package lint

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// A directive is a comment <!-- mdck:ignore RULE … --> or
// <!-- mdck:ignore-file RULE … -->.
type directive struct {
	path  string
	name  source.Span // of the rule in the comment
	rule  *Rule       // nil if there is no such rule
	near  []string    // if there is none, the nearest
	scope source.Span
	used  bool
}

// IsDirective reports whether a comment is one of ours.
func IsDirective(text string) bool {
	return strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(text, "<!--")), "mdck:")
}

// directives are those of u, one for each rule that a comment names.
func directives(u *Unit) []*directive {
	if u.Document == nil || !strings.Contains(u.File.Text, "mdck:ignore") {
		return nil
	}
	c := collector{unit: u, named: map[string]meant{}}
	c.collect(u.Document.Blocks)
	return c.all
}

// A collector reads the directives of a file.
type collector struct {
	unit  *Unit
	named map[string]meant // what was looked up already
	all   []*directive
}

// meant is what a name in a directive stands for.
type meant struct {
	rule *Rule
	near []string
}

func (c *collector) find(name string) meant {
	m, ok := c.named[name]
	if !ok {
		m.rule, m.near = Find(name)
		c.named[name] = m
	}
	return m
}

// collect reads the directives among neighbours, and among those below them.
func (c *collector) collect(blocks []*mdcheckpoint.Block) {
	scopes := following(blocks)
	for i, b := range blocks {
		c.collect(b.Blocks)
		for _, item := range b.Items {
			c.collect(item.Blocks)
		}
		if b.Kind != mdcheckpoint.Comment {
			continue
		}
		text := c.unit.File.Slice(b.Span)
		at := strings.Index(text, "mdck:ignore")
		if at < 0 || !IsDirective(text) {
			continue
		}
		at += len("mdck:ignore")
		scope := scopes[i]
		if strings.HasPrefix(text[at:], "-file") {
			at += len("-file")
			scope = c.unit.File.All()
		}
		names, _, _ := strings.Cut(text[at:], "-->")
		c.name(b.Span.Start+at, names, scope)
	}
}

// following gives for each block what a directive there is about: the next one
// that is no comment, and for a heading the whole of its section.
func following(blocks []*mdcheckpoint.Block) []source.Span {
	scopes := make([]source.Span, len(blocks))
	var next source.Span
	for i := len(blocks) - 1; i >= 0; i-- {
		scopes[i] = next
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

// name makes a directive of each rule that text, which begins at offset, names.
func (c *collector) name(offset int, text string, scope source.Span) {
	for at := 0; at < len(text); {
		word := strings.TrimLeft(text[at:], " \t\r\n,")
		at = len(text) - len(word)
		if i := strings.IndexAny(word, " \t\r\n,"); i >= 0 {
			word = word[:i]
		}
		if word == "" {
			break
		}
		m, start := c.find(word), offset+at
		c.all = append(c.all, &directive{
			path: c.unit.File.Name, name: source.Span{Start: start, End: start + len(word)}, rule: m.rule, near: m.near, scope: scope,
		})
		at += len(word)
	}
}

// applyDirectives takes out the findings that directives silence, and adds one
// for each directive that silences nothing.
func applyDirectives(units []*Unit, all []Diagnostic) []Diagnostic {
	var ignores []*directive
	for _, u := range units {
		ignores = append(ignores, directives(u)...)
	}
	if len(ignores) == 0 {
		return all
	}
	all = silence(all, ignores)
	unused, _ := Find("any/unused-ignore")
	if units[0].Off[unused.ID] {
		return all
	}
	var more []Diagnostic
	for _, ignore := range ignores {
		if !ignore.used && ignore.rule != unused {
			more = append(more, units[0].diagnostic(unused, Finding{Path: ignore.path, Span: ignore.name, Message: ignore.complaint()}))
		}
	}
	return append(all, silence(more, ignores)...)
}

// silence takes out the diagnostics that a directive covers, and marks the
// directives that cover one as used.
func silence(all []Diagnostic, ignores []*directive) []Diagnostic {
	type about struct{ path, rule string }
	places := map[about][]int{} // indexes of diagnostics, by place
	for i, d := range all {
		a := about{d.Path, d.Rule.ID}
		places[a] = append(places[a], i)
	}
	for _, list := range places {
		slices.SortStableFunc(list, func(i, j int) int { return all[i].Span.Start - all[j].Span.Start })
	}
	gone := make([]bool, len(all))
	done := map[about]map[source.Span]bool{}
	for _, ignore := range ignores {
		if ignore.rule == nil || ignore.scope.Len() == 0 {
			continue
		}
		a := about{ignore.path, ignore.rule.ID}
		list := places[a]
		from := sort.Search(len(list), func(i int) bool { return all[list[i]].Span.Start >= ignore.scope.Start })
		to := sort.Search(len(list), func(i int) bool { return all[list[i]].Span.Start > ignore.scope.End })
		ignore.used = from < to
		if done[a] == nil {
			done[a] = map[source.Span]bool{}
		}
		if !ignore.used || done[a][ignore.scope] {
			continue
		}
		done[a][ignore.scope] = true
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

func (i *directive) complaint() string {
	if i.rule != nil {
		return fmt.Sprintf("nothing here to ignore: %s reports nothing in what follows", i.rule.ID)
	}
	if len(i.near) > 0 {
		return fmt.Sprintf("no such rule; did you mean %s?", strings.Join(i.near, " or "))
	}
	return "no such rule; mdck explain lists them"
}
