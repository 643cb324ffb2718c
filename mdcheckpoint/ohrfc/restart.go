package ohrfc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/spelling"
	"mdck/templates"
)

// Restart returns the restart sequence of a workspace of the RFC workflow. Source of
// the steps: checkpoint_protocol §4.
func Restart(in bootstrap.Input) *bootstrap.Sequence {
	w := Read(in.Tree, in.Path)
	w.Ledger = in.Ledger
	s := in.NewSequence(Name)
	s.ID, s.Files, s.Refused = w.ID, w.Files, restartRefusal(w)
	if s.ID == "" {
		s.ID = w.State.ID()
	}
	s.Label = spelling.Path(s.ID, bootstrap.MaxLabel)
	s.Verify(in.Tree, w.Claims())
	s.Steps = append(s.Steps, stepState(&in, w))
	if s.Refused != "" && !in.Force {
		return s
	}
	carried := carriedParts(w)
	s.Steps = append(s.Steps, stepCheckpoint(&in, w, carried), stepArtifacts(&in, w))
	if w.State.Round() > 0 || w.State.passed() && w.docs[SummaryFile] != nil {
		s.Steps = append(s.Steps, stepReview(&in, w))
	}
	s.Steps = append(s.Steps, stepReferences(&in, w), stepReorient(w), stepExecute(w))
	s.Priorities = priorities(w, carried)
	return s
}

// restartRefusal returns why a session must not start from w; "" if it may.
func restartRefusal(w *Workspace) string {
	name := w.Path(StateFile)
	switch {
	case w.Faults[name] != nil:
		return fmt.Sprintf("%s cannot be read: %s", StateFile, bootstrap.Cause(w.Faults[name]))
	case w.State == nil:
		return "there is no " + StateFile
	case w.State.Version() == 0:
		return "checkpoint_version of " + StateFile + " is 0: no checkpoint was written yet"
	case w.State.Version() < 0:
		return fmt.Sprintf("checkpoint_version of %s is %d, want 1 or more", StateFile, w.State.Version())
	}
	return ""
}

func stepState(in *bootstrap.Input, w *Workspace) bootstrap.Step {
	step := bootstrap.Step{Number: 0, Title: "Read " + StateFile + ": where the RFC stands", Files: []bootstrap.File{in.File(w.Path(StateFile))}}
	if w.State == nil {
		return step
	}
	step.Facts = []bootstrap.Fact{
		bootstrap.NewFact("current_phase", w.State.Phase()),
		bootstrap.NewFact("gate_b_round", strconv.Itoa(w.State.Round())),
		bootstrap.NewFact("strictness", w.State.Strictness()),
		bootstrap.NewFact("checkpoint_version", strconv.Itoa(w.State.Version())),
	}
	if updated, ok := w.State.Get("updated_at").Str(); ok {
		step.Facts = append(step.Facts, in.AgedFacts("updated_at", updated, "")...)
	}
	return step
}

func stepCheckpoint(in *bootstrap.Input, w *Workspace, carried []bootstrap.Part) bootstrap.Step {
	step := bootstrap.Step{
		Number: 1, Title: "Read " + CheckpointFile + ": it stands for the conversation that is gone",
		Files: []bootstrap.File{in.File(w.CheckpointPath)},
	}
	if w.Checkpoint == nil {
		if step.Points = unreadPoints(w, w.CheckpointPath); step.Points != nil {
			step.Files[0] = bootstrap.Unreadable(w.CheckpointPath)
		}
		return step
	}
	if first := prioritySections(w.Checkpoint); len(first) > 0 {
		step.Points = append(step.Points, "first: "+strings.Join(first, "; "))
	}
	var names []string
	for _, g := range groupsToPhase(w) {
		names = append(names, sectionLine(w.Checkpoint, quotedHeading(g.Section.Title, g.Group.TitleFor(g.N)), g.Section))
	}
	step.Points = append(step.Points, "then all up to the current phase: "+strings.Join(names, "; "))
	step.Quotes = carried
	return step
}

// unreadPoints returns why a file that exists could not be used; nil if it could.
func unreadPoints(w *Workspace, name string) []string {
	if err := w.Faults[name]; err != nil {
		return []string{"it cannot be read: " + bootstrap.Cause(err)}
	}
	return nil
}

