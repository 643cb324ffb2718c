package plan

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/protocols/plan/position"
	"mdck/internal/protocols/plan/threshold"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/plan/planfile"
)

func (r *resumption) whatNext(a *position.Answer) string {
	next, _ := r.nextAndFact(a)
	return next
}

func (r *resumption) nextAndFact(a *position.Answer) (next, fact string) {
	phase, number := "", ""
	if a.Phase != nil {
		phase, number = "phase "+phaseTitle(a.Phase), "phase "+a.Phase.Number
	}
	switch a.Kind {
	case position.Execute:
		if a.Plan == nil {
			return "execute plan " + a.Missing.String() + ", whose file is missing", ""
		}
		return "execute plan " + r.quotedID(a.Plan), quotedBase(a.Plan.File.Name) + " has no summary"
	case position.PlanPhase:
		return "plan " + phase, number + " has no plans"
	case position.VerifyPhase:
		return "verify " + phase, "the plans of " + number + " are done"
	case position.CloseGaps:
		return "plan the work that the verification of " + phase + " found missing", "the plans of " + number + " are done"
	case position.AskPerson:
		if name := a.Phase.Check(); name != "" {
			return "a person must accept " + phase + ": " + quotedBase(name), quotedBase(name) + " is not complete"
		}
		return "a person must act: " + phase, ""
	case position.EndMilestone:
		open := openPhases(a)
		return joined(" ", "complete the milestone", r.MilestoneOf(a)) + ": " + open, open
	case position.Moved:
		return "follow " + spelling.QuotePath(spelling.OneLine(a.By[0].Text)) + ": the work is planned there", ""
	case position.NewMilestone:
		closed := joined(" ", r.MilestoneOf(a), "was closed")
		if closed == "was closed" {
			closed = "define its requirements and its phases"
		}
		return "start the next milestone: " + closed, "no phase is open"
	}
	if len(a.By) > 0 {
		return "follow the note " + quotedBase(a.By[0].Path), ""
	}
	if i := slices.IndexFunc(r.SessionFiles, func(l *position.SessionFile) bool { return !r.at.IsStale(l) && strings.TrimSpace(l.File.Text) != "" }); i >= 0 {
		return "follow the note " + quotedBase(r.SessionFiles[i].File.Name), ""
	}
	return "plan the next step: no file names it", ""
}

func quotedBase(name string) string { return spelling.QuotePath(path.Base(name)) }

func phaseTitle(ph *position.Phase) string {
	switch {
	case ph.Dir != "":
		return quotedBase(ph.Dir)
	case ph.Name == "" || ph.Name == ".":
		return ph.Number
	}
	return ph.Number + " " + spelling.QuoteValue(spelling.OneLine(ph.Name))
}

func (r *resumption) reason(a *position.Answer) string {
	_, fact := r.nextAndFact(a)
	switch {
	case len(a.By) > 0:
		return joined("; ", r.formatStatement(a.By[0]), fact)
	case a.Kind == position.Unknown:
		return ""
	case a.Newer != "":
		return joined(" ", spelling.QuotePath(a.Newer), "is newer than the state;", fact)
	}
	return joined(", ", "according to the plans and the roadmap", fact)
}

func openPhases(a *position.Answer) string {
	if len(a.Open) == 0 {
		return "all its phases are done"
	}
	var numbers []string
	for _, ph := range a.Open {
		numbers = append(numbers, ph.Number)
	}
	return "the work is past these unfinished phases: " + firstPaths(numbers)
}

func (r *resumption) formatStatement(s *position.Statement) string {
	where := quotedBase(s.Path)
	if f := r.Files[s.Path]; f != nil && s.Span.End > 0 {
		where = fmt.Sprintf("%s, line %d", where, f.Line(s.Span.Start))
	}
	bare := strings.ReplaceAll(strings.ReplaceAll(s.Text, "`", ""), "**", "")
	text := spelling.Cut(spelling.OneLine(bare), maxQuoted)
	field := spelling.QuoteValue(strings.ToLower(cmp.Or(s.Field, "position")))
	return joined(" ", field, "is", spelling.QuoteValue(text), "in", where)
}

const maxQuoted = 80

