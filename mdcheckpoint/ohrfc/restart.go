package ohrfc

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/templates"
)

// Restart returns the restart sequence of a workspace. Source: checkpoint_protocol §4.
func Restart(in bootstrap.Input) *bootstrap.Sequence {
	w := Read(in.Tree, in.Path)
	w.Ledger = in.Ledger
	s := in.NewSequence(Name)
	s.ID, s.Files, s.Refused = cmp.Or(w.ID, w.State.ID()), w.Files, restartRefusal(w)
	s.Label = spelling.Path(s.ID, bootstrap.MaxLabel)
	s.Verify(in.Tree, w.claims())
	r := &restart{Workspace: w, in: &in}
	s.Steps = append(s.Steps, r.state())
	if s.Refused != "" && !in.Force {
		return s
	}
	r.readCheckpoint()
	s.Steps = append(s.Steps, r.checkpoint(), r.step(2, "Read all of "+RFCFile+" and "+EvidenceFile+", which show what is true now", w.path(RFCFile), w.path(EvidenceFile)))
	if w.State.Round() > 0 || w.State.passed() && w.docs[SummaryFile] != nil {
		s.Steps = append(s.Steps, r.review())
	}
	s.Steps = append(s.Steps, r.references(), r.reorient(), r.execute())
	s.Priorities = r.priorities()
	return s
}

type restart struct {
	*Workspace
	in      *bootstrap.Input
	first   []priority
	carried []bootstrap.Part
}

// A priority is a section to read first: tensions or a digest.
type priority struct {
	*schema.SubsectionMatch
	group *schema.GroupMatch
}

func (r *restart) readCheckpoint() {
	c := r.Checkpoint
	if c == nil {
		return
	}
	newest, review := c.Group(GateBKey, c.NewestRound()), c.Group(reviewKey, 0)
	for _, of := range []struct {
		group *schema.GroupMatch
		title string
	}{
		{c.Group(DiscoverKey, 0), ActiveTensions}, {newest, ActiveTensionsUpdated}, {review, ActiveTensionsUpdated},
		{newest, feedbackDigest}, {review, feedbackDigest},
	} {
		if of.group == nil {
			continue
		}
		if s := of.group.Subsection(of.title); s != nil && len(s.Items()) > 0 {
			r.first = append(r.first, priority{s, of.group})
		}
	}
	r.carried = carriedParts(r.Workspace)
}

func (r *restart) step(number int, title string, files ...string) bootstrap.Step {
	step := bootstrap.Step{Number: number, Title: title}
	for _, name := range files {
		step.Files = append(step.Files, r.in.File(name))
	}
	return step
}

func restartRefusal(w *Workspace) string {
	switch fault := w.Faults[w.path(StateFile)]; {
	case fault != nil:
		return StateFile + " cannot be read: " + spelling.Cause(fault)
	case w.State == nil:
		return "there is no " + StateFile
	case w.State.Version() == 0:
		return "checkpoint_version of " + StateFile + " is 0, because no checkpoint has been written yet"
	case w.State.Version() < 0:
		return fmt.Sprintf("checkpoint_version in %s is %d; expected 1 or more", StateFile, w.State.Version())
	}
	return ""
}

func (r *restart) state() bootstrap.Step {
	step := r.step(0, "Read "+StateFile+", the state of the RFC", r.path(StateFile))
	if r.State == nil {
		return step
	}
	step.Facts = []bootstrap.Fact{
		bootstrap.NewFact("current_phase", r.State.Phase()),
		bootstrap.NewFact("gate_b_round", strconv.Itoa(r.State.Round())),
		bootstrap.NewFact("strictness", r.State.Strictness()),
		bootstrap.NewFact("checkpoint_version", strconv.Itoa(r.State.Version())),
	}
	if updated, ok := r.State.get("updated_at").Str(); ok {
		step.Facts = append(step.Facts, r.in.AgedFacts("updated_at", updated, "")...)
	}
	return step
}

func (r *restart) checkpoint() bootstrap.Step {
	step := r.step(1, "Read "+CheckpointFile+", which replaces the lost conversation", r.CheckpointPath)
	if r.Checkpoint == nil {
		if step.Points = r.unread(r.CheckpointPath); step.Points != nil {
			step.Files[0] = bootstrap.Unreadable(r.CheckpointPath)
		}
		return step
	}
	var first, names []string
	for _, a := range r.first {
		first = append(first, r.line(a.Subsection.Title+" of "+groupName(a.group), a.Section))
	}
	if len(first) > 0 {
		step.Points = append(step.Points, "first read "+strings.Join(first, "; "))
	}
	early := rank(r.State.Phase()) <= rank(phaseDiscover) && rank(r.State.Phase()) >= 0 && r.Checkpoint.NewestRound() == 0
	for _, g := range r.Checkpoint.Groups {
		if !early || Format.Rank(g.Group.Key) <= Format.Rank(DiscoverKey) {
			names = append(names, r.line(g.Group.TitleFor(g.N), g.Section))
		}
	}
	step.Points = append(step.Points, "then read all sections up to the current phase: "+strings.Join(names, "; "))
	step.Quotes = r.carried
	return step
}

