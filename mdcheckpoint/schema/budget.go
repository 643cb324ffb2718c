package schema

import (
	"cmp"
	"fmt"
	"sort"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// A Budget is a limit of a file or section, with the amount in use.
type Budget struct {
	Kind        string // FileLines, SectionTokens, …
	Rule        string
	Title       string // title of the group or subsection; "" for the file
	Unit        string // unit of Used and Limit: lines, bullets, tokens, characters
	Used, Limit int
	Group       string      // title of the group; "" for the file
	Span        source.Span // the counted text
}

const (
	FileLines      = "lines of the file"
	FileTokens     = "tokens of the file"
	FileCharacters = "characters of the file"
	SectionLines   = "lines of a section"
	SectionTokens  = "tokens of a section"
	Bullets        = "bullets of a section"
)

// Budgets returns the budgets in the order of the file, without tokens if count is nil. rules maps
// kinds of budgets to rules.
func (m *Match) Budgets(limits Limits, count func(string) int, rules map[string]string) []Budget {
	b := budgeter{file: m.Document.File, count: count, rules: rules, all: make([]Budget, 0, 1+len(m.Document.Sections))}
	b.add(Budget{Kind: FileLines, Span: b.file.All()}, b.file.Lines(), limits.Lines)
	b.addTokens(Budget{Kind: FileTokens, Span: b.file.All()}, limits.Tokens)
	if limits.Characters > 0 {
		b.add(Budget{Kind: FileCharacters, Span: b.file.All()}, source.Characters(b.file.Text), limits.Characters)
	}
	for _, g := range m.Groups {
		title := g.Section.Title
		b.section(g.Section, title, cmp.Or(g.Group.Lines, limits.GroupLines), g.Group.Tokens)
		b.add(Budget{Kind: Bullets, Title: title, Group: title, Span: g.Section.Span},
			len(g.Items()), g.Group.Max)
		for _, s := range g.Subsections {
			b.section(s.Section, title, s.Subsection.Lines, s.Subsection.Tokens)
			b.add(Budget{Kind: Bullets, Title: s.Section.Title, Group: title, Span: Body(s.Section)},
				len(s.Items()), s.Subsection.Max)
		}
	}
	for _, s := range m.Extra {
		if s.Level == m.Schema.GroupLevel() {
			b.section(s, s.Title, limits.GroupLines, 0)
		}
	}
	sort.SliceStable(b.all, func(i, j int) bool { return b.all[i].Span.Start < b.all[j].Span.Start })
	return b.all
}

type budgeter struct {
	file  *source.File
	count func(string) int
	rules map[string]string
	all   []Budget
}

func (b *budgeter) section(s *mdcheckpoint.Section, group string, lines, tokens int) {
	body := Body(s)
	b.add(Budget{Kind: SectionLines, Title: s.Title, Group: group, Span: body},
		b.file.CountLines(body), lines)
	b.addTokens(Budget{Kind: SectionTokens, Title: s.Title, Group: group, Span: body}, tokens)
}

func (b *budgeter) addTokens(about Budget, most int) {
	if most > 0 && b.count != nil {
		b.add(about, tokensWithin(b.file.Slice(about.Span), most, b.count), most)
	}
}

func (b *budgeter) add(about Budget, used, most int) {
	if most > 0 {
		about.Unit, _, _ = strings.Cut(about.Kind, " ")
		about.Rule, about.Used, about.Limit = b.rules[about.Kind], used, most
		b.all = append(b.all, about)
	}
}

// Savings returns the bullets and blocks whose removal would help to meet b.
func (m *Match) Savings(b Budget) (all []Saving) {
	add := func(saving Saving, span, text source.Span) {
		if b.Span.Covers(span) {
			saving.Bullet = spelling.OneLine(m.Document.File.Slice(text))
			all = append(all, saving)
		}
	}
	for _, s := range m.Document.Sections {
		saving := Saving{Group: s.Title}
		if top := s.Parent; top != nil && s.Level > m.Schema.GroupLevel() {
			saving = Saving{Group: top.Title, Subsection: s.Title}
		} else if m.Schema.Bullets {
			continue
		}
		for _, block := range s.Blocks {
			for _, item := range block.Items {
				add(saving, item.Span, item.Text)
			}
			if len(block.Items) == 0 && b.Kind != Bullets && !m.Schema.Bullets && !isBreak(block) {
				add(saving, block.Span, block.Span)
			}
		}
	}
	return all
}

// Over returns the amount above the limit, or 0.
func (b Budget) Over() int { return max(0, b.Used-b.Limit) }

// Excess describes by how much a new text would exceed the budget.
func (b Budget) Excess() string {
	what := "the file"
	if b.Title != "" {
		what = fmt.Sprintf("%q", b.Title)
	}
	return fmt.Sprintf("%s would have %d %s, %d over the budget of %d", what, b.Used, b.Unit, b.Over(), b.Limit)
}

// NewlyOver returns the budgets of after that are over their limits by more than before.
func NewlyOver(before, after []Budget) []Budget {
	type about struct{ kind, group, title string }
	was := map[about][]int{}
	for _, b := range before {
		a := about{b.Kind, b.Group, b.Title}
		was[a] = append(was[a], b.Used)
	}
	var broken []Budget
	for _, b := range after {
		a, used := about{b.Kind, b.Group, b.Title}, 0
		if list := was[a]; len(list) > 0 {
			used, was[a] = list[0], list[1:]
		}
		if b.Over() > 0 && b.Used > used {
			broken = append(broken, b)
		}
	}
	return broken
}

// A Saving is a bullet or block whose removal helps to meet a budget.
type Saving struct{ Group, Subsection, Bullet string }

func tokensWithin(text string, limit int, count func(string) int) int {
	if len(text) <= limit {
		return len(text)
	}
	return count(text)
}
