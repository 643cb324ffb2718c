package bootstrap

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/loop"
)

// Files that a track or its project may have besides those that a step names.
// Source: track manager, evaluator, knowledge manager.
const (
	specFile       = "spec.md"
	evaluationFile = "evaluation-report.md"
	fixLogFile     = "fix-log.md"
	patternsFile   = "knowledge/patterns.md" // in the folder above the tracks, likewise the next
	errorsFile     = "knowledge/errors.json"
)

// warningsTitle is that of a part that is shown even where step 0 refuses.
const warningsTitle = "Warnings"

// A returning is a session that goes on with a track, and what is known of it.
type returning struct {
	*loop.Track
	in     *Input
	resume *loop.Resume // nil if the track does not tell how it goes on
	err    error        // why not
}

// Loop is the restart sequence of a track of the evaluate loop: where it stands, its
// plan, what is wanted, what the project knows, what the step has made, and what
// comes next.
func Loop(in Input) *Sequence {
	r := &returning{Track: loop.Read(in.Tree, in.Path), in: &in}
	r.resume, r.err = r.Resume()
	s := &Sequence{Protocol: "loop", ID: r.ID, Checkpoint: in.Path, Name: r.name(), Files: r.Files, whole: true, Refused: r.refusal(), Notes: r.notes()}
	if in.Counter != nil {
		s.Counter = in.Counter.Name()
	}
	claims := r.Claims(in.Outside)
	if in.Lean {
		claims = slices.DeleteFunc(claims, func(c claim.Claim) bool { return c.Key == loop.ClaimCommit })
	}
	claims = s.bounded(claims)
	s.Verdicts = claim.Verify(in.Tree, claims)
	s.Acute = r.parts()
	s.Steps = append(s.Steps, r.stepState())
	if s.Refused != "" && !in.Force {
		s.Acute = slices.DeleteFunc(s.Acute, func(p Part) bool { return p.Title != blockersTitle && p.Title != warningsTitle })
		s.Steps[0].Quotes = s.Acute
		return s
	}
	s.add(r.stepPlan(s.Acute), r.stepSpec(), r.stepKnowledge(), r.stepMade(), r.stepGoOn())
	return s
}

// name is what the track is called.
func (r *returning) name() string {
	if r.ID == "" && r.Metadata != nil {
		return r.Metadata.TrackID()
	}
	return r.ID
}

// refusal says why no session should go on by itself.
func (r *returning) refusal() string {
	switch name := path.Base(r.Path); {
	case r.Faults[r.Path] != nil:
		return fmt.Sprintf("%s cannot be read: %s", pathSaid(name), why(r.Faults[r.Path]))
	case r.Metadata == nil:
		return "there is no " + pathSaid(name)
	case r.err != nil:
		return why(r.err)
	}
	switch n := len(r.resume.Blockers); {
	case r.resume.Action == loop.Escalate:
		return fmt.Sprintf("%s is %s: %s", said(orUnknown(r.resume.Step)), said(orUnknown(r.resume.Status)), r.resume.Reasons[0])
	case n > 0:
		return count(n, "blocker") + " with status ACTIVE: a person has to decide"
	}
	return ""
}

func (r *returning) notes() []string {
	if r.resume == nil {
		return nil
	}
	var notes []string
	if n := len(r.resume.Blockers); n > 0 {
		notes = append(notes, count(n, "blocker")+" to see to first")
	}
	if n := len(r.resume.Warnings); n > 0 {
		notes = append(notes, count(n, "warning")+" about the state")
	}
	return notes
}

