package ohrfc

import (
	"fmt"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

func checkTitle(u *ruleUnit) []lint.Finding {
	c := u.RFC.Checkpoint
	if c == nil {
		return nil
	}
	want := "Checkpoint: <id>"
	if u.RFC.ID != "" {
		want = "Checkpoint: " + u.RFC.ID
	} else if u.RFC.State != nil && u.RFC.State.ID() != "" {
		want = "Checkpoint: " + u.RFC.State.ID()
	}
	t := c.Match.Title
	if t == nil {
		place := source.Span{Start: c.Document.BOM, End: c.Document.BOM}
		return []lint.Finding{{Span: place, Message: fmt.Sprintf("no title, want %q", "# "+want)}}
	}
	switch id := c.Match.ID; {
	case id == "" || strings.HasPrefix(id, "<"):
		return []lint.Finding{{Span: t.Heading, Message: fmt.Sprintf("title is %q, want %q", t.Title, want)}}
	case u.RFC.ID != "" && !SameID(id, u.RFC.ID):
		return []lint.Finding{{Span: t.Heading, Message: fmt.Sprintf("title names %q, the workspace is %q", id, u.RFC.ID)}}
	case u.RFC.State != nil && u.RFC.State.ID() != "" && !SameID(id, u.RFC.State.ID()):
		return []lint.Finding{{Span: t.Heading, Message: fmt.Sprintf("title names %q, rfc_id of state.json is %q", id, u.RFC.State.ID())}}
	}
	return nil
}

func checkMissingGroup(u *ruleUnit) []lint.Finding {
	c := u.RFC.Checkpoint
	if c == nil {
		return nil
	}
	phase := ReadPhase(c.Meta.Value(LastPhaseKey))
	var found []lint.Finding
	for _, m := range c.MissingGroups() {
		title := m.Title()
		message := fmt.Sprintf("no section %q", "## "+title)
		if phase.Name != "" {
			message += ", which last_phase " + phase.String() + " asks for"
		}
		found = append(found, lint.Finding{Span: missingPlace(c), Message: message + lint.OtherLevel(c.Document, title, 2)})
	}
	return found
}

// missingPlace is where a missing group is reported: at last_phase, which asks
// for it, else at the title.
func missingPlace(c *Checkpoint) source.Span {
	if f := c.Meta.Field(LastPhaseKey); f != nil && f.Value != "" {
		return f.Span
	}
	if t := c.Match.Title; t != nil {
		return t.Heading
	}
	return source.Span{Start: c.Document.BOM, End: c.Document.BOM}
}

func checkMissingSubsection(u *ruleUnit) []lint.Finding {
	var found []lint.Finding
	for _, g := range groups(u) {
		for _, s := range g.Missing() {
			found = append(found, lint.Finding{
				Span:    g.Section.Heading,
				Message: fmt.Sprintf("%q has no subsection %q", g.Section.Title, "### "+s.Title),
			})
		}
	}
	return found
}

// groups are the groups of the checkpoint, none if it is not there.
func groups(u *ruleUnit) []*schema.GroupMatch {
	if u.RFC.Checkpoint == nil {
		return nil
	}
	return u.RFC.Checkpoint.Match.Groups
}

func checkDuplicateSection(u *ruleUnit) []lint.Finding {
	var found []lint.Finding
	type key struct {
		group int // 0 for a group itself, else one more than its index
		title string
	}
	first := map[key]int{}
	note := func(name key, s *mdcheckpoint.Section) {
		line := u.File.Line(s.Heading.Start)
		if at, ok := first[name]; ok {
			found = append(found, lint.Finding{Span: s.Heading, Message: fmt.Sprintf("section %q is there already, in line %d", s.Title, at)})
			return
		}
		first[name] = line
	}
	for i, g := range groups(u) {
		if !g.Group.Repeats() { // a repeated round is for round-order
			note(key{0, g.Group.Key}, g.Section)
		}
		for _, s := range g.Subsections {
			note(key{i + 1, s.Subsection.Title}, s.Section)
		}
	}
	return found
}

func checkUnknownSection(u *ruleUnit) []lint.Finding {
	c := u.RFC.Checkpoint
	if c == nil {
		return nil
	}
	var found []lint.Finding
	known := groupTitles()
	for _, s := range c.Match.Extra {
		if _, accident := lint.AccidentalHeading(u.Unit, s); accident {
			continue // any/setext-by-accident says what it is
		}
		found = append(found, lint.Finding{Span: s.Heading, Message: lint.UnknownSection(s, known)})
	}
	for _, g := range c.Match.Groups {
		titles := []string{}
		for _, sub := range g.Group.Subsections {
			titles = append(titles, sub.Title)
		}
		for _, s := range g.Extra {
			found = append(found, lint.Finding{Span: s.Heading, Message: lint.UnknownSection(s, titles)})
		}
	}
	return found
}

func groupTitles() []string {
	var titles []string
	for i := range Format.Groups {
		titles = append(titles, Format.Groups[i].Name())
	}
	return titles
}

func checkSectionOrder(u *ruleUnit) []lint.Finding {
	var found []lint.Finding
	var last *schema.GroupMatch
	for _, g := range groups(u) {
		if last != nil && Rank(g.Group.Key) < Rank(last.Group.Key) {
			found = append(found, lint.OutOfOrder(g.Section, last.Section))
		} else {
			last = g
		}
		found = append(found, lint.SubsectionOrder(g)...)
	}
	return found
}

func checkGateRounds(u *ruleUnit) []lint.Finding {
	c := u.RFC.Checkpoint
	if c == nil {
		return nil
	}
	var found []lint.Finding
	edits, archive, left := c.PruneEdits()
	for i, g := range c.Surplus() {
		f := lint.Finding{
			Span:    g.Section.Heading,
			Message: fmt.Sprintf("round %d is kept besides the newest %d; older rounds go to the archive", g.N, KeepRounds),
		}
		if i == 0 && left == 0 { // one fix takes all of them out, unless they are for several runs of mdck prune
			f.Fix = lint.Archiving(edits, archive)
		}
		found = append(found, f)
	}
	return found
}

func checkRoundOrder(u *ruleUnit) []lint.Finding {
	if u.RFC.Checkpoint == nil {
		return nil
	}
	var found []lint.Finding
	seen := map[int]int{}
	rounds := u.RFC.Checkpoint.Match.All(GateBKey)
	for i, g := range rounds {
		f := lint.Finding{Span: g.Section.Heading}
		switch at, dup := seen[g.N]; {
		case dup:
			f.Message = fmt.Sprintf("round %d is there already, in line %d", g.N, at)
		case i > 0 && g.N < rounds[i-1].N:
			f.Severity, f.Message = lint.Warning, fmt.Sprintf("round %d stands after round %d", g.N, rounds[i-1].N)
		case i > 0 && g.N > rounds[i-1].N+1:
			f.Severity, f.Message = lint.Warning, fmt.Sprintf("round %d follows round %d: %s missing", g.N, rounds[i-1].N, between(rounds[i-1].N, g.N))
		case g.N == 0:
			f.Severity, f.Message = lint.Warning, "rounds are counted from 1"
		}
		if _, dup := seen[g.N]; !dup {
			seen[g.N] = u.File.Line(g.Section.Heading.Start)
		}
		if f.Message != "" {
			found = append(found, f)
		}
	}
	return found
}

func between(a, b int) string {
	if b == a+2 {
		return fmt.Sprintf("round %d is", a+1)
	}
	return fmt.Sprintf("rounds %d to %d are", a+1, b-1)
}

func checkRoundLimit(u *ruleUnit) []lint.Finding {
	s := u.RFC.State
	if u.RFC.Checkpoint == nil || s == nil {
		return nil
	}
	if _, ok := s.Int("gate_b_max_rounds"); !ok {
		return nil
	}
	var found []lint.Finding
	for _, g := range u.RFC.Checkpoint.Match.All(GateBKey) {
		if limit := s.MaxRounds(); g.N > limit {
			found = append(found, lint.Finding{
				Span:    g.Section.Heading,
				Message: fmt.Sprintf("round %d is above the %d that gate_b_max_rounds of state.json allows", g.N, limit),
			})
		}
	}
	return found
}
