package plan

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/spelling"
)

// whatNext is what a is about, in one line: "plan phase 09-dashboards".
func (r *resumption) whatNext(a *position.Answer) string {
	phase := ""
	if a.Phase != nil {
		phase = "phase " + phaseTitle(a.Phase)
	}
	switch a.Kind {
	case position.Execute:
		if a.Plan == nil {
			return "execute plan " + a.Missing.String() + ", whose file is not here"
		}
		return "execute plan " + r.quotedID(a.Plan)
	case position.PlanPhase:
		return "plan " + phase
	case position.VerifyPhase:
		return "verify " + phase
	case position.CloseGaps:
		return "plan what the verification of " + phase + " found missing"
	case position.AskPerson:
		if name := r.Check(a.Phase); name != "" {
			return "a person accepts " + phase + ": " + bootstrap.QuotePath(path.Base(name))
		}
		return "a person acts: " + phase
	case position.EndMilestone:
		return joined(" ", "complete milestone", r.MilestoneOf(a)) + ": " + openPhases(a)
	case position.Moved:
		return "follow " + bootstrap.QuotePath(spelling.OneLine(a.By[0].Text)) + ": the work is planned there"
	case position.NewMilestone:
		return "begin the next milestone: " + cmp.Or(r.MilestoneOf(a), "the last one") + " was closed"
	}
	return "nothing says what comes next: plan it"
}

// phaseTitle is the number of a phase with its name: 09-dashboards, or 09 "Dashboards" without a
// folder.
func phaseTitle(ph *position.Phase) string {
	switch {
	case ph.Dir != "":
		return bootstrap.QuotePath(path.Base(ph.Dir))
	case ph.Name == "" || ph.Name == ".":
		return ph.Number
	}
	return ph.Number + " " + bootstrap.QuoteValue(spelling.OneLine(ph.Name))
}

// because is why a comes next, for a person to check; "" if nothing says it.
func (r *resumption) because(a *position.Answer) string {
	if a.Kind == position.Unknown {
		return ""
	}
	fact := r.fact(a)
	if a.Newer != "" && len(a.By) == 0 {
		return joined(" ", bootstrap.QuotePath(a.Newer), "is newer than the state;", fact)
	}
	if len(a.By) == 0 {
		return joined(": ", "the plans and the roadmap", fact)
	}
	return joined("; ", r.saying(a.By[0]), fact)
}

// fact is what the folders and the roadmap say about a.
func (r *resumption) fact(a *position.Answer) string {
	switch {
	case a.Kind == position.Execute && a.Plan != nil:
		return bootstrap.QuotePath(path.Base(a.Plan.File.Name)) + " has no summary"
	case a.Kind == position.PlanPhase:
		return "phase " + a.Phase.Number + " has no plans"
	case a.Kind == position.VerifyPhase, a.Kind == position.CloseGaps:
		return "the plans of phase " + a.Phase.Number + " are done"
	case a.Kind == position.AskPerson && r.Check(a.Phase) != "":
		return bootstrap.QuotePath(path.Base(r.Check(a.Phase))) + " is not complete"
	case a.Kind == position.EndMilestone:
		return openPhases(a)
	case a.Kind == position.NewMilestone:
		return "no phase at hand is open"
	}
	return ""
}

// openPhases names the phases of a milestone at its end that are not done.
func openPhases(a *position.Answer) string {
	if len(a.Open) == 0 {
		return "all its phases are done"
	}
	var numbers []string
	for _, ph := range a.Open {
		numbers = append(numbers, ph.Number)
	}
	return "the work is past phases that are not done, " + someOf(numbers)
}

// saying is a statement with its place.
func (r *resumption) saying(s *position.Statement) string {
	where := bootstrap.QuotePath(path.Base(s.Path))
	if f := r.Files[s.Path]; f != nil && s.Span.End > 0 {
		where = fmt.Sprintf("%s, line %d,", where, f.Line(s.Span.Start))
	}
	text := spelling.Cut(spelling.OneLine(strings.NewReplacer("`", "", "**", "").Replace(s.Text)), maxSaid)
	return joined(" ", where, "says", strings.ToLower(s.Field), bootstrap.QuoteValue(text))
}

// maxSaid is how many bytes of a statement are quoted.
const maxSaid = 80

// against are what other places say, where something else follows from it.
func (r *resumption) against() []string {
	if r.at.Kind == position.Moved {
		return nil
	}
	var all []string
	for _, a := range r.at.Against {
		all = append(all, fmt.Sprintf("%s: that would be: %s", r.saying(a.By[0]), r.whatNext(a)))
	}
	return all
}