// sectionLine returns a section by its name and line.
func sectionLine(c *Checkpoint, name string, s *mdcheckpoint.Section) string {
	return fmt.Sprintf("%s (line %d)", name, c.Document.File.Line(s.Heading.Start))
}

// prioritySections returns the sections to read first: tensions and digests, those of
// the newest round before those of earlier phases.
func prioritySections(c *Checkpoint) []string {
	var names []string
	for _, a := range priorityMatches(c) {
		names = append(names, sectionLine(c, fmt.Sprintf("%s of %s", quotedHeading(a.Section.Title, a.Subsection.Title), groupName(a.group)), a.Section))
	}
	return names
}

type priorityMatch struct {
	*schema.SubsectionMatch
	group *schema.GroupMatch
}

func priorityMatches(c *Checkpoint) []priorityMatch {
	var all []priorityMatch
	add := func(g *schema.GroupMatch, title string) {
		if g == nil {
			return
		}
		if s := g.Subsection(title); s != nil && len(s.Items()) > 0 {
			all = append(all, priorityMatch{s, g})
		}
	}
	newest := c.Group(GateBKey, c.NewestRound())
	review := c.Group(ReviewKey, 0)
	add(c.Group(DiscoverKey, 0), ActiveTensions)
	add(newest, ActiveTensionsUpdated)
	add(review, ActiveTensionsUpdated)
	add(newest, FeedbackDigest)
	add(review, FeedbackDigest)
	return all
}

// groupsToPhase returns the groups of the phases up to the current one. If a Gate-B round
// was run, its group is one of them whatever the phase: the RFC came back from it.
func groupsToPhase(w *Workspace) []*schema.GroupMatch {
	phase := w.State.Phase()
	early := (phase == PhaseInit || phase == PhaseDiscover) && w.Checkpoint.NewestRound() == 0
	var groups []*schema.GroupMatch
	for _, g := range w.Checkpoint.Groups {
		if early && Format.Rank(g.Group.Key) > Format.Rank(DiscoverKey) {
			continue
		}
		groups = append(groups, g)
	}
	return groups
}

func stepArtifacts(in *bootstrap.Input, w *Workspace) bootstrap.Step {
	return bootstrap.Step{
		Number: 2, Title: "Read " + RFCFile + " and " + EvidenceFile + " in full: what holds now",
		Files: []bootstrap.File{in.File(w.Path(RFCFile)), in.File(w.Path(EvidenceFile))},
	}
}

// maxReason is how many bytes of what a reviewer wrote are printed on a line.
const maxReason = 4000

func stepReview(in *bootstrap.Input, w *Workspace) bootstrap.Step {
	step := bootstrap.Step{
		Number: 3, Title: "Read " + SummaryFile + ": why the gate failed",
		Files: []bootstrap.File{in.File(w.Path(SummaryFile))},
	}
	if w.State.passed() {
		step.Title = "Read " + SummaryFile + ": what the gate that passed leaves to do"
	}
	if w.docs[SummaryFile] == nil {
		step.Points = unreadPoints(w, w.Path(SummaryFile))
		return step
	}
	if result := w.result(); result != "" {
		step.Facts = append(step.Facts, bootstrap.NewFact("result", result))
	}
	for _, reason := range w.blockingReasons() {
		step.Points = append(step.Points, "blocking: "+spelling.Quoted(reason, maxReason))
	}
	for _, action := range w.reviewed("required_actions") {
		step.Points = append(step.Points, "required: "+spelling.Quoted(action, maxReason))
	}
	return step
}

func stepReferences(in *bootstrap.Input, w *Workspace) bootstrap.Step {
	phase := w.State.Phase()
	step := bootstrap.Step{Number: 4, Kind: bootstrap.References, Title: "Read the references of the current phase"}
	for _, r := range References(phase) {
		step.Files = append(step.Files, in.Reference(r.Path, r.Note))
	}
	switch {
	case len(step.Files) == 0:
		step.Points = []string{fmt.Sprintf("none: phase %s is not known", bootstrap.QuoteText(phase))}
	case in.Skill == nil:
		step.Points = []string{"no directory of the skill is known (--skill-dir): these are names"}
	}
	return step
}

