package bootstrap

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/spelling"
	"mdck/templates"
)

// Ohrfc is the restart sequence of a workspace of the RFC workflow. Source of
// the steps: checkpoint_protocol §4.
func Ohrfc(in Input) *Sequence {
	w := ohrfc.Read(in.Tree, in.Path)
	s := &Sequence{Protocol: "ohrfc", ID: w.ID, Checkpoint: in.Path, Files: w.Files}
	if s.ID == "" && w.State != nil {
		s.ID = w.State.ID()
	}
	if in.Counter != nil {
		s.Counter = in.Counter.Name()
	}
	if in.Skill != nil {
		s.skill = path.Join(in.SkillName)
	}
	s.Refused = refusal(w)
	s.Verdicts = claim.Verify(in.Tree, w.Claims())
	s.Steps = append(s.Steps, stepState(&in, w))
	if s.Refused != "" && !in.Force {
		return s
	}
	s.Steps = append(s.Steps, stepCheckpoint(&in, w), stepArtifacts(&in, w))
	if w.State != nil && w.State.Round() > 0 {
		s.Steps = append(s.Steps, stepReview(&in, w))
	}
	s.Steps = append(s.Steps, stepReferences(&in, w), stepReorient(), stepExecute(w))
	s.Acute = acute(w)
	return s
}

// refusal says why a session must not start from w.
func refusal(w *ohrfc.Workspace) string {
	name := w.Path(ohrfc.StateFile)
	switch {
	case w.Faults[name] != nil:
		return fmt.Sprintf("%s cannot be read: %s", ohrfc.StateFile, why(w.Faults[name]))
	case w.State == nil:
		return "there is no " + ohrfc.StateFile
	case w.State.Version() == 0:
		return "checkpoint_version of " + ohrfc.StateFile + " is 0: no checkpoint was written yet"
	case w.State.Version() < 0:
		return fmt.Sprintf("checkpoint_version of %s is %d, want 1 or more", ohrfc.StateFile, w.State.Version())
	}
	return ""
}

func stepState(in *Input, w *ohrfc.Workspace) Step {
	step := Step{Number: 0, Title: "Read " + ohrfc.StateFile + ": where the RFC stands", Files: []File{in.file(in.Tree, w.Path(ohrfc.StateFile))}}
	if w.State == nil {
		return step
	}
	step.Facts = []Fact{
		{"current_phase", w.State.Phase()},
		{"gate_b_round", strconv.Itoa(w.State.Round())},
		{"strictness", w.State.Strictness()},
		{"checkpoint_version", strconv.Itoa(w.State.Version())},
	}
	if updated, ok := w.State.Doc.Root.Get("updated_at").Str(); ok {
		step.Facts = append(step.Facts, in.aged("updated_at", updated, "")...)
	}
	return step
}

func stepCheckpoint(in *Input, w *ohrfc.Workspace) Step {
	step := Step{
		Number: 1, Title: "Read " + ohrfc.CheckpointFile + ": it stands for the conversation that is gone",
		Files: []File{in.file(in.Tree, w.CheckpointPath)},
	}
	if w.Checkpoint == nil {
		if step.Points = fault(w, w.CheckpointPath); step.Points != nil {
			step.Files[0] = File{Path: w.CheckpointPath, Looked: true, There: true, Unreadable: true}
		}
		return step
	}
	if first := acuteSections(w.Checkpoint); len(first) > 0 {
		step.Points = append(step.Points, "first: "+strings.Join(first, "; "))
	}
	var names []string
	for _, g := range upTo(w) {
		names = append(names, place(w.Checkpoint, headingSaid(g.Section.Title, g.Group.TitleFor(g.N)), g.Section))
	}
	step.Points = append(step.Points, "then all up to the current phase: "+strings.Join(names, "; "))
	return step
}

// fault says why a file that is there could not be used; nil if nothing is wrong.
func fault(w *ohrfc.Workspace, name string) []string {
	if err := w.Faults[name]; err != nil {
		return []string{"it cannot be read: " + why(err)}
	}
	return nil
}

// place is a section by its name and line.
func place(c *ohrfc.Checkpoint, name string, s *mdcheckpoint.Section) string {
	return fmt.Sprintf("%s (line %d)", name, c.Document.File.Line(s.Heading.Start))
}

// acuteSections are the sections to read first: tensions and digests, those of
// the newest round before those of earlier phases.
func acuteSections(c *ohrfc.Checkpoint) []string {
	var names []string
	for _, a := range acuteMatches(c) {
		names = append(names, place(c, fmt.Sprintf("%s of %s", headingSaid(a.Section.Title, a.Subsection.Title), groupSaid(a.group)), a.Section))
	}
	return names
}

type acuteMatch struct {
	*schema.SubsectionMatch
	group *schema.GroupMatch
}

func acuteMatches(c *ohrfc.Checkpoint) []acuteMatch {
	var all []acuteMatch
	add := func(g *schema.GroupMatch, title string) {
		if g == nil {
			return
		}
		if s := g.Subsection(title); s != nil && len(s.Items()) > 0 {
			all = append(all, acuteMatch{s, g})
		}
	}
	newest := c.Match.Group(ohrfc.GateBKey, c.NewestRound())
	review := c.Match.Group(ohrfc.ReviewKey, 0)
	add(c.Match.Group(ohrfc.DiscoverKey, 0), ohrfc.ActiveTensions)
	add(newest, ohrfc.ActiveTensionsUpdated)
	add(review, ohrfc.ActiveTensionsUpdated)
	add(newest, ohrfc.FeedbackDigest)
	add(review, ohrfc.FeedbackDigest)
	return all
}

