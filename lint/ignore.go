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
	name  source.Span // of the rule in the comment, or of what is wrong with it
	rule  *Rule       // nil if there is no such rule
	near  []string    // if there is none, the nearest
	wrong string      // why it is none; "" if it is one
	scope source.Span
	used  bool
}

// IsDirective reports whether a comment is one of ours.
func IsDirective(text string) bool {
	return strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(text, "<!--")), "mdck:")
}

// directives are those of u, one for each rule that a comment names.
func directives(u *Unit) []*directive {
	if u.Document == nil && u.Tagged == nil || !strings.Contains(u.File.Text, "mdck:") {
		return nil
	}
	c := collector{unit: u, named: map[string]meant{}}
	if u.Tagged != nil {
		c.comments(u.Tagged.Comments())
	} else {
		c.collect(u.Document.Blocks)
	}
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

// find looks name up. What several protocols have is that of the file's.
func (c *collector) find(name string) meant {
	m, ok := c.named[name]
	if !ok {
		if own := c.unit.Rules().ByID(c.unit.Checker.Name + "/" + name); own != nil {
			m.rule = own
		} else {
			m.rule, m.near = c.unit.Rules().Find(name)
		}
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
		if IsDirective(c.unit.File.Slice(b.Span)) {
			c.read(b.Span, scopes[i])
		}
	}
}

// comments reads the directives among the comments of a text in tags, whose blocks are
// its elements.
func (c *collector) comments(all []TaggedComment) {
	for _, r := range all {
		if IsDirective(c.unit.File.Slice(r.Span)) {
			c.read(r.Span, r.Next)
		}
	}
}

// read reads the directive in the comment at span, which is about scope unless it
// says that it is about the file.
func (c *collector) read(span, scope source.Span) {
	text := c.unit.File.Slice(span)
	at := strings.Index(text, "mdck:")
	text, _, _ = strings.Cut(text, "-->")
	rest := text[at:]
	word := rest
	if i := strings.IndexAny(rest, " \t\r\n"); i >= 0 {
		word = rest[:i]
	}
	place := source.Span{Start: span.Start + at, End: span.Start + at + len(word)}
	switch word {
	case "mdck:ignore":
	case "mdck:ignore-file":
		scope = c.unit.File.All()
	default:
		c.add(directive{name: place, wrong: fmt.Sprintf("%q is no directive, want mdck:ignore or mdck:ignore-file", word)})
		return
	}
	if !c.names(place.End, rest[len(word):], scope) {
		c.add(directive{name: place, wrong: word + " names no rule"})
	}
}

func (c *collector) add(d directive) {
	d.path = c.unit.File.Name
	c.all = append(c.all, &d)
}

// following gives for each block what a directive there is about: all up to the
// end of the next block that is no comment, and for a heading up to the end of its
// section. It begins with the directive itself, so that one at the top of a file
// is about what is said of the file.
func following(blocks []*mdcheckpoint.Block) []source.Span {
	scopes := make([]source.Span, len(blocks))
	var next source.Span
	for i := len(blocks) - 1; i >= 0; i-- {
		if next.Len() > 0 {
			scopes[i] = source.Span{Start: blocks[i].Span.Start, End: next.End}
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

// names makes a directive of each rule that text, which begins at offset, names,
// and reports whether there is one. What stands behind -- is a reason.
func (c *collector) names(offset int, text string, scope source.Span) bool {
	found := false
	for at := 0; at < len(text); {
		word := strings.TrimLeft(text[at:], " \t\r\n,")
		at = len(text) - len(word)
		if i := strings.IndexAny(word, " \t\r\n,"); i >= 0 {
			word = word[:i]
		}
		if word == "" || word == "--" {
			break
		}
		found = true
		m, start := c.find(word), offset+at
		c.add(directive{name: source.Span{Start: start, End: start + len(word)}, rule: m.rule, near: m.near, scope: scope})
		at += len(word)
	}
	return found
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
	unused := units[0].Rules().ByID(unusedIgnore)
	if units[0].Off[unused.ID] {
		return all
	}
	var more []Diagnostic
	for _, ignore := range ignores {
		off := ignore.rule != nil && units[0].Off[ignore.rule.ID]
		if !ignore.used && !off && ignore.rule != unused {
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
	if i.wrong != "" {
		return i.wrong
	}
	if i.rule != nil {
		return fmt.Sprintf("nothing here to ignore: %s reports nothing in what follows", i.rule.ID)
	}
	if len(i.near) > 0 {
		return fmt.Sprintf("no such rule; did you mean %s?", strings.Join(i.near, " or "))
	}
	return "no such rule; mdck explain lists them"
}
