package ohrfc

import (
	"fmt"
	"strconv"
	"strings"

	"mdck/internal/spelling"

	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

func budgetRule(id string) func(*ruleUnit) {
	return func(u *ruleUnit) { u.Add(lint.OverBudget(u.unit, u.Budgets, id, "group")...) }
}

func checkBulletCount(u *ruleUnit) {
	for _, s := range u.subsections {
		if !s.unfilled() { // another rule reports unfilled sections
			u.Add(lint.BulletCount(s.Section, len(s.items), s.Subsection.Min, s.Subsection.Max)...)
		}
	}
}

type subsection struct {
	*schema.SubsectionMatch
	items  []*mdcheckpoint.Item
	texts  []string
	filled int
	blocks int // number of blocks other than lists, comments and breaks
	notes  int // comments that are not directives of mdck
}

func (s *subsection) unfilled() bool {
	return s.filled == 0 && s.blocks == 0 && len(s.items)+s.notes > 0
}

func subsections(c *Checkpoint) (all []*subsection) {
	for _, g := range c.Groups {
		for _, match := range g.Subsections {
			s := &subsection{SubsectionMatch: match, items: match.Items()}
			s.texts = make([]string, len(s.items))
			for i, item := range s.items {
				s.texts[i] = c.Bullet(item)
				if !isPlaceholder(s.texts[i]) {
					s.filled++
				}
			}
			s.countBlocks(c.Document.File, match.Section)
			all = append(all, s)
		}
	}
	return all
}

func (s *subsection) countBlocks(file *source.File, section *mdcheckpoint.Section) {
	for _, b := range section.Blocks {
		switch {
		case b.Kind == mdcheckpoint.Comment && !lint.IsDirective(file.Slice(b.Span)):
			s.notes++
		case b.Kind != mdcheckpoint.List && b.Kind != mdcheckpoint.Comment && b.Kind != mdcheckpoint.Break:
			s.blocks++
		}
	}
	for _, child := range section.Children {
		s.countBlocks(file, child)
	}
}

func isPlaceholder(bullet string) bool {
	text := strings.Trim(bullet, " *_`")
	if strings.HasPrefix(text, "<!--") && strings.HasSuffix(text, "-->") && strings.Count(text, "<!--") == 1 {
		return !lint.IsDirective(text)
	}
	if strings.HasPrefix(text, "<") && strings.HasSuffix(text, ">") && strings.Count(text, "<") == 1 {
		return !strings.Contains(text, "://") && !strings.Contains(text, "@")
	}
	text = strings.Trim(text, ".…:!?-–—_[](){} ")
	if len(text) > len("to be determined") { // longer than any of these words
		return false
	}
	switch strings.ToLower(text) {
	case "", "todo", "tbd", "tbc", "fixme", "xxx", "placeholder", "fill in", "fill me in", "to do", "to be done", "to be determined", "your text here":
		return true
	}
	return false
}

func checkUnfilled(u *ruleUnit) {
	for _, s := range u.subsections {
		if s.unfilled() {
			u.Find(s.Section.Heading, "%q contains only a placeholder or a comment; expected %s", s.Section.Title, s.Subsection.Range())
			continue
		}
		for i, item := range s.items {
			if isPlaceholder(s.texts[i]) {
				u.Find(item.Span, "a bullet in %q is a placeholder", s.Section.Title)
			}
		}
	}
}

func checkOneLineBullet(u *ruleUnit) {
	all := 0
	for _, s := range u.subsections {
		all += len(s.items)
	}
	for _, s := range u.subsections {
		for _, item := range s.items {
			if n := u.unit.File.CountLines(item.Span); n > 1 {
				if u.Found == nil { // allocate once, because usually all bullets are long, or none
					u.Found = make([]lint.Finding, 0, all)
				}
				u.Add(lint.Finding{Span: item.Span, Message: "the bullet has " + strconv.Itoa(n) + " lines; expected 1"})
			}
		}
	}
}

func checkTemplateComment(u *ruleUnit, c *Checkpoint) {
	for _, g := range c.Groups {
		if len(g.Subsections) > 0 && g.Group.Repeats() {
			templateComments(u, g.Section)
		}
	}
	for _, s := range u.subsections {
		if s.filled > 0 {
			templateComments(u, s.Section)
		}
	}
}

func templateComments(u *ruleUnit, s *mdcheckpoint.Section) {
	for i, b := range s.Blocks {
		text := u.unit.File.Slice(b.Span)
		switch {
		case b.Kind != mdcheckpoint.Comment, lint.IsDirective(text):
		case IsTemplateComment(text):
			u.Add(lint.Finding{
				Span: b.Span, Message: fmt.Sprintf("a template comment is still in %q", s.Title),
				Fix: lint.FixOf("", removal(u.Checkpoint, s, i)),
			})
		case s.Level > 2:
			u.Find(b.Span, "section %q has a comment; expected only bullets", s.Title)
		}
	}
}

func removal(c *Checkpoint, s *mdcheckpoint.Section, i int) source.Edit {
	if i > 0 && i+1 < len(s.Blocks) && runsOn(c.Document.File, s.Blocks[i-1], s.Blocks[i], s.Blocks[i+1]) {
		return source.Edit{Span: s.Blocks[i].Span}
	}
	return c.editor().Drop(s.Blocks[i].Span, false)
}

// runsOn reports whether removing the comment's lines would join the blocks around them.
func runsOn(file *source.File, above, comment, below *mdcheckpoint.Block) bool {
	first, last := file.Line(comment.Span.Start), file.Line(comment.Span.End)
	if file.Line(above.Span.End)+1 < first || last+1 < file.Line(below.Span.Start) {
		return false
	}
	sameList := above.Kind == mdcheckpoint.List && below.Kind == mdcheckpoint.List &&
		file.Slice(above.Items[0].Marker) == file.Slice(below.Items[0].Marker)
	return !sameList && above.Kind != mdcheckpoint.Comment && below.Kind != mdcheckpoint.Comment
}

func checkTensionLabels(u *ruleUnit) {
	for _, s := range u.subsections {
		if len(s.Subsection.Labels) == 0 || s.unfilled() {
			continue
		}
		for i, item := range s.items {
			if label, _ := TensionLabel(s.texts[i]); label == "" && !spelling.IsNone(s.texts[i]) {
				u.Find(item.Text, "this tension has no label; expected %q, %q or %q", tensionLabels[0]+":", tensionLabels[1]+":", tensionLabels[2]+":")
			}
		}
	}
}
