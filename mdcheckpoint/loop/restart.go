package loop

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/loop/tasks"
	"mdck/mdcheckpoint/protocol"
)

// Files to read apart from the outputs of a step. Source: skills track manager, evaluator, knowledge
// manager.
const (
	specFile       = "spec.md"
	evaluationFile = "evaluation-report.md"
	fixLogFile     = "fix-log.md"
	patternsFile   = "knowledge/patterns.md" // in the folder that contains tracks.md, like the next two
	errorsFile     = "knowledge/errors.json"
	workflowFile   = "workflow.md" // only in a project without the loop
)

const warningsTitle = "Warnings"

type resumption struct {
	*Track
	in     *bootstrap.Input
	resume *Resume // nil if the next action is unknown
	err    error
	step   *Checkpoint
}

// Restart returns the restart sequence of a track.
func Restart(in bootstrap.Input) *bootstrap.Sequence {
	r := &resumption{Track: Read(in.Tree, in.Path), in: &in}
	r.step = &Checkpoint{}
	r.resume, r.err = r.Resume()
	if r.resume != nil {
		r.step = r.Metadata.Checkpoint(r.resume.Step)
	}
	s := in.NewSequence(Name)
	s.ID, s.Name = r.ID, r.name()
	s.Files, s.FromRoot = r.Files, true
	s.Refused, s.Notes = r.refusal(), r.notes()
	claims := r.claims(in.Outside)
	if in.Lean {
		claims = slices.DeleteFunc(claims, func(c claim.Claim) bool {
			return c.Key == claimCommit
		})
	}
	s.Verify(in.Tree, claims)
	s.Priorities = r.parts()
	s.Steps = append(s.Steps, r.stepState())
	if s.Refused != "" && !in.Force {
		s.Stop(bootstrap.BlockersTitle, warningsTitle)
		return s
	}
	s.Add(r.stepPlan(s.Priorities), r.stepSpec(), r.stepKnowledge())
	s.Add(r.stepResults(), r.stepContinue())
	return s
}

func (r *resumption) name() string {
	return cmp.Or(r.ID, text(r.Metadata.get("track_id")))
}

func (r *resumption) refusal() string {
	x, name := r.resume, spelling.QuotePath(path.Base(r.Path))
	switch {
	case r.Faults[r.Path] != nil:
		return name + " cannot be read: " + spelling.Cause(r.Faults[r.Path])
	case r.Metadata == nil && x == nil:
		return "there is no " + name
	case x == nil:
		return spelling.Cause(r.err)
	case x.Action != Escalate:
		return ""
	case len(x.Due) > 0:
		return spelling.OneLine(x.Reasons[0])
	}
	quote := func(value string) string { return spelling.QuoteValue(spelling.OrUnknown(value)) }
	return fmt.Sprintf("%s is %s: %s", quote(x.Step), quote(x.Status), x.Reasons[0])
}

func (r *resumption) notes() []string {
	if r.resume == nil {
		return nil
	}
	notes := bootstrap.AppendCount(nil, len(r.resume.Blockers), "blocker", "to resolve first")
	return bootstrap.AppendCount(notes, len(r.resume.Warnings), "warning", "about the state")
}

func (r *resumption) stepState() bootstrap.Step {
	f := r.in.File(r.Path)
	f.Optional = r.Metadata == nil && r.resume != nil
	if r.Faults[r.Path] != nil {
		f = bootstrap.Unreadable(f.Path)
	}
	step := bootstrap.Step{Title: "Read the metadata, with the state of the loop", Files: []bootstrap.File{f}}
	if r.resume == nil && r.Metadata == nil {
		return step
	}
	step.Facts = []bootstrap.Fact{bootstrap.NewPathFact("track", spelling.OrUnknown(r.name()))}
	step.Facts = append(step.Facts, bootstrap.KnownFacts(r.facts()...)...)
	if at, ok := r.Metadata.Updated(); ok {
		step.Facts = append(step.Facts, r.in.AgedFacts("updated", spelling.FormatTime(at), "")...)
	}
	return step
}

func (r *resumption) facts() (all []bootstrap.Fact) {
	add := func(name, value string) {
		all = append(all, bootstrap.NewFact(name, spelling.OneLine(value)))
	}
	if m := r.Metadata; m != nil {
		add("type", text(m.get("type")))
		add("status", m.Status())
		add("version", itoa(m.Version()))
	}
	x := r.resume
	switch {
	case x == nil:
		return all
	case x.LoopMissing:
		add("tracks_md", r.registered().String())
	default:
		add("current_step", spelling.OrUnknown(x.Step))
		add("step_status", spelling.OrUnknown(x.Status))
	}
	add("action", string(x.Action))
	add("to", x.To)
	add("resume_from", x.From)
	if x.Next != nil {
		add("next_task", x.Next.Name())
	}
	if !x.LoopMissing {
		add("fix_cycles", r.Metadata.FixText())
	}
	return all
}

