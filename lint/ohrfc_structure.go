package lint

import (
	"fmt"
	"strings"

	"mdck/internal/nearest"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

func checkTitle(u *Unit) []Finding {
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
		return []Finding{{Span: place, Message: fmt.Sprintf("no title, want %q", "# "+want)}}
	}
	switch id := c.Match.ID; {
	case id == "" || strings.HasPrefix(id, "<"):
		return []Finding{{Span: t.Heading, Message: fmt.Sprintf("title is %q, want %q", t.Title, want)}}
	case u.RFC.ID != "" && !ohrfc.SameID(id, u.RFC.ID):
		return []Finding{{Span: t.Heading, Message: fmt.Sprintf("title names %q, the workspace is %q", id, u.RFC.ID)}}
	case u.RFC.State != nil && u.RFC.State.ID() != "" && !ohrfc.SameID(id, u.RFC.State.ID()):
		return []Finding{{Span: t.Heading, Message: fmt.Sprintf("title names %q, rfc_id of state.json is %q", id, u.RFC.State.ID())}}
	}
	return nil
}

func checkMissingGroup(u *Unit) []Finding {
	c := u.RFC.Checkpoint
	if c == nil {
		return nil
	}
	phase := ohrfc.ReadPhase(c.Meta.Value(ohrfc.LastPhaseKey))
	var found []Finding
	for _, m := range c.MissingGroups() {
		title := m.Title()
		message := fmt.Sprintf("no section %q", "## "+title)
		if phase.Name != "" {
			message += ", which last_phase " + phase.String() + " asks for"
		}
		found = append(found, Finding{Span: missingPlace(c), Message: message + otherLevel(c.Document, title, 2)})
	}
	return found
}

// missingPlace is where a missing group is reported: at last_phase, which asks
// for it, else at the title.
func missingPlace(c *ohrfc.Checkpoint) source.Span {
	if f := c.Meta.Field(ohrfc.LastPhaseKey); f != nil && f.Value != "" {
		return f.Span
	}
	if t := c.Match.Title; t != nil {
		return t.Heading
	}
	return source.Span{Start: c.Document.BOM, End: c.Document.BOM}
}

// otherLevel says if a heading with that title is there at another level than its
// own.
func otherLevel(d *mdcheckpoint.Document, title string, level int) string {
	for _, s := range d.Sections {
		if s.Level != level && schema.Fold(s.Title) == schema.Fold(title) {
			return fmt.Sprintf(" (line %d has it at level %d)", d.File.Line(s.Heading.Start), s.Level)
		}
	}
	return ""
}

func checkMissingSubsection(u *Unit) []Finding {
	var found []Finding
	for _, g := range groups(u) {
		for _, s := range g.Missing() {
			found = append(found, Finding{
				Span:    g.Section.Heading,
				Message: fmt.Sprintf("%q has no subsection %q", g.Section.Title, "### "+s.Title),
			})
		}
	}
	return found
}

// groups are the groups of the checkpoint, none if it is not there.
func groups(u *Unit) []*schema.GroupMatch {
	if u.RFC.Checkpoint == nil {
		return nil
	}
	return u.RFC.Checkpoint.Match.Groups
}

