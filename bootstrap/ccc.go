package bootstrap

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/claim"
)

// A resumption is a session of ccc that is to be gone on with, and what is known
// of it.
type resumption struct {
	*ccc.Session
	in     *Input
	facts  ccc.Facts
	limits ccc.Limits
}

// CCC is the restart sequence of a session. Its order is that in which the sources
// count where they disagree: progress file, git history, specification, list of
// tasks, Linear. Source: engine (replan).
func CCC(in Input) *Sequence {
	r := &resumption{Session: ccc.Read(in.Tree, in.Path, in.State), in: &in}
	r.facts = ccc.NewFacts(r.Progress, r.Session.State, in.Outside.Branch, in.Outside.Team)
	r.limits = r.Session.State.Limits(r.Preferences)
	s := &Sequence{
		Protocol: "ccc", ID: "ccc", Name: ccc.OneLine(r.facts.Issue), Checkpoint: in.Path, Files: r.Files, whole: true,
		Refused: r.Refusal(), Notes: r.loopNotes(), Verdicts: r.verdicts(),
	}
	if in.Counter != nil {
		s.Counter = in.Counter.Name()
	}
	s.Steps = append(s.Steps, r.stepState())
	if s.Refused != "" && !in.Force {
		return s
	}
	s.Notes = append(s.Notes, r.progressNotes()...)
	s.Acute = r.parts()
	s.Steps = append(s.Steps, r.stepProgress(s.Acute), r.stepGit(), r.stepSpec(), r.stepFiles(), r.stepIssue(), r.stepGoOn())
	return s
}

// verdicts are those on all claims; a lean sequence has no claims of commits, which
// only git could answer.
func (r *resumption) verdicts() []claim.Verdict {
	claims := r.Claims(r.in.Outside)
	if r.in.Lean {
		claims = slices.DeleteFunc(claims, func(c claim.Claim) bool { return c.Key == ccc.ClaimCommit })
	}
	return claim.Verify(r.in.Tree, claims)
}

func (r *resumption) stepState() Step {
	f := r.in.file(r.in.Tree, r.StatePath)
	f.Optional = true // it is deleted after the last task
	return Step{Number: 0, Title: "Read the state: where the loop stands", Files: []File{f}, Facts: r.loopFacts()}
}

func (r *resumption) stepProgress(quotes []Part) Step {
	step := Step{
		Number: 1, Title: "Read the progress file: it stands for the conversation that is gone",
		Files: []File{r.in.file(r.in.Tree, r.ProgressPath)}, Quotes: quotes,
	}
	if err := r.Faults[r.ProgressPath]; err != nil {
		step.Files[0] = File{Path: r.ProgressPath, Looked: true, There: true, Unreadable: true}
		step.Points = []string{"it cannot be read: " + why(err)}
		return step
	}
	if p := r.Progress; p != nil && p.Session.Text != "" {
		step.Facts = r.in.aged("session", p.Session.Text, "")
	}
	step.Points = []string{"where they disagree this file counts first, then the git history, the specification, the list of tasks, Linear"}
	return step
}

func (r *resumption) stepGit() Step {
	step := Step{Number: 2, kind: doing, Title: "Look at the git history", Points: []string{"git log --oneline -20 and git status --short say what was done since"}}
	if branch := r.in.Outside.Branch; branch != "" {
		step.Facts = []Fact{{"branch", branch}}
	}
	step.Points = append(step.Points, r.in.Git...)
	return step
}

func (r *resumption) stepSpec() Step {
	step := Step{Number: 3, Title: "Read the specification: what is wanted"}
	if spec := r.Spec(); spec != "" {
		step.Files = []File{r.named(spec)}
		return step
	}
	step.Points = []string{"none is named: there is no " + ccc.SpecField}
	return step
}

func (r *resumption) stepFiles() Step {
	step := Step{Number: 4, Title: "Read the files of the task: those that the continuation prompt and " + ccc.ActiveFilesField + " name"}
	for _, name := range r.KeyFiles() {
		step.Files = append(step.Files, r.named(name))
	}
	if len(step.Files) == 0 {
		step.Points = append(step.Points, "none are named")
	}
	if p := r.Progress; p != nil {
		list := fmt.Sprintf("list of tasks: %d completed, %d current", len(p.Completed), len(p.Current))
		if p.Match.Group(ccc.RemainingKey, 0) != nil { // not in shape E
			list += fmt.Sprintf(", %d remaining", len(p.Remaining))
		}
		step.Points = append(step.Points, list)
	}
	return step
}

