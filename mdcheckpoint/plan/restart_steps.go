package plan

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/spelling"
)

// stepLeft is about what the last session left.
func (r *resumption) stepLeft(quotes []bootstrap.Part) bootstrap.Step {
	step := bootstrap.Step{Number: 1, Title: "Take in what the last session left: notes and the hand-off", Quotes: quotes}
	handoff := path.Join(r.Dir, position.HandoffFile)
	var broken []string
	for name := range r.Unread {
		if position.IsContinue(path.Base(name)) || name == handoff {
			broken = append(broken, name)
		}
	}
	slices.Sort(broken)
	for _, name := range broken {
		r.addUnreadable(&step, name)
	}
	for _, name := range r.oneShot() {
		f := r.in.File(name)
		if r.isDone(name) {
			f.Note = "stale"
		}
		if slices.Contains(r.at.Aside, name) {
			f.Note = "about no plan"
		}
		step.Files = append(step.Files, f)
	}
	if h := r.Handoff; h != nil {
		for _, n := range h.Notes() {
			step.Points = append(step.Points, fmt.Sprintf("%s, line %d: %s", position.HandoffFile, h.Doc.File.Line(n.Span.Start), n.Message))
		}
	}
	if name := threshold.LastWaypoint(r.in.Tree); name != "" {
		f := r.in.File(name)
		f.Note = "the last stop"
		step.Files = append(step.Files, f)
	}
	if len(step.Files) == 0 {
		step.Points = append(step.Points, "it left no note and no hand-off")
	}
	return step
}

// addUnreadable adds to step a file that cannot be read, and why.
func (r *resumption) addUnreadable(step *bootstrap.Step, name string) {
	step.Files = append(step.Files, bootstrap.Unreadable(name))
	step.Points = append(step.Points, fmt.Sprintf("%s cannot be read: %s", bootstrap.QuotePath(name), bootstrap.Cause(r.Unread[name])))
}