// upTo are the groups of the phases up to the current one. Where a Gate-B round
// was run, its group is there whatever the phase: the RFC came back from it.
func upTo(w *ohrfc.Workspace) []*schema.GroupMatch {
	phase := ""
	if w.State != nil {
		phase = w.State.Phase()
	}
	early := (phase == ohrfc.PhaseInit || phase == ohrfc.PhaseDiscover) && w.Checkpoint.NewestRound() == 0
	var groups []*schema.GroupMatch
	for _, g := range w.Checkpoint.Match.Groups {
		if early && ohrfc.Rank(g.Group.Key) > ohrfc.Rank(ohrfc.DiscoverKey) {
			continue
		}
		groups = append(groups, g)
	}
	return groups
}

func stepArtifacts(in *Input, w *ohrfc.Workspace) Step {
	return Step{
		Number: 2, Title: "Read " + ohrfc.RFCFile + " and " + ohrfc.EvidenceFile + " in full: what holds now",
		Files: []File{in.file(in.Tree, w.Path(ohrfc.RFCFile)), in.file(in.Tree, w.Path(ohrfc.EvidenceFile))},
	}
}

// maxReason is how many bytes of what a reviewer wrote stand in a line.
const maxReason = 4000

func stepReview(in *Input, w *ohrfc.Workspace) Step {
	step := Step{
		Number: 3, Title: "Read " + ohrfc.SummaryFile + ": why the gate failed",
		Files: []File{in.file(in.Tree, w.Path(ohrfc.SummaryFile))},
	}
	if w.Summary == nil {
		step.Points = fault(w, w.Path(ohrfc.SummaryFile))
		return step
	}
	if result := w.Summary.Result(); result != "" {
		step.Facts = append(step.Facts, Fact{"result", result})
	}
	for _, reason := range w.Summary.BlockingReasons() {
		step.Points = append(step.Points, "blocking: "+spelling.Quoted(reason, maxReason))
	}
	for _, action := range w.Summary.RequiredActions() {
		step.Points = append(step.Points, "required: "+spelling.Quoted(action, maxReason))
	}
	return step
}

func stepReferences(in *Input, w *ohrfc.Workspace) Step {
	phase := ""
	if w.State != nil {
		phase = w.State.Phase()
	}
	step := Step{Number: 4, kind: referring, Title: "Read the references of the current phase"}
	for _, r := range ohrfc.References(phase) {
		step.Files = append(step.Files, in.reference(r))
	}
	switch {
	case len(step.Files) == 0:
		step.Points = []string{fmt.Sprintf("none: phase %s is not known", quoted(phase))}
	case in.Skill == nil:
		step.Points = []string{"no directory of the skill is known (--skill-dir): these are names"}
	}
	return step
}

func stepReorient() Step {
	return Step{Number: 5, kind: reorient, Title: "Re-orient; write none of it down", Points: templates.Reorient()}
}

func stepExecute(w *ohrfc.Workspace) Step {
	step := Step{Number: 6, kind: doing, Title: "Go on with the current phase"}
	if w.State == nil {
		return step
	}
	phase := w.State.Phase()
	step.Facts = []Fact{{"phase", phase}}
	moves, _ := w.Moves() // where there is no phase or no count to go by, lint says so
	for _, m := range moves {
		step.Points = append(step.Points, next(&m))
	}
	return step
}

// next says where a move leads and what it writes.
func next(m *ohrfc.Move) string {
	line := fmt.Sprintf("%s leads to %s", m.Event, m.Into)
	for _, set := range m.Sets {
		if set.Key != "current_phase" {
			line += fmt.Sprintf(", sets %s to %s", set.Key, said(strings.Trim(set.Is, `"`)))
		}
	}
	switch {
	case m.Section == "":
		return line
	case m.Written && !m.Replace:
		return line + ", and its checkpoint is written"
	case m.Replace:
		return line + fmt.Sprintf(", and a checkpoint is due: mdck append --section %s --replace", m.Section)
	}
	return line + fmt.Sprintf(", and a checkpoint is due: mdck append --section %s", m.Section)
}

// acute are the parts that a pack holds whole, in the order of importance.
func acute(w *ohrfc.Workspace) []Part {
	var parts []Part
	if w.Checkpoint != nil {
		for _, a := range acuteMatches(w.Checkpoint) {
			parts = append(parts, Part{
				Title: fmt.Sprintf("%s (%s)", a.Subsection.Title, groupSaid(a.group)),
				From:  w.CheckpointPath, Texts: w.Checkpoint.Bullets(a.SubsectionMatch),
			})
		}
	}
	if w.Summary != nil && w.State != nil && w.State.Round() > 0 {
		from := w.Path(ohrfc.SummaryFile)
		parts = append(parts,
			Part{Title: "Blocking reasons", From: from, Texts: w.Summary.BlockingReasons()},
			Part{Title: "Required actions", From: from, Texts: w.Summary.RequiredActions()})
	}
	return parts
}