func (r *resumption) contradictions() []string {
	if r.at.Kind == position.Moved {
		return nil
	}
	var all []string
	for _, a := range r.at.Against {
		if len(a.By) == 0 {
			continue
		}
		all = append(all, r.formatStatement(a.By[0])+", which means: "+r.whatNext(a))
	}
	return all
}

func (r *resumption) uncertainty() string {
	at, next := r.at, r.whatNext(r.at.Answer)
	switch {
	case !at.Unsure:
		return ""
	case at.NoStatement:
		return fmt.Sprintf("uncertain: %s; mdck found no next step in %s and used only the plans and the roadmap", next, path.Base(r.State().File.Name))
	case at.Ahead != "":
		return fmt.Sprintf("uncertain: %s; newer commits name phase %s, so the work may be at that phase or later", next, at.Ahead)
	case at.Commits == 0:
		return "uncertain: either " + next + ", or " + r.whatNext(at.Against[0])
	}
	text := fmt.Sprintf("uncertain: %s, or do other planned work: there are %s after the last change of %s", next, spelling.Count(at.Commits, "commit"), r.in.Path)
	if len(at.Elsewhere) > 0 {
		text += ", in " + firstPaths(at.Elsewhere)
	}
	return text
}

// obstacle returns the first reason why the work cannot continue, or zero. Source: GSD.
type obstacle struct {
	from       string
	what, text string // kind, such as "blocked", and description, or ""
	refuses    bool   // only a person may continue
}

func (o obstacle) String() string {
	return joined(": ", o.what, o.text)
}

// obstacle returns the first reason why the work cannot continue. Source: GSD.
func (r *resumption) obstacle() obstacle {
	for _, l := range r.fresh {
		if all := r.personActions(l); len(all) > 0 {
			return obstacle{l.File.Name, "a person must act", all[0].Text, true}
		}
	}
	for _, l := range r.fresh {
		if by := blockedBy(l); by != "" {
			return obstacle{l.File.Name, "blocked", by, true}
		}
	}
	for _, l := range r.fresh {
		for _, b := range l.Blockers {
			if l.IsHandoff() && b.Text != "" && b.Detail == "" { // the blocker has no workaround
				return obstacle{l.File.Name, "blocked", b.Text, false}
			}
		}
	}
	if stops := r.limitsDue(threshold.Stop); len(stops) > 0 {
		return obstacle{threshold.StateFile, "a person must decide", stops[0].Problem, false}
	}
	return obstacle{}
}

func (r *resumption) personActions(l *position.SessionFile) (all []position.Item) {
	for _, a := range l.Actions {
		if a.Blocking && a.Text != "" && !r.IsPastIn(a.Text+" "+a.Detail) {
			all = append(all, a)
		}
	}
	for _, b := range l.Blockers {
		if b.Status == "human_action" && b.Text != "" {
			all = append(all, b)
		}
	}
	return all
}

func blockedBy(l *position.SessionFile) string {
	switch {
	case l.IsHandoff() || !l.IsBlocked() || l.IsAside() || l.Cleared:
		return ""
	case len(l.Blockers) > 0:
		return spelling.OneLine(l.Blockers[0].Text)
	}
	return spelling.Cut(spelling.OneLine(cmp.Or(l.CurrentState.Text, l.Next.Text)), 2*maxQuoted)
}

// nextAction describes the next action as an entry of a list and as an instruction.
func (r *resumption) nextAction() (entry, order string) {
	p, g, next := r.at.Plan, r.at.Gate, r.whatNext(r.at.Answer)
	switch {
	case p == nil && len(r.Faults) > 0 && len(r.Plans) == 0:
		return "its plans cannot be read", next
	case p == nil:
		return next + r.personTask(), next
	}
	id, quoted := r.idOf(p), r.quotedID(p)
	switch t := r.taskAt(); {
	case r.Done(p):
		order = "plan " + quoted + " is done"
		if name := planfile.Summary(r.Names, p.File.Name); name != "" {
			order += ": " + quotedBase(name) + " exists"
		}
		return r.idAndTitle(p), order
	case r.problem() != "":
		entry = r.gateName(g) + " has a reported problem: " + r.problem()
		order = "solve the problem reported at the checkpoint %s: %s; then present the checkpoint to the person again"
		return entry, fmt.Sprintf(order, r.quotedGate(g), spelling.QuoteValue(r.problem()))
	case r.waits():
		entry = joined(": ", r.gateName(g)+" waits for a person", g.Title)
		return entry, "present the checkpoint " + r.quotedGate(g) + " to the person, and wait for the answer"
	case r.at.Finished():
		entry = "write the summary " + path.Base(planfile.SummaryName(p.File.Name))
		return entry, "no task of plan " + quoted + " is open"
	case t != nil:
		entry = joined(" ", id, taskText(t))
		return entry, fmt.Sprintf("continue with task %d of plan %s", t.Number, quoted)
	}
	return r.idAndTitle(p), "execute plan " + quoted
}