// unsure is what comes next and why that is uncertain; "" if it is not.
func (r *resumption) unsure() string {
	next := r.whatNext(r.at.Answer)
	switch {
	case !r.at.Unsure:
		return ""
	case r.at.Started != "":
		return fmt.Sprintf("uncertain: go on with milestone %s, which is in progress by the roadmap and has no phase here, or begin the next one", r.at.Started)
	case r.at.Mute:
		return fmt.Sprintf("uncertain: %s, by the plans and the roadmap alone: %s says nothing about it that is understood", next, path.Base(r.State().File.Name))
	case r.at.Ahead != "":
		return fmt.Sprintf("uncertain: %s, or the work is at phase %s or past it, which commits after the state name", next, r.at.Ahead)
	case r.at.Commits == 0:
		return fmt.Sprintf("uncertain: %s, or %s", next, r.whatNext(r.at.Against[0]))
	}
	text := fmt.Sprintf("uncertain: %s, or what is planned elsewhere: %s came after the last change of %s", next, bootstrap.Count(r.at.Commits, "commit"), r.in.Path)
	if len(r.at.Elsewhere) > 0 {
		text += ", and changed " + someOf(r.at.Elsewhere)
	}
	return text
}

// An obstacle is what holds the work up by what a session left, or by a threshold.
type obstacle struct {
	from       string // path of the file that says so
	what, text string // "blocked", and by what; "" if nothing does
	refuses    bool   // no session should go on by itself
}

// String returns o for people.
func (o obstacle) String() string { return joined(": ", o.what, o.text) }

// obstacle returns what holds the work up. Actions of a person come first. Source: GSD.
func (r *resumption) obstacle() obstacle {
	if all := r.personal(); len(all) > 0 {
		return obstacle{r.handoff.Doc.File.Name, "a person acts", all[0].Text, true}
	}
	for _, c := range r.left {
		if by := blockedBy(c); c.IsBlocked() && by != "" && !slices.Contains(r.at.Aside, c.File.Name) {
			return obstacle{c.File.Name, "blocked", by, true}
		}
	}
	if h := r.handoff; h != nil {
		for _, b := range h.Blockers {
			if b.Text != "" && b.Detail == "" { // there is no way round it
				return obstacle{h.Doc.File.Name, "blocked", b.Text, false}
			}
		}
	}
	if stops := r.limitsDue(threshold.Stop); len(stops) > 0 {
		return obstacle{threshold.StateFile, "a person decides", stops[0].Problem, false}
	}
	return obstacle{}
}

// personal are the actions of the hand-off that hold the work up.
func (r *resumption) personal() []position.Item {
	if r.handoff == nil {
		return nil
	}
	var all []position.Item
	for _, a := range r.handoff.Actions {
		if a.Blocking && a.Text != "" && !r.IsPastIn(a.Text+" "+a.Detail) {
			all = append(all, a)
		}
	}
	for _, b := range r.handoff.Blockers {
		if b.Status == "human_action" && b.Text != "" {
			all = append(all, b)
		}
	}
	return all
}

// blockedBy is what a note says that the work is blocked by: its first blocker, or where it stopped.
func blockedBy(c *position.Continue) string {
	if all := c.Standing(); len(all) > 0 {
		return spelling.OneLine(all[0].Text)
	}
	if c.Blockers.Text != "" {
		return "" // it says that there is none any more
	}
	return spelling.Cut(spelling.OneLine(cmp.Or(c.State.Text, c.Next.Text)), 2*maxSaid)
}

// move is what comes next at the plan at hand: in a list, and as an order to a session.
func (r *resumption) move() (entry, order string) {
	p, g, id := r.at.Plan, r.at.Gate, ""
	if p != nil {
		id = r.quotedID(p)
	}
	switch t := r.taskAt(); {
	case p == nil && len(r.Faults) > 0 && len(r.Plans) == 0:
		return "its plans cannot be read", r.whatNext(r.at.Answer)
	case p == nil:
		return r.whatNext(r.at.Answer) + r.whatActs(), r.whatNext(r.at.Answer)
	case r.Done(p):
		return r.titled(p), fmt.Sprintf("plan %s is done: %s lies beside it", id, r.summaryOf(p))
	case r.problem() != "":
		entry = r.gateName(g) + " has a reported problem: " + r.problem()
		order = "solve the problem that was reported at the checkpoint %s: %s; then put it to the person again"
		return entry, fmt.Sprintf(order, r.quotedGate(g), bootstrap.QuoteValue(r.problem()))
	case r.waits():
		entry = joined(" ", r.gateName(g)+" waits:", kindOfGate(g), g.Title)
		return entry, "put the checkpoint " + r.quotedGate(g) + " to the person, and wait for the answer"
	case r.at.Finished():
		entry = r.idOf(p) + " requires its summary: " + path.Base(planfile.SummaryName(p.File.Name))
		return entry, "all tasks of plan " + id + " are done or answered"
	case t != nil:
		entry = joined(" ", r.idOf(p), fmt.Sprintf("task %d:", t.Number), t.Title())
		return entry, fmt.Sprintf("go on with task %d of plan %s", t.Number, id)
	}
	return r.titled(p), "execute plan " + id
}