func (r *restart) unread(name string) []string {
	if err := r.Faults[name]; err != nil {
		return []string{"cannot be read: " + spelling.Cause(err)}
	}
	return nil
}

func (r *restart) line(name string, s *mdcheckpoint.Section) string {
	return fmt.Sprintf("%s (line %d)", name, r.Checkpoint.Document.File.Line(s.Heading.Start))
}

// maxReason is the maximum length of a reviewer's text on one line, in bytes.
const maxReason = 4000

func (r *restart) review() bootstrap.Step {
	title := "why the gate failed"
	if r.State.passed() {
		title = "what remains to do after the gate passed"
	}
	step := r.step(3, "Read "+SummaryFile+", which shows "+title, r.path(SummaryFile))
	step.Points = r.unread(r.path(SummaryFile))
	if result := r.result(); result != "" {
		step.Facts = append(step.Facts, bootstrap.NewFact("result", result))
	}
	for _, reason := range r.blockingReasons() {
		step.Points = append(step.Points, "blocking: "+spelling.Quoted(reason, maxReason))
	}
	for _, action := range r.reviewed("required_actions") {
		step.Points = append(step.Points, "required: "+spelling.Quoted(action, maxReason))
	}
	return step
}

func (r *restart) references() bootstrap.Step {
	phase := r.State.Phase()
	step := bootstrap.Step{Number: 4, Kind: bootstrap.References, Title: "Read the references of the current phase"}
	for _, ref := range References(phase) {
		step.Files = append(step.Files, r.in.Reference(ref.Path, ref.Note))
	}
	switch {
	case len(step.Files) == 0:
		step.Points = []string{"none: phase " + spelling.QuoteText(phase) + " is unknown"}
	case r.in.Skill == nil:
		step.Points = []string{"these names are relative to the skill directory, which is unknown; to set it, use --skill-dir"}
	}
	return step
}

func (w *Workspace) blockingReasons() []string {
	recorded, last := w.summaryRound()
	if again := w.State.Phase() == phaseGateB && w.unwrittenRound() == 0; recorded && (!last || again || w.State.passed()) {
		return nil
	}
	return w.reviewed("blocking_reasons")
}

func (r *restart) reorient() bootstrap.Step {
	questions := templates.Reorient()
	if r.State.passed() {
		questions = questions[1:]
	}
	return bootstrap.Step{Number: 5, Kind: bootstrap.Questions, Title: "Answer these questions silently; do not write the answers to a file", Points: questions}
}

func (r *restart) execute() bootstrap.Step {
	step := bootstrap.Step{Number: 6, Kind: bootstrap.Work, Title: "Continue the current phase"}
	if r.State == nil {
		return step
	}
	step.Facts = []bootstrap.Fact{bootstrap.NewFact("phase", r.State.Phase())}
	moves, _ := r.Moves() // lint reports the error of Moves
	for _, m := range moves {
		step.Points = append(step.Points, "the event "+m.line(""))
	}
	return step
}

// priorities returns the parts to print in full, most important first.
func (r *restart) priorities() (parts []bootstrap.Part) {
	for _, a := range r.first {
		title := a.Subsection.Title + " (" + groupName(a.group) + ")"
		parts = append(parts, bootstrap.NewPart(title, r.CheckpointPath, r.Checkpoint.Bullets(a.Items())))
	}
	parts = append(parts, r.carried...)
	if from := r.path(SummaryFile); r.docs[SummaryFile] != nil && (r.State.Round() > 0 || r.State.passed()) {
		parts = append(parts,
			bootstrap.NewPart("Blocking reasons", from, r.blockingReasons()),
			bootstrap.NewPart("Required actions", from, r.reviewed("required_actions")))
	}
	return parts
}

func carriedParts(w *Workspace) (parts []bootstrap.Part) {
	for _, t := range w.openTensions(w.Checkpoint, 0) {
		if t.File == "" {
			continue
		}
		from := w.path(t.File)
		if n := len(parts); n > 0 && parts[n-1].From == from {
			parts[n-1].Texts = append(parts[n-1].Texts, t.Text)
			continue
		}
		title := "Open tensions (" + strings.TrimSuffix(t.Group, " Exit") + ")"
		parts = append(parts, bootstrap.NewPart(title, from, []string{t.Text}))
	}
	return parts
}

func groupName(g *schema.GroupMatch) string {
	return strings.TrimSuffix(g.Group.TitleFor(g.N), " Exit")
}