// stepPlan is about the plan at hand.
func (r *resumption) stepPlan() bootstrap.Step {
	step := bootstrap.Step{Number: 2, Title: "Read the plan"}
	for _, f := range r.Faults {
		if part, _ := planfile.PartOf(f.Path); part == "" || f.Path == r.in.Selected {
			step.Files = append(step.Files, bootstrap.Unreadable(f.Path))
		}
	}
	p := r.at.Plan
	if p == nil {
		step.Points = append(step.Points, "none is at hand: "+r.whatNext(r.at.Answer))
		return step
	}
	step.Files = slices.Concat([]bootstrap.File{r.in.File(p.File.Name)}, step.Files[:min(len(step.Files), bootstrap.MaxFiles)])
	step.Facts = bootstrap.KnownFacts(
		bootstrap.NewPathFact("plan", r.idOf(p)),
		bootstrap.NewFact("title", spelling.OneLine(cmp.Or(p.Title, firstLine(p.Objective)))),
		bootstrap.NewFact("tasks", fmt.Sprint(len(p.Tasks))),
		bootstrap.NewFact("depends_on", r.dependsOn()))
	if p.Front.HasWave {
		step.Facts = append(step.Facts, bootstrap.NewFact("wave", fmt.Sprint(p.Front.Wave)))
	}
	if p.Alone() {
		step.Facts = append(step.Facts, bootstrap.NewFact("needs", "a person"))
	}
	if r.at.From != "" {
		step.Points = append(step.Points, bootstrap.QuotePath(r.at.From)+" says that it is this one")
	}
	for _, q := range r.Quick {
		if q != p && !r.Done(q) && len(step.Points) < bootstrap.MaxFiles {
			step.Points = append(step.Points, "a quick task is not done, too: "+bootstrap.QuotePath(q.File.Name))
		}
	}
	return step
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// dependsOn are the plans that the one at hand depends on, and which are not done.
func (r *resumption) dependsOn() string {
	var refs []string
	for _, ref := range r.at.Plan.Front.Depends {
		refs = append(refs, spelling.OneLine(ref.Text))
	}
	return firstFew(refs)
}

// changes are the paths of the files that the plan changes, by its front matter and its
// tasks, each once.
func (r *resumption) changes() []string {
	p := r.at.Plan
	if p == nil {
		return nil
	}
	all := slices.Clone(p.Front.Files)
	for _, t := range p.Tasks {
		all = append(all, t.Files()...)
	}
	var names []string
	seen := map[string]bool{}
	for _, name := range all {
		name = strings.TrimPrefix(bootstrap.SlashPath(name), "./")
		if name == "" || strings.ContainsAny(name, " \t*?<>{}|\"'`") || !strings.ContainsAny(name, "./") || seen[name] {
			continue
		}
		seen[name] = true
		names = append(names, name)
	}
	return names
}

// stepFiles is about the files that the plan changes. Those that are not there are to be
// made.
func (r *resumption) stepFiles() bootstrap.Step {
	step := bootstrap.Step{Number: 4, Title: "Read the files that the plan changes"}
	names := r.changes()
	for _, name := range names[:min(len(names), bootstrap.MaxFiles)] {
		f := r.in.NamedFile(name, "outside of the project")
		f.Optional = true
		step.Files = append(step.Files, f)
	}
	switch left := len(names) - bootstrap.MaxFiles; {
	case left > 0:
		step.Points = []string{fmt.Sprintf("and %d more", left)}
	case len(step.Files) == 0:
		step.Points = []string{"none are named"}
	}
	return step
}

// stepGoOn says what a session does next.
func (r *resumption) stepGoOn() bootstrap.Step {
	step := bootstrap.Step{Number: 5, Kind: bootstrap.Work, Title: "Go on"}
	add := func(format string, args ...any) { step.Points = append(step.Points, fmt.Sprintf(format, args...)) }
	if len(r.blockers())+len(r.actions().Texts) > 0 {
		add("tell the person of the blockers and actions first")
	}
	p, g := r.at.Plan, r.at.Gate
	why := func() {
		if text := r.because(r.at.Answer); text != "" && (r.in.Selected == "" || len(r.at.By) > 0) {
			add("why: %s", text)
		}
	}
	switch {
	case r.unsure() != "":
		add("%s", r.unsure())
		why()
		add("ask, or find out which holds, before anything is changed")
		return step
	case p == nil:
		add("%s", r.whatNext(r.at.Answer))
		why()
		return step
	case r.Done(p):
		add("plan %s is done: %s lies beside it", r.quotedID(p), bootstrap.QuotePath(path.Base(planfile.SummaryName(p.File.Name))))
		return step
	case r.problem() != "":
		add("solve the problem that was reported at the checkpoint %s: %s; then put it to the person again", bootstrap.QuotePath(r.gateName(g)), bootstrap.QuoteValue(r.problem()))
	case r.waits():
		add("put the checkpoint %s to the person, and wait for the answer", bootstrap.QuotePath(r.gateName(g)))
	case r.at.Finished():
		add("all tasks of plan %s are done or answered", r.quotedID(p))
	case r.at.Task > 0:
		add("go on with task %d of plan %s", r.at.Task, r.quotedID(p))
	default:
		add("execute plan %s", r.quotedID(p))
	}
	why()
	if g != nil {
		if !r.at.Reached {
			add("stop at the checkpoint %s, a %s, and put it to the person", bootstrap.QuotePath(r.gateName(g)), bootstrap.QuoteValue(kindOfGate(g)))
		}
		add("%s", r.answerCommand(g))
	}
	if name := planfile.SummaryName(p.File.Name); name != "" && r.at.Finished() && g == nil {
		add("write %s, and bring the state up to date", bootstrap.QuotePath(path.Base(name)))
	} else if name != "" {
		add("when it is done write %s, and bring the state up to date", bootstrap.QuotePath(path.Base(name)))
	}
	aside := func(name string) bool { return slices.Contains(r.at.Aside, name) }
	if names := slices.DeleteFunc(r.oneShot(), aside); len(names) > 0 {
		add("delete %s once the work is taken up", someOf(names))
	}
	return step
}