func (r *resumption) personTask() string {
	a := r.at.Answer
	if a.Kind != position.AskPerson || len(a.By) == 0 || a.Phase.Check() != "" {
		return ""
	}
	return ", " + spelling.Cut(spelling.OneLine(a.By[0].Text), maxQuoted)
}

func (r *resumption) idAndTitle(p *planfile.Plan) string {
	id, title := r.idOf(p), p.Name()
	if strings.HasPrefix(title, id) {
		return title
	}
	return joined(" ", id, title)
}

func (r *resumption) taskAt() *planfile.Task {
	at := r.at
	if at.Plan == nil || at.Task == 0 || at.Task > len(at.Plan.Tasks) {
		return nil
	}
	return at.Plan.Tasks[at.Task-1]
}

func (r *resumption) continueWork(step *bootstrap.Step) {
	isFirst := func(p bootstrap.Part) bool {
		return p.Title == actionsTitle || p.Title == bootstrap.BlockersTitle && !r.isOfState(p)
	}
	if slices.ContainsFunc(r.priorities, isFirst) {
		addPoint(step, "first report the blockers and actions to the person")
	}
	p, uncertainty := r.at.Plan, r.uncertainty()
	_, order := r.nextAction()
	addPoint(step, "%s", cmp.Or(uncertainty, order))
	isDone := uncertainty == "" && p != nil && r.Done(p)
	isMeant := r.in.Selected == "" || len(r.at.By) > 0
	if text := r.reason(r.at.Answer); text != "" && !isDone && isMeant {
		addPoint(step, "reason: %s", text)
	}
	switch {
	case uncertainty != "":
		addPoint(step, "before you change anything, find out which of these is true, or ask")
	case p != nil && !isDone:
		r.addPlanPoints(p, step)
	}
}

//go:noinline
func addPoint(step *bootstrap.Step, format string, args ...any) {
	step.Points = append(step.Points, fmt.Sprintf(format, args...))
}

func (r *resumption) addPlanPoints(p *planfile.Plan, step *bootstrap.Step) {
	g := r.at.Gate
	if g != nil && !r.at.Reached {
		addPoint(step, "stop at the %s checkpoint %s, and present it to the person", quotedKind(g), r.quotedGate(g))
	}
	if g != nil {
		addPoint(step, "%s", r.answerCommand(g))
	}
	switch name := r.summaryOf(p); {
	case name == "":
	case r.at.Finished() && g == nil:
		addPoint(step, "write %s, and update the state", name)
	default:
		addPoint(step, "when the work is done, write %s, and update the state", name)
	}
	var names []string
	for _, l := range r.SessionFiles {
		if !l.IsAside() {
			names = append(names, l.File.Name)
		}
	}
	if len(names) > 0 {
		addPoint(step, "delete %s when you continue the work", firstPaths(names))
	}
}

func (r *resumption) summaryOf(p *planfile.Plan) string {
	if name := planfile.SummaryName(p.File.Name); name != "" {
		return quotedBase(name)
	}
	return ""
}

func (r *resumption) idOf(p *planfile.Plan) string {
	return cmp.Or(spelling.OneLine(p.ID().String()), p.File.Name)
}

func (r *resumption) quotedID(p *planfile.Plan) string {
	return spelling.QuotePath(r.idOf(p))
}

func firstPaths(names []string) string {
	var quoted []string
	for _, name := range names {
		quoted = append(quoted, spelling.QuotePath(spelling.OneLine(name)))
	}
	return spelling.JoinFirst(quoted, maxNamed)
}

const maxNamed = 5
