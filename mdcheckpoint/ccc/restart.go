package ccc

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/protocols/ccc/prose"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/claim"
)

type resumption struct {
	*Session
	in     *bootstrap.Input
	facts  Facts
	limits engine.Limits
}

// Restart returns the restart sequence of a session. If sources disagree, the first one counts. Source:
// engine (replan).
func Restart(in bootstrap.Input) *bootstrap.Sequence {
	r := &resumption{Session: Read(in.Tree, in.Path, in.State), in: &in}
	r.facts = NewFacts(r.Progress, r.State, in.Outside.Branch, in.Outside.Team)
	r.limits = r.State.Limits(r.Preferences)
	s := in.NewSequence(Name)
	s.ID, s.Name, s.Files, s.FromRoot = Name, spelling.OneLine(r.facts.Issue), r.Files, true
	if s.Name != "" {
		s.Label = spelling.Value(s.Name, bootstrap.MaxLabel)
	}
	s.Refused, s.Notes, s.Verdicts = r.refusal(), r.loopNotes(), r.verdicts()
	state := in.OptionalFile(r.StatePath) // the state is deleted after the last task
	s.Steps = append(s.Steps, bootstrap.Step{Title: "Read the state of the loop", Files: []bootstrap.File{state}, Facts: r.loopFacts()})
	if s.Refused != "" && !in.Force {
		return s
	}
	s.Notes = append(s.Notes, r.progressNotes()...)
	s.Priorities = r.parts()
	s.Steps = append(s.Steps, r.steps(s.Priorities)...)
	for i := range s.Steps {
		s.Steps[i].Number = i
	}
	return s
}

func (r *resumption) verdicts() []claim.Verdict {
	claims := r.claims(r.in.Outside)
	if r.in.Lean {
		claims = slices.DeleteFunc(claims, func(c claim.Claim) bool { return c.Key == claimCommit })
	}
	return claim.Verify(r.in.Tree, claims)
}

// steps returns the steps after the state. Source of the last step: engine (go command, resume).
func (r *resumption) steps(quotes []bootstrap.Part) []bootstrap.Step {
	git := []string{"git log --oneline -20 and git status --short show the work since " + quotedBase(r.ProgressPath) + " was written"}
	branch := bootstrap.NewPathFact("branch", r.in.Outside.Branch)
	spec := bootstrap.Step{Title: "Read the specification, which states the goal", Points: []string{"no file: the state has no " + engine.SpecField}}
	if name := r.Spec(); name != "" {
		spec.Files, spec.Points = []bootstrap.File{r.namedFile(name)}, nil
	}
	issue := bootstrap.Step{Kind: bootstrap.Work, Title: "Look at the issue in Linear"}
	if r.facts.Issue == "" {
		issue.Points = []string{"the issue is unknown: ask the user which issue is in progress"}
	}
	keep := "keep " + quotedBase(r.ProgressPath) + " up to date with mdck ccc done, mdck ccc decide and mdck ccc save"
	return []bootstrap.Step{
		r.readProgress(quotes),
		{Kind: bootstrap.Work, Title: "Look at the git history", Facts: bootstrap.KnownFacts(branch), Points: append(git, r.in.Repository.Notes...)},
		spec, r.readFiles(), issue,
		{Kind: bootstrap.Work, Title: "Continue the work", Points: append(r.next(), keep)},
	}
}

func (r *resumption) readProgress(quotes []bootstrap.Part) bootstrap.Step {
	step := bootstrap.Step{Title: "Read the progress file, which replaces the lost conversation", Quotes: quotes}
	if err := r.Faults[r.ProgressPath]; err != nil {
		step.AddUnreadable(r.ProgressPath, err)
		return step
	}
	step.Files = []bootstrap.File{r.in.File(r.ProgressPath)}
	if p := r.Progress; p != nil && p.Session.Text != "" {
		step.Facts = r.in.AgedFacts("session", p.Session.Text, "")
	}
	step.Points = []string{"if the sources differ, trust this file first, then the git history, the specification, the list of tasks and Linear"}
	return step
}