// named is a file that the session names, which may be a directory, and may lie
// outside of the project.
func (r *resumption) named(name string) File { return r.in.named(name, "outside of the project") }

func (r *resumption) stepIssue() Step {
	step := Step{Number: 5, kind: doing, Title: "Look at the issue in Linear last"}
	if r.facts.Issue == "" {
		step.Points = []string{"no issue is named: ask which one is in progress"}
	}
	return step
}

// stepGoOn says what a session does next. Source: engine (go command, resume).
func (r *resumption) stepGoOn() Step {
	return Step{Number: 6, kind: doing, Title: "Go on", Points: append(r.next(), "keep "+pathSaid(path.Base(r.ProgressPath))+" up to date: mdck ccc done, mdck ccc decide, mdck ccc save")}
}

func (r *resumption) next() []string {
	st := r.Session.State
	switch phase := st.Phase(); {
	case st == nil && r.Finished() && len(r.Progress.Completed) == 0:
		return []string{"no task is listed yet, so the session has not begun: list the tasks with mdck ccc next, and take up the first with mdck ccc current"}
	case st == nil && r.Finished():
		return []string{"no task is left: what remains is to review and close the issue"}
	case st == nil && !r.Has(r.StatePath):
		return []string{"there is no loop: take up the current task of " + pathSaid(path.Base(r.ProgressPath)) + ", then those that remain"}
	case st == nil:
		return []string{"make " + pathSaid(path.Base(r.StatePath)) + " anew from what " + pathSaid(path.Base(r.ProgressPath)) + " and the git history say"}
	case phase == ccc.PhaseReplan:
		return []string{
			"read the specification and " + pathSaid(path.Base(r.ProgressPath)) + " again", "make the list of tasks anew",
			fmt.Sprintf("set %s back to %s, and %s and %s to the new list", ccc.PhaseField, ccc.PhaseExecution, ccc.TotalField, ccc.IndexField),
		}
	case phase != ccc.PhaseExecution:
		return []string{"the loop does not run in this phase: say where it stands and let a person decide"}
	case r.facts.Total == 0:
		return []string{"no task is left by the state: compare with the list of tasks before the session ends"}
	}
	return []string{fmt.Sprintf("with task %s, attempt %s", r.facts.TaskOf(), r.attempt())}
}

// parts are the texts that a session cannot do without, the most important first.
// Of what grows with time the newest come first.
func (r *resumption) parts() []Part {
	parts := []Part{r.prompt()}
	p := r.Progress
	if p == nil {
		return parts
	}
	for _, of := range []struct {
		title  string
		texts  []ccc.Entry
		newest bool
	}{
		{"Blockers", p.Blockers, false},
		{"Current Task", p.Current, false},
		{"Decisions Made (newest first)", p.Decisions, true},
		{"Remaining Tasks", p.Remaining, false},
		{"Learnings (newest first)", p.Learnings, true},
	} {
		lines := ccc.Lines(of.texts)
		if of.newest {
			slices.Reverse(lines)
		}
		if len(lines) > 0 {
			parts = append(parts, Part{Title: of.title, From: r.ProgressPath, Texts: lines})
		}
	}
	if goal := p.Goal().Text; goal != "" {
		parts = slices.Insert(parts, 1, Part{Title: "Goal", From: r.ProgressPath, Texts: []string{goal}})
	}
	return parts
}

// prompt is the continuation prompt, or one that is made of what is known.
func (r *resumption) prompt() Part {
	part := Part{Title: "Continuation Prompt", From: r.ProgressPath, Lines: true}
	if r.Progress != nil && r.Progress.Prompt.Text != "" {
		part.Texts = strings.Split(r.Progress.Prompt.Text, "\n")
		return part
	}
	part.Title += " (made of what is known)"
	if r.Progress == nil {
		part.From = r.StatePath
	}
	part.Texts = strings.Split(r.template(), "\n")
	return part
}

// template is a prompt with what is known, and with what is not.
func (r *resumption) template() string {
	text := ccc.Compose(r.facts)
	if lacks := r.lacks(text); len(lacks) > 0 {
		text = strings.TrimPrefix(text+"\nTo be found out, as there is "+strings.Join(lacks, ", ")+" here.", "\n")
	}
	return text
}

// lacks is what a prompt has too little of to start from.
func (r *resumption) lacks(prompt string) []string {
	return ccc.Vague(prompt, r.facts.Issue, r.HasKeyFile)
}