func checkDuplicateSection(u *Unit) []Finding {
	var found []Finding
	type key struct {
		group int // 0 for a group itself, else one more than its index
		title string
	}
	first := map[key]int{}
	note := func(name key, s *mdcheckpoint.Section) {
		line := u.File.Line(s.Heading.Start)
		if at, ok := first[name]; ok {
			found = append(found, Finding{Span: s.Heading, Message: fmt.Sprintf("section %q is there already, in line %d", s.Title, at)})
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

func checkUnknownSection(u *Unit) []Finding {
	c := u.RFC.Checkpoint
	if c == nil {
		return nil
	}
	var found []Finding
	known := groupTitles()
	for _, s := range c.Match.Extra {
		if _, accident := accidental(u, s); accident {
			continue // any/setext-by-accident says what it is
		}
		found = append(found, Finding{Span: s.Heading, Message: unknown(s, known)})
	}
	for _, g := range c.Match.Groups {
		titles := []string{}
		for _, sub := range g.Group.Subsections {
			titles = append(titles, sub.Title)
		}
		for _, s := range g.Extra {
			found = append(found, Finding{Span: s.Heading, Message: unknown(s, titles)})
		}
	}
	return found
}

func groupTitles() []string {
	var titles []string
	for i := range ohrfc.Format.Groups {
		titles = append(titles, ohrfc.Format.Groups[i].Name())
	}
	return titles
}

func unknown(s *mdcheckpoint.Section, titles []string) string {
	message := fmt.Sprintf("unknown section %q", s.Title)
	if s.Level == 1 {
		return message + ": a checkpoint has one title"
	}
	best, least := "", len(s.Title)/3+1
	for _, t := range titles {
		if abs(len(s.Title)-len(t)) >= least {
			continue
		}
		if d := nearest.Distance(schema.Fold(s.Title), schema.Fold(t)); d < least {
			best, least = t, d
		}
	}
	if best != "" {
		message += fmt.Sprintf(" (did you mean %q?)", best)
	}
	return message
}

func abs(n int) int { return max(n, -n) }

func checkSectionOrder(u *Unit) []Finding {
	var found []Finding
	var last *schema.GroupMatch
	for _, g := range groups(u) {
		if last != nil && ohrfc.Rank(g.Group.Key) < ohrfc.Rank(last.Group.Key) {
			found = append(found, outOfOrder(g.Section, last.Section))
		} else {
			last = g
		}
		found = append(found, subsectionOrder(g)...)
	}
	return found
}

func subsectionOrder(g *schema.GroupMatch) []Finding {
	var found []Finding
	rank := func(s *schema.SubsectionMatch) int {
		for i := range g.Group.Subsections {
			if &g.Group.Subsections[i] == s.Subsection {
				return i
			}
		}
		return -1
	}
	for i, s := range g.Subsections {
		if i > 0 && rank(s) < rank(g.Subsections[i-1]) {
			found = append(found, outOfOrder(s.Section, g.Subsections[i-1].Section))
		}
	}
	return found
}

func outOfOrder(s, before *mdcheckpoint.Section) Finding {
	return Finding{Span: s.Heading, Message: fmt.Sprintf("section %q belongs before %q", s.Title, before.Title)}
}

func checkGateRounds(u *Unit) []Finding {
	c := u.RFC.Checkpoint
	if c == nil {
		return nil
	}
	var found []Finding
	edits, archive, left := c.PruneEdits()
	for i, g := range c.Surplus() {
		f := Finding{
			Span:    g.Section.Heading,
			Message: fmt.Sprintf("round %d is kept besides the newest %d; older rounds go to the archive", g.N, ohrfc.KeepRounds),
		}
		if i == 0 && left == 0 { // one fix takes all of them out, unless they are for several runs of mdck prune
			f.Fix = archiving(edits, archive)
		}
		found = append(found, f)
	}
	return found
}

// archiving takes out what edits do, and keeps it for the archive.
func archiving[A ~struct{ Name, Text string }](edits []source.Edit, archive []A) *Fix {
	fix := &Fix{}
	for _, e := range edits {
		fix.Edits = append(fix.Edits, FileEdit{Edit: e})
	}
	for _, a := range archive {
		fix.Archive = append(fix.Archive, Archived(a))
	}
	return fix
}

func checkRoundOrder(u *Unit) []Finding {
	if u.RFC.Checkpoint == nil {
		return nil
	}
	var found []Finding
	seen := map[int]int{}
	rounds := u.RFC.Checkpoint.Match.All(ohrfc.GateBKey)
	for i, g := range rounds {
		f := Finding{Span: g.Section.Heading}
		switch at, dup := seen[g.N]; {
		case dup:
			f.Message = fmt.Sprintf("round %d is there already, in line %d", g.N, at)
		case i > 0 && g.N < rounds[i-1].N:
			f.Severity, f.Message = Warning, fmt.Sprintf("round %d stands after round %d", g.N, rounds[i-1].N)
		case i > 0 && g.N > rounds[i-1].N+1:
			f.Severity, f.Message = Warning, fmt.Sprintf("round %d follows round %d: %s missing", g.N, rounds[i-1].N, between(rounds[i-1].N, g.N))
		case g.N == 0:
			f.Severity, f.Message = Warning, "rounds are counted from 1"
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

func checkRoundLimit(u *Unit) []Finding {
	s := u.RFC.State
	if u.RFC.Checkpoint == nil || s == nil {
		return nil
	}
	if _, ok := s.Int("gate_b_max_rounds"); !ok {
		return nil
	}
	var found []Finding
	for _, g := range u.RFC.Checkpoint.Match.All(ohrfc.GateBKey) {
		if limit := s.MaxRounds(); g.N > limit {
			found = append(found, Finding{
				Span:    g.Section.Heading,
				Message: fmt.Sprintf("round %d is above the %d that gate_b_max_rounds of state.json allows", g.N, limit),
			})
		}
	}
	return found
}