func (r *resumption) readFiles() bootstrap.Step {
	step := bootstrap.Step{Title: "Read the files named in the continuation prompt and in " + engine.ActiveFilesField}
	for _, name := range r.KeyFiles() {
		step.Files = append(step.Files, r.namedFile(name))
	}
	if len(step.Files) == 0 {
		step.Points = append(step.Points, "no files are named")
	}
	if p := r.Progress; p != nil {
		list := fmt.Sprintf("list of tasks: %d completed, %d current", len(p.Completed), len(p.Current))
		if p.group(remainingKey) != nil { // shape E has no list of remaining tasks
			list += fmt.Sprintf(", %d remaining", len(p.Remaining))
		}
		step.Points = append(step.Points, list)
	}
	return step
}

func (r *resumption) namedFile(name string) bootstrap.File {
	return r.in.NamedFile(name, "outside the project")
}

func (r *resumption) next() []string {
	st := r.State
	switch phase := st.Phase(); {
	case st == nil && r.Finished() && len(r.Progress.Completed) == 0:
		return []string{"no tasks are listed, so the session has not started: list them with mdck ccc next, and start the first with mdck ccc current"}
	case st == nil && r.Finished():
		return []string{"no task remains: review the work and close the issue"}
	case st == nil && !r.has(r.StatePath) && r.Progress != nil && len(r.Progress.Current) == 0 && len(r.Progress.Remaining) > 0:
		return []string{"start the next task with mdck ccc current"}
	case st == nil && !r.has(r.StatePath):
		return []string{"continue the current task in " + quotedBase(r.ProgressPath) + ", then do the remaining tasks"}
	case st == nil:
		return []string{"create " + quotedBase(r.StatePath) + " again from " + quotedBase(r.ProgressPath) + " and the git history"}
	case phase == engine.PhaseReplan:
		return []string{
			"read the specification and " + quotedBase(r.ProgressPath) + " again", "write a new list of tasks",
			fmt.Sprintf("set %s back to %s, and update %s and %s for the new list", engine.PhaseField, engine.PhaseExecution, engine.TotalField, engine.IndexField),
		}
	case phase != engine.PhaseExecution:
		return []string{"the loop does not run in this phase: report the state of the loop, and ask a person to decide"}
	case r.facts.Total == 0:
		return []string{"no task remains in the state: compare the state with the list of tasks before the session ends"}
	}
	return []string{"the current task is " + r.facts.taskOf() + ", attempt " + r.attempt()}
}

// parts returns the texts that a session needs, the most important first.
func (r *resumption) parts() []bootstrap.Part {
	parts := []bootstrap.Part{r.prompt()}
	p := r.Progress
	if p == nil {
		return parts
	}
	add := func(title string, texts ...string) {
		parts = append(parts, bootstrap.NewPart(title, r.ProgressPath, texts))
	}
	decisions, learnings := Lines(p.Decisions), Lines(p.Learnings)
	slices.Reverse(decisions)
	slices.Reverse(learnings)
	if goal := p.Goal().Text; goal != "" {
		add("Goal", goal)
	}
	add(bootstrap.BlockersTitle, Lines(p.Blockers)...)
	add("Current Task", Lines(p.Current)...)
	add("Decisions Made (newest first)", decisions...)
	add("Remaining Tasks", Lines(p.Remaining)...)
	add("Learnings (newest first)", learnings...)
	return bootstrap.PartsWithTexts(parts...)
}

func (r *resumption) prompt() bootstrap.Part {
	part := bootstrap.Part{Title: "Continuation Prompt", From: r.ProgressPath, Lines: true}
	text := ""
	if p := r.Progress; p == nil {
		part.From = r.StatePath
	} else {
		text = p.Prompt.Text
	}
	if text == "" {
		part.Title += " (generated)"
		text = Compose(r.facts)
		if gaps := r.promptGaps(text); gaps != "" {
			text = strings.TrimPrefix(text+"\nThis prompt lacks "+gaps+". First find out what is missing.", "\n")
		}
	}
	part.Texts = strings.Split(text, "\n")
	return part
}

func (r *resumption) promptGaps(prompt string) string {
	return strings.Join(prose.Lacks(prompt, r.facts.Issue, r.hasKeyFile), ", ")
}

func quotedBase(name string) string { return spelling.QuotePath(path.Base(name)) }