// stepState is about where the loop stands.
func (r *returning) stepState() Step {
	f := r.in.file(r.in.Tree, r.Path)
	if r.Faults[r.Path] != nil {
		f = f.unread()
	}
	step := Step{Number: 0, Title: "Read the metadata: where the loop stands", Files: []File{f}}
	m := r.Metadata
	if m == nil {
		return step
	}
	step.Facts = append([]Fact{{"track", orUnknown(r.name())}}, known(
		Fact{"type", folded(m.Type())},
		Fact{"status", folded(m.Status().Text)},
		Fact{"version", folded(m.VersionText())})...)
	if r.resume != nil {
		step.Facts = append(step.Facts, r.loopFacts()...)
	}
	if at, ok := m.Updated(); ok {
		step.Facts = append(step.Facts, r.in.aged("updated", at.UTC().Format(loop.TimeLayout), "")...)
	}
	return step
}

// loopFacts are what the table of the protocol makes of the state.
func (r *returning) loopFacts() []Fact {
	x := r.resume
	next := ""
	if x.Next != nil {
		next = folded(x.Next.Name())
	}
	return known(
		Fact{"current_step", orUnknown(x.Step)},
		Fact{"step_status", orUnknown(x.Status)},
		Fact{"action", string(x.Action)},
		Fact{"to", x.To},
		Fact{"resume_from", x.From},
		Fact{"next_task", next},
		Fact{"fix_cycles", r.Metadata.FixText()})
}

// stepPlan is about the plan, and what is acute.
func (r *returning) stepPlan(quotes []Part) Step {
	f := r.in.file(r.in.Tree, r.Beside(loop.PlanFile))
	f.Optional = !r.planned()
	step := Step{Number: 1, Title: "Read the plan: what is done and what is open", Files: []File{f}, Quotes: quotes}
	if r.Plan == nil {
		return step
	}
	step.Facts = []Fact{{"tasks", fmt.Sprint(r.Plan.Total())}, {"done", fmt.Sprint(r.Plan.Count(loop.Done))}}
	for _, mark := range [...]loop.Mark{loop.Begun, loop.Open, loop.Stopped} {
		if n := r.Plan.Count(mark); n > 0 {
			step.Facts = append(step.Facts, Fact{strings.ReplaceAll(mark.String(), " ", "_"), fmt.Sprint(n)})
		}
	}
	return step
}

// planned reports whether the loop has come so far that there is a plan.
func (r *returning) planned() bool {
	if r.resume == nil {
		return false
	}
	return r.resume.Step != loop.Brainstorm && (r.resume.Step != loop.Planning || r.resume.Status == loop.Passed)
}

func (r *returning) stepSpec() Step {
	f := r.in.file(r.in.Tree, r.Beside(specFile))
	f.Optional = r.resume != nil && r.resume.Step == loop.Brainstorm
	return Step{Number: 2, Title: "Read the specification: what is wanted", Files: []File{f}}
}

// stepKnowledge is about what all tracks of the project share.
func (r *returning) stepKnowledge() Step {
	step := Step{Number: 3, Title: "Read what the project knows: its patterns and errors, and the other tracks"}
	above := path.Dir(path.Dir(r.Dir))
	for _, name := range []string{patternsFile, errorsFile, loop.TracksFile} {
		f := r.in.file(r.in.Tree, path.Join(above, name))
		f.Optional = true
		step.Files = append(step.Files, f)
	}
	return step
}

// stepMade is about what the current step has made, and what was found in it.
func (r *returning) stepMade() Step {
	step := Step{Number: 4, Title: "Read what the step has made so far, and what was found in it"}
	if r.resume != nil {
		for _, name := range reportsOf(r.resume.Step) {
			f := r.in.file(r.in.Tree, r.Beside(name))
			f.Optional = true
			step.Files = append(step.Files, f)
		}
	}
	for _, name := range r.outputs() {
		step.Files = append(step.Files, r.in.named(name, "outside of the project"))
	}
	if len(step.Files) == 0 {
		step.Points = []string{"no files are named"}
	}
	return step
}

// outputs are the paths in the tree of what the current step names: relative to the
// project or, as people write it too, to the track.
func (r *returning) outputs() []string {
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
			name = r.in.nearest(path.Join(r.Root, name), path.Join(r.Dir, name))
		}
		names = append(names, name)
	}
	return names
}
