package loop

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/spelling"
)

// Files that a track or its project may have besides those that a step names.
// Source: track manager, evaluator, knowledge manager.
const (
	specFile       = "spec.md"
	evaluationFile = "evaluation-report.md"
	fixLogFile     = "fix-log.md"
	patternsFile   = "knowledge/patterns.md" // in the folder above the tracks, likewise the next
	errorsFile     = "knowledge/errors.json"
	workflowFile   = "workflow.md" // of a project without the loop, likewise
)

// warningsTitle is the title of a part that is printed even if step 0 refuses.
const warningsTitle = "Warnings"

// A resumption is a session that goes on with a track, and what is known of the track.
type resumption struct {
	*Track
	in     *bootstrap.Input
	resume *Resume // nil if the track does not say how it goes on
	err    error   // why not
}

// Restart returns the restart sequence of a track of the evaluate loop: its state, its
// plan, what is required, what the project knows, what the step has made, and what
// comes next.
func Restart(in bootstrap.Input) *bootstrap.Sequence {
	r := &resumption{Track: Read(in.Tree, in.Path), in: &in}
	r.resume, r.err = r.Resume()
	s := in.NewSequence(Name)
	s.ID, s.Name, s.Files, s.FromRoot, s.Refused, s.Notes = r.ID, r.name(), r.Files, true, r.refusal(), r.notes()
	claims := r.Claims(in.Outside)
	if in.Lean {
		claims = slices.DeleteFunc(claims, func(c claim.Claim) bool { return c.Key == ClaimCommit })
	}
	s.Verify(in.Tree, claims)
	s.Priorities = r.parts()
	s.Steps = append(s.Steps, r.stepState())
	if s.Refused != "" && !in.Force {
		s.Stop(bootstrap.BlockersTitle, warningsTitle)
		return s
	}
	s.Add(r.stepPlan(s.Priorities), r.stepSpec(), r.stepKnowledge(), r.stepMade(), r.stepGoOn())
	return s
}

// name is what the track is called.
func (r *resumption) name() string {
	if r.ID == "" && r.Metadata != nil {
		return r.Metadata.TrackID()
	}
	return r.ID
}

// refusal says why no session should go on by itself.
func (r *resumption) refusal() string {
	switch name := path.Base(r.Path); {
	case r.Faults[r.Path] != nil:
		return fmt.Sprintf("%s cannot be read: %s", bootstrap.QuotePath(name), bootstrap.Cause(r.Faults[r.Path]))
	case r.Metadata == nil && r.resume == nil:
		return "there is no " + bootstrap.QuotePath(name)
	case r.err != nil:
		return bootstrap.Cause(r.err)
	}
	x := r.resume
	switch {
	case x.Action != Escalate:
		return ""
	case len(x.Due) > 0:
		return spelling.OneLine(x.Reasons[0]) + ": a person has to decide"
	}
	return fmt.Sprintf("%s is %s: %s", bootstrap.QuoteValue(bootstrap.OrUnknown(x.Step)), bootstrap.QuoteValue(bootstrap.OrUnknown(x.Status)), x.Reasons[0])
}

func (r *resumption) notes() []string {
	if r.resume == nil {
		return nil
	}
	notes := bootstrap.AppendCount(nil, len(r.resume.Blockers), "blocker", "to see to first")
	return bootstrap.AppendCount(notes, len(r.resume.Warnings), "warning", "about the state")
}

// stepState is about the state of the loop.
func (r *resumption) stepState() bootstrap.Step {
	f := r.in.File(r.Path)
	f.Optional = r.Metadata == nil && r.resume != nil
	if r.Faults[r.Path] != nil {
		f = bootstrap.Unreadable(f.Path)
	}
	step := bootstrap.Step{Number: 0, Title: "Read the metadata: where the loop stands", Files: []bootstrap.File{f}}
	m := r.Metadata
	if r.resume == nil && m == nil {
		return step
	}
	step.Facts = []bootstrap.Fact{bootstrap.NewPathFact("track", bootstrap.OrUnknown(r.name()))}
	if m != nil {
		step.Facts = append(step.Facts, bootstrap.KnownFacts(
			bootstrap.NewFact("type", spelling.OneLine(m.Type())),
			bootstrap.NewFact("status", spelling.OneLine(m.Status().Text)),
			bootstrap.NewFact("version", spelling.OneLine(m.VersionText())))...)
	}
	if r.resume != nil {
		step.Facts = append(step.Facts, r.loopFacts()...)
	}
	if m == nil {
		return step
	}
	if at, ok := m.Updated(); ok {
		step.Facts = append(step.Facts, r.in.AgedFacts("updated", at.UTC().Format(TimeLayout), "")...)
	}
	return step
}