// whatActs is what a person has to do, where no file of checks has it: the words of the state.
func (r *resumption) whatActs() string {
	if r.at.Kind != position.AskPerson || len(r.at.By) == 0 || r.Check(r.at.Answer.Phase) != "" {
		return ""
	}
	return ", " + spelling.Cut(spelling.OneLine(r.at.By[0].Text), maxSaid)
}

// titled is the id of a plan with its title.
func (r *resumption) titled(p *planfile.Plan) string {
	id, title := r.idOf(p), titleOf(p)
	if strings.HasPrefix(title, id) {
		return title
	}
	return joined(" ", id, title)
}

// taskAt is the task to go on with; nil if nobody says.
func (r *resumption) taskAt() *planfile.Task {
	if r.at.Plan == nil || r.at.Task == 0 || r.at.Task > len(r.at.Plan.Tasks) {
		return nil
	}
	return r.at.Plan.Tasks[r.at.Task-1]
}

// goOn says what a session does next.
func (r *resumption) goOn(step *bootstrap.Step) {
	add := func(format string, args ...any) { step.Points = append(step.Points, fmt.Sprintf(format, args...)) }
	has := func(p bootstrap.Part) bool {
		return p.Title == actionsTitle || p.Title == bootstrap.BlockersTitle && !r.ofState(p)
	}
	if slices.ContainsFunc(r.told, has) {
		add("tell the person of the blockers and actions first")
	}
	p, unsure := r.at.Plan, r.unsure()
	_, order := r.move()
	add("%s", cmp.Or(unsure, order))
	isDone := unsure == "" && p != nil && r.Done(p)
	if text := r.because(r.at.Answer); text != "" && !isDone && (r.in.Selected == "" || len(r.at.By) > 0) {
		add("why: %s", text)
	}
	switch {
	case unsure != "":
		add("ask, or find out which holds, before anything is changed")
	case p != nil && !isDone:
		r.goThrough(p, add)
	}
}

// goThrough says how a session goes through a plan.
func (r *resumption) goThrough(p *planfile.Plan, add func(format string, args ...any)) {
	if g := r.at.Gate; g != nil {
		if !r.at.Reached {
			add("stop at the checkpoint %s, a %s, and put it to the person", r.quotedGate(g), quotedKind(g))
		}
		add("%s", r.answerCommand(g))
	}
	if name := r.summaryOf(p); name != "" && r.at.Finished() && r.at.Gate == nil {
		add("write %s, and bring the state up to date", name)
	} else if name != "" {
		add("when it is done write %s, and bring the state up to date", name)
	}
	aside := func(name string) bool { return slices.Contains(r.at.Aside, name) }
	if names := slices.DeleteFunc(r.oneShot(), aside); len(names) > 0 {
		add("delete %s once the work is taken up", someOf(names))
	}
}

// summaryOf is the name of the summary that a plan gets; "" if it gets none.
func (r *resumption) summaryOf(p *planfile.Plan) string {
	if name := planfile.SummaryName(p.File.Name); name != "" {
		return bootstrap.QuotePath(path.Base(name))
	}
	return ""
}

// commitsOf returns how many commits name p, of which no file says that it was begun, as tools of
// its family do, "feat(03-06): …", since the plan was added: numbers of plans begin again with
// each milestone. Commits that made the plan, "docs(03-06): create plan", are no work on it.
func (r *resumption) commitsOf(p *planfile.Plan) int {
	if p == nil || r.in.Repository.CountCommits == nil || r.at.Task > 0 || r.Done(p) || p.ID().Phase == "" || p.ID().Plan == "" {
		return 0
	}
	number := func(text string) string { return "0*" + regexp.QuoteMeta(strings.TrimLeft(text, "0")) }
	scope := "\\(" + number(p.ID().Phase) + "-" + number(p.ID().Plan) + "\\)!?: "
	n := r.in.Repository.CountCommits(p.File.Name, "^[A-Za-z]+"+scope)
	if n == 0 {
		return 0
	}
	made := r.in.Repository.CountCommits(p.File.Name, "^docs"+scope+"(create|add|revise|update) ((the|phase) )*plans?( |$)")
	return max(n-made, 0)
}

// idOf is the id of a plan, or its path where it has none.
func (r *resumption) idOf(p *planfile.Plan) string {
	return cmp.Or(spelling.OneLine(p.ID().String()), p.File.Name)
}

// quotedID returns the id of a plan, or its path, as it is printed.
func (r *resumption) quotedID(p *planfile.Plan) string { return bootstrap.QuotePath(r.idOf(p)) }

// someOf are the first few of names, as paths.
func someOf(names []string) string {
	var quoted []string
	for _, name := range names {
		quoted = append(quoted, bootstrap.QuotePath(spelling.OneLine(name)))
	}
	return firstFew(quoted)
}

// firstFew lists the first few of texts, and how many more there are.
func firstFew(texts []string) string {
	const most = 5
	n := min(len(texts), most)
	text := strings.Join(texts[:n], ", ")
	if left := len(texts) - n; left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}
