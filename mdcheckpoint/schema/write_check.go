package schema

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
)

// check returns an error if after does not contain exactly what w should have written.
func (e *Editor) check(w *Write, after *Editor) error {
	if unclosed := after.Match.Document.Unclosed; len(unclosed) > 0 {
		line := spelling.FirstLine(after.Match.Document.File.Slice(unclosed[0].Span))
		return &TextError{fmt.Sprintf("%q opens a block and does not close it", line), codeHint}
	}
	now := after.Match.wrote(w, e.Match)
	if now == nil {
		return fmt.Errorf("%s: %q would not be parsed as a section there",
			e.Match.Document.File.Name, w.Title())
	}
	places := []*Subsection{nil}
	for i := range w.Group.Subsections {
		places = append(places, &w.Group.Subsections[i])
	}
	for _, sub := range places {
		if err := e.checkBullets(w, after, now, sub); err != nil {
			return err
		}
	}
	for _, p := range w.Parts {
		if there := now.place(p.Subsection); p.Text != "" &&
			(there == nil || !after.Match.hasText(there, p.Text)) {
			return &TextError{Reason: fmt.Sprintf("the text for %q would not be parsed as a part of it", w.Title())}
		}
	}
	if w.Existing != nil && !w.Replace {
		if lost := firstLost(e.texts(w.Existing.Section), after.texts(now.Section)); lost != "" {
			return fmt.Errorf("%s: %q would be lost or parsed differently",
				e.Match.Document.File.Name, lost)
		}
	}
	return CheckIntact(e.Match, after.Match, w.Existing, now)
}

func (m *Match) wrote(w *Write, before *Match) *GroupMatch {
	all := m.All(w.Group.Key)
	i := slices.IndexFunc(all, w.Own().Same)
	if w.Existing != nil {
		i = w.Existing.index(before)
	}
	if i < 0 || i >= len(all) {
		return nil
	}
	return all[i]
}

func (g *GroupMatch) index(m *Match) int { return slices.Index(m.All(g.Group.Key), g) }

func (g *GroupMatch) place(sub *Subsection) *mdcheckpoint.Section {
	if sub == nil {
		return g.Section
	}
	if there := g.Subsection(sub.Title); there != nil {
		return there.Section
	}
	return nil
}

func (e *Editor) checkBullets(w *Write, after *Editor, now *GroupMatch, sub *Subsection) error {
	if p := w.part(sub); p != nil && p.Text != "" {
		return nil
	}
	want, got := e.wanted(w, sub), after.Match.Bullets(now.itemsOf(sub))
	for i, b := range want {
		if i >= len(got) || got[i] != b {
			return &TextError{fmt.Sprintf("the bullet %q would not be parsed as one bullet", b), codeHint}
		}
	}
	if len(got) > len(want) {
		return &TextError{Reason: fmt.Sprintf("%q would be parsed with an extra bullet %q",
			now.place(sub).Title, got[len(want)])}
	}
	return nil
}

func (e *Editor) wanted(w *Write, sub *Subsection) []string {
	var there []string
	direct, part := 0, w.part(sub)
	if w.Existing != nil && (!w.Replace || w.Single && part == nil) {
		there = e.Match.Bullets(w.Existing.itemsOf(sub))
		if s := w.Existing.place(sub); s != nil {
			direct = len(s.Bullets())
		}
	}
	if part == nil {
		return there
	}
	given := NewBullets(part.Bullets, there)
	for i := range given {
		given[i] = spelling.OneLine(given[i])
	}
	return slices.Insert(there, direct, given...)
}

func (g *GroupMatch) itemsOf(sub *Subsection) []*mdcheckpoint.Item {
	s := g.place(sub)
	if s == nil {
		return nil
	}
	if sub != nil {
		return Items(s)
	}
	all := s.Bullets()
	for _, extra := range g.Extra {
		if extra.Parent == s {
			all = append(all, Items(extra)...)
		}
	}
	return all
}

func (m *Match) hasText(s *mdcheckpoint.Section, text string) bool {
	body := Body(s)
	body.Start = s.Heading.End
	plain := func(text string) string {
		lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " \t\r")
		}
		return "\n" + strings.Join(lines, "\n") + "\n"
	}
	return strings.Contains(plain(m.Document.File.Slice(body)), plain(text))
}

func (e *Editor) texts(s *mdcheckpoint.Section) (all []string) {
	for _, b := range s.Blocks {
		if !isBreak(b) && !e.stale(b) {
			all = append(all, e.Match.blockTexts(b)...)
		}
	}
	for _, child := range s.Children {
		all = append(all, e.Match.Document.File.Slice(child.Heading))
		all = append(all, e.texts(child)...)
	}
	return all
}

func firstLost(was, is []string) string {
	for _, text := range was {
		i := slices.Index(is, text)
		if i < 0 {
			return text
		}
		is = is[i+1:]
	}
	return ""
}