// loopFacts are what the table of the protocol makes of the state.
func (r *resumption) loopFacts() []bootstrap.Fact {
	x := r.resume
	var next, at, status, cycles string
	if !x.LoopMissing {
		at, status, cycles = bootstrap.OrUnknown(x.Step), bootstrap.OrUnknown(x.Status), r.Metadata.FixText()
	}
	if x.Next != nil {
		next = spelling.OneLine(x.Next.Name())
	}
	listed := ""
	if x.LoopMissing {
		listed = r.registered().String()
	}
	return bootstrap.KnownFacts(
		bootstrap.NewFact("tracks_md", listed),
		bootstrap.NewFact("current_step", at),
		bootstrap.NewFact("step_status", status),
		bootstrap.NewFact("action", string(x.Action)),
		bootstrap.NewFact("to", x.To),
		bootstrap.NewFact("resume_from", x.From),
		bootstrap.NewFact("next_task", next),
		bootstrap.NewFact("fix_cycles", cycles))
}

// stepPlan is about the plan, and what is acute.
func (r *resumption) stepPlan(quotes []bootstrap.Part) bootstrap.Step {
	f := r.in.File(r.Beside(PlanFile))
	f.Optional = !r.planned()
	step := bootstrap.Step{Number: 1, Title: "Read the plan: what is done and what is open", Files: []bootstrap.File{f}, Quotes: quotes}
	if r.Plan == nil {
		return step
	}
	step.Facts = []bootstrap.Fact{bootstrap.NewFact("tasks", fmt.Sprint(r.Plan.Total())), bootstrap.NewFact("done", fmt.Sprint(r.Plan.Count(Done)))}
	for _, mark := range [...]Mark{Begun, Open, Stopped} {
		if n := r.Plan.Count(mark); n > 0 {
			step.Facts = append(step.Facts, bootstrap.NewFact(strings.ReplaceAll(mark.String(), " ", "_"), fmt.Sprint(n)))
		}
	}
	return step
}

// planned reports whether the loop has come so far that there is a plan.
func (r *resumption) planned() bool {
	if r.resume == nil {
		return false
	}
	return !r.resume.PlanMissing && r.resume.Step != Brainstorm && (r.resume.Step != Planning || r.resume.Status == Passed)
}

func (r *resumption) stepSpec() bootstrap.Step {
	f := r.in.File(r.Beside(specFile))
	f.Optional = r.resume != nil && (r.resume.Step == Brainstorm || r.resume.LoopMissing)
	return bootstrap.Step{Number: 2, Title: "Read the specification: what is wanted", Files: []bootstrap.File{f}}
}

// stepKnowledge is about what all tracks of the project share.
func (r *resumption) stepKnowledge() bootstrap.Step {
	step := bootstrap.Step{Number: 3, Title: "Read what the project knows: its patterns and errors, and the other tracks"}
	names := []string{patternsFile, errorsFile, TracksFile}
	if r.resume != nil && r.resume.LoopMissing {
		names = []string{workflowFile, TracksFile}
	}
	for _, name := range names {
		step.Files = append(step.Files, r.in.OptionalFile(path.Join(r.home, name)))
	}
	return step
}

// stepMade is about what the current step has made, and what was found in it.
func (r *resumption) stepMade() bootstrap.Step {
	step := bootstrap.Step{Number: 4, Title: "Read what the step has made so far, and what was found in it"}
	if r.resume != nil {
		for _, name := range reportsOf(r.resume.Step) {
			step.Files = append(step.Files, r.in.OptionalFile(r.Beside(name)))
		}
	}
	for _, name := range r.outputs() {
		step.Files = append(step.Files, r.in.NamedFile(name, "outside of the project"))
	}
	if len(step.Files) == 0 {
		step.Points = []string{"no files are named"}
	}
	return step
}

// outputs are the paths in the tree of what the current step names: relative to the
// project or, as people write it too, to the track.
func (r *resumption) outputs() []string {
	if r.resume == nil {
		return nil
	}
	c := r.Metadata.Checkpoint(r.resume.Step)
	if c == nil {
		return nil
	}
	var names []string
	for _, out := range c.Outputs {
		name := strings.TrimSpace(out.Text)
		if !path.IsAbs(name) && !strings.Contains(name, `\`) {
			name = r.in.Nearest(path.Join(r.Root, name), path.Join(r.Dir, name))
		}
		names = append(names, name)
	}
	return names
}