func (r *resumption) stepPlan(quotes []bootstrap.Part) bootstrap.Step {
	f := r.in.File(r.PathOf(PlanFile))
	f.Optional = !r.needsPlan()
	step := bootstrap.Step{Number: 1, Title: "Read the plan, with its completed and open tasks", Files: []bootstrap.File{f}, Quotes: quotes}
	if r.Plan == nil {
		return step
	}
	step.Facts = []bootstrap.Fact{bootstrap.NewFact("tasks", itoa(r.Plan.Total()))}
	for _, mark := range [...]tasks.Mark{tasks.Done, tasks.Begun, tasks.Open, tasks.Stopped} {
		if n := r.Plan.Count(mark); n > 0 {
			name := strings.ReplaceAll(mark.String(), " ", "_")
			step.Facts = append(step.Facts, bootstrap.NewFact(name, itoa(n)))
		}
	}
	return step
}

func (r *resumption) needsPlan() bool {
	x := r.resume
	return x != nil && !x.PlanMissing && x.Step != Brainstorm && (x.Step != Planning || x.Status == Passed)
}

func (r *resumption) stepSpec() bootstrap.Step {
	f := r.in.File(r.PathOf(specFile))
	f.Optional = r.resume != nil && (r.resume.Step == Brainstorm || r.resume.LoopMissing)
	return bootstrap.Step{Number: 2, Title: "Read the specification, which states the goal", Files: []bootstrap.File{f}}
}

func (r *resumption) stepKnowledge() bootstrap.Step {
	step := bootstrap.Step{Number: 3, Title: "Read the patterns, errors and tracks of the project"}
	names := []string{patternsFile, errorsFile, tracksFile}
	if r.resume != nil && r.resume.LoopMissing {
		names = []string{workflowFile, tracksFile}
	}
	for _, name := range names {
		step.Files = append(step.Files, r.in.OptionalFile(path.Join(r.home, name)))
	}
	return step
}

// Source: skills evaluator and fixer.
func (r *resumption) stepResults() bootstrap.Step {
	step := bootstrap.Step{Number: 4, Title: "Read the results of the current step, and their evaluation"}
	if x := r.resume; x != nil && (x.Step == EvaluateExecution || x.Step == Fix) {
		for _, name := range [...]string{evaluationFile, fixLogFile} {
			step.Files = append(step.Files, r.in.OptionalFile(r.PathOf(name)))
		}
	}
	for _, out := range r.step.outputs() {
		name := strings.TrimSpace(text(out)) // people also write names relative to the track
		if !path.IsAbs(name) && !strings.Contains(name, `\`) {
			inRoot, inTrack := path.Join(r.Root, name), path.Join(r.Dir, name)
			name = r.in.Nearest(inRoot, inTrack)
		}
		step.Files = append(step.Files, r.in.NamedFile(name, "outside the project"))
	}
	if len(step.Files) == 0 {
		step.Points = []string{"no files are named"}
	}
	return step
}

func (r *resumption) stepContinue() bootstrap.Step {
	step := bootstrap.Step{Number: 5, Kind: bootstrap.Work, Title: "Continue the work"}
	x := r.resume
	if x == nil {
		if request, ok := errors.AsType[*protocol.RequestError](r.err); ok {
			step.Points = append(step.Points, request.Hint)
		}
		step.Points = append(step.Points, "the state is not enough to continue: write it again from the plan and the git history")
		return step
	}
	name := func(text string) string { return spelling.QuoteValue(spelling.OneLine(text)) }
	task := func(text string) string { return spelling.QuoteText(spelling.OneLine(text)) }
	next := x.NextAction(name, task)
	if x.Action == Move {
		next += ": mdck loop start " + spelling.QuoteValue(x.To)
	}
	step.Points = append([]string{next}, x.Reasons...)
	switch {
	case x.Action == Nothing:
	case !x.LoopMissing:
		step.Points = append(step.Points, "keep the state up to date with the commands start, progress, pass, fail and block of mdck loop")
	default:
		command := "to add it: mdck loop migrate"
		if r.Metadata == nil {
			command = "to create it: mdck init loop"
		}
		step.Points = append(step.Points, "tick tasks in "+PlanFile+" during the work: [~] when a task starts, [x] after it", "there is no loop state; "+command)
	}
	return step
}