// blockingReasons returns why the last Gate-B failed, until a later round runs or passes.
func (w *Workspace) blockingReasons() []string {
	recorded, last := w.summaryRound()
	if again := w.State.Phase() == PhaseGateB && w.unwrittenRound() == 0; recorded && (!last || again || w.State.passed()) {
		return nil
	}
	return w.reviewed("blocking_reasons")
}

// stepReorient returns the questions; that for the failure is of no use once Gate-B passed.
func stepReorient(w *Workspace) bootstrap.Step {
	questions := templates.Reorient()
	if w.State.passed() {
		questions = questions[1:]
	}
	return bootstrap.Step{Number: 5, Kind: bootstrap.Questions, Title: "Re-orient; write none of it down", Points: questions}
}

func stepExecute(w *Workspace) bootstrap.Step {
	step := bootstrap.Step{Number: 6, Kind: bootstrap.Work, Title: "Go on with the current phase"}
	if w.State == nil {
		return step
	}
	phase := w.State.Phase()
	step.Facts = []bootstrap.Fact{bootstrap.NewFact("phase", phase)}
	moves, _ := w.Moves() // where there is no phase or no count to go by, lint says so
	for _, m := range moves {
		step.Points = append(step.Points, moveLine(&m))
	}
	return step
}

// moveLine returns where a move leads and what it writes.
func moveLine(m *Move) string {
	line := fmt.Sprintf("%s leads to %s", m.Event, m.Into)
	for _, set := range m.Sets {
		if set.Key != "current_phase" {
			line += fmt.Sprintf(", sets %s to %s", set.Key, bootstrap.QuoteValue(strings.Trim(set.Is, `"`)))
		}
	}
	switch {
	case m.Section == "":
		return line
	case m.Write == nil:
		return line + ", and its checkpoint is written"
	}
	d := *m.Write
	if d.Command == nil { // nothing can be written, as a file is missing
		d.Command = []string{"append", "--section", m.Section}
	}
	return line + ", and a checkpoint is due: " + d.CommandLine("", nil)
}

// priorities returns the parts that a pack prints in full, in the order of importance.
func priorities(w *Workspace, carried []bootstrap.Part) []bootstrap.Part {
	var parts []bootstrap.Part
	if w.Checkpoint != nil {
		for _, a := range priorityMatches(w.Checkpoint) {
			parts = append(parts, bootstrap.Part{
				Title: fmt.Sprintf("%s (%s)", a.Subsection.Title, groupName(a.group)),
				From:  w.CheckpointPath, Texts: w.Checkpoint.Bullets(a.SubsectionMatch),
			})
		}
	}
	parts = append(parts, carried...)
	if w.docs[SummaryFile] != nil && (w.State.Round() > 0 || w.State.passed()) {
		from := w.Path(SummaryFile)
		parts = append(parts,
			bootstrap.Part{Title: "Blocking reasons", From: from, Texts: w.blockingReasons()},
			bootstrap.Part{Title: "Required actions", From: from, Texts: w.reviewed("required_actions")})
	}
	return parts
}

// carriedParts returns the open tensions of the rounds that are in the archive, a part for
// each of these.
func carriedParts(w *Workspace) []bootstrap.Part {
	if w.Checkpoint == nil {
		return nil
	}
	var parts []bootstrap.Part
	for _, t := range w.openTensions(w.Checkpoint, 0) {
		if t.File == "" {
			continue
		}
		from := w.Path(t.File)
		if n := len(parts); n > 0 && parts[n-1].From == from {
			parts[n-1].Texts = append(parts[n-1].Texts, t.Text)
			continue
		}
		title := fmt.Sprintf("Open tensions (%s)", strings.TrimSuffix(t.Group, " Exit"))
		parts = append(parts, bootstrap.Part{Title: title, From: from, Texts: []string{t.Text}})
	}
	return parts
}

// quotedHeading returns the title of a section: as it is if it is one of those that the
// protocol gives it.
func quotedHeading(title string, known ...string) string {
	if slices.Contains(known, title) {
		return title
	}
	return bootstrap.QuoteText(title)
}

// groupName returns the title of a group without its last word, "Gate-B Round 2".
func groupName(g *schema.GroupMatch) string {
	title := g.Group.TitleFor(g.N)
	if found := g.Title(); found != title {
		return bootstrap.QuoteText(found)
	}
	return strings.TrimSuffix(title, " Exit")
}
