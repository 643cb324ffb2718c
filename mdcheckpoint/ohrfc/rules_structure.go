package ohrfc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

func checkTitle(u *ruleUnit, c *Checkpoint) {
	checkFirstTitle(u, c)
	for _, s := range c.Extra {
		if s.Level == 1 {
			line := u.unit.File.Line(c.Title.Heading.Start)
			u.Find(s.Heading, "second title %q; expected only the title in line %d", lint.Shorten(s.Title), line)
		}
	}
}

func checkFirstTitle(u *ruleUnit, c *Checkpoint) {
	recorded := u.State.ID()
	t := c.Title
	switch id := c.ID; {
	case t == nil, id == "", strings.HasPrefix(id, "<"):
		u.Add(lint.Title(c.Match, "Checkpoint: "+cmp.Or(u.ID, recorded, "<id>"))...)
	case u.ID != "" && bareID(id) != bareID(u.ID):
		u.Find(t.Heading, "the title has the id %q, but the directory is named %q", id, u.ID)
	case recorded != "" && bareID(id) != bareID(recorded):
		u.Find(t.Heading, "the title has the id %q, but rfc_id in state.json is %q", id, recorded)
	}
}

func checkMissingGroup(u *ruleUnit, c *Checkpoint) {
	phase := ReadPhase(c.Meta.Value(LastPhaseKey))
	for _, m := range c.missingGroups() {
		title := m.Title()
		message := fmt.Sprintf("no section %q", "## "+title)
		if phase.Name != "" {
			message += ", although last_phase is " + phase.String()
		}
		u.Add(lint.Finding{Span: missingPlace(c), Message: message + lint.OtherLevel(c.Document, title, 2)})
	}
}

func checkDue(u *ruleUnit) {
	w := u.Workspace
	if w.State == nil || w.Faults[w.CheckpointPath] != nil || w.lost() {
		return
	}
	u.Add(protocol.DueBy(DueRule, w.dueSections(), w.ID)...)
	warn := func(format string, args ...any) {
		f := u.inState("current_phase", format, args...)
		f.Severity = lint.Warning
		u.Add(f)
	}
	if w.finished() && w.Checkpoint == nil {
		warn("the RFC is finalized, but %s is missing", CheckpointFile)
	}
	if w.rejectedSilently() {
		warn("the review rejected the RFC, but the section REVIEW Exit is missing; run: mdck append %s --section %s", w.ID, reviewKey)
	}
}

// rejectedSilently reports whether the last review was rejected without a REVIEW Exit section.
func (w *Workspace) rejectedSilently() bool {
	rejected := false
	for _, e := range slices.Backward(w.entries()) {
		row, into := readTransition(e.Event)
		switch {
		case e.Event == appendWord+reviewKey:
			return false
		case row == nil:
		case row.Event == ReviewReject:
			rejected = true
		case cmp.Or(into, row.To[0]) == phaseReview:
			return rejected
		}
	}
	return rejected
}

func checkFiles(u *ruleUnit) {
	u.Add(protocol.DueBy(missingFile, u.dueFiles(), u.ID)...)
}

func missingPlace(c *Checkpoint) source.Span {
	if f := c.Meta.Field(LastPhaseKey); f != nil && f.Value != "" {
		return f.Span
	}
	return c.Top()
}

func checkMissingSubsection(u *ruleUnit, c *Checkpoint) {
	for _, g := range c.Groups {
		for _, s := range g.Missing() {
			u.Find(g.Section.Heading, "%q has no subsection %q", g.Section.Title, "### "+s.Title)
		}
	}
}

func checkDuplicateSection(u *ruleUnit, c *Checkpoint) {
	for _, r := range c.Repeated() {
		if r.Group == nil || !r.Group.Repeats() { // the rule round-order reports repeated rounds
			u.Add(lint.Duplicate(u.unit, r))
		}
	}
}

func checkUnknownSection(u *ruleUnit, c *Checkpoint) {
	title := func(_ *schema.GroupMatch, s *mdcheckpoint.Section) bool { return s.Level == 1 } // the rule ohrfc/title reports extra titles
	u.Add(lint.UnknownSections(u.unit, c.Match, title)...)
}

func checkSectionOrder(u *ruleUnit, c *Checkpoint) {
	var last *schema.GroupMatch
	for _, g := range c.Groups {
		if last != nil && Format.Rank(g.Group.Key) < Format.Rank(last.Group.Key) {
			u.Add(lint.OutOfOrder(g.Section, last.Section))
		} else {
			last = g
		}
		u.Add(lint.SubsectionOrder(g)...)
	}
}

func checkGateRounds(u *ruleUnit, c *Checkpoint) {
	edits, archive := c.prune()
	for i, g := range c.Surplus() {
		f := lint.NewFinding(g.Section.Heading, "round %d belongs in the archive, because the file keeps only the newest %d rounds", g.N, keepRounds)
		if i == 0 {
			f.Fix = lint.Archiving(edits, archive)
		}
		u.Add(f)
	}
}

func checkRoundOrder(u *ruleUnit, c *Checkpoint) {
	seen, last := map[int]int{}, -1
	for _, g := range c.All(GateBKey) {
		at, line := seen[g.N], u.unit.File.Line(g.Section.Heading.Start)
		switch {
		case at > 0:
			u.Find(g.Section.Heading, "round %d already exists in line %d", g.N, at)
		case g.N < last:
			u.Warn(g.Section.Heading, "round %d comes after round %d", g.N, last)
		case last >= 0 && g.N > last+1:
			u.Warn(g.Section.Heading, "round %d follows round %d; expected round %d", g.N, last, last+1)
		case g.N == 0:
			u.Warn(g.Section.Heading, "the first round is 0; expected 1")
		}
		if last = g.N; at == 0 {
			seen[g.N] = line
		}
	}
}

func checkRoundLimit(u *ruleUnit, c *Checkpoint) {
	s := u.State
	if s == nil {
		return
	}
	if _, ok := s.Int("gate_b_max_rounds"); !ok || limitLifted(u) {
		return
	}
	for _, g := range c.All(GateBKey) {
		if limit := s.MaxRounds(); g.N > limit {
			u.Find(g.Section.Heading, "round %d exceeds the limit of %d (gate_b_max_rounds in state.json)", g.N, limit)
		}
	}
}

func limitLifted(u *ruleUnit) bool {
	entries, _ := u.unit.Entries() // the entries before a broken line are valid
	return slices.ContainsFunc(entries, func(e claim.Entry) bool {
		t, _ := readTransition(e.Event)
		return t != nil && (t.Event == ScopeCut || t.Event == Escalate)
	})
}
