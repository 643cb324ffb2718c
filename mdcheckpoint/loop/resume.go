package loop

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/loop/tasks"
	"mdck/mdcheckpoint/protocol"
)

// A Resume describes how a track continues. Scripts read its JSON.
type Resume struct {
	Step   string `json:"step"`
	Status string `json:"status"`
	Action Action `json:"action"`
	To     string `json:"to"`    // the next step, if Action is Move
	Agent  string `json:"agent"` // who does the step, if Action is Dispatch, Continue or Partial

	// From is the value for --resume-from: a task such as "2.3" or "Phase 2, Task 1", or "".
	From    string        `json:"resume_from"`
	Next    *tasks.Task   `json:"-"`
	Earlier []*tasks.Task `json:"-"`
	Fixes   []string      `json:"fixes_remaining"` // only for FIX

	Blockers []Blocker `json:"blockers"`        // active blockers
	Cycles   *int      `json:"fix_cycle_count"` // nil for an invalid number or limit
	Limit    *int      `json:"max_fix_cycles"`  // likewise
	Notes    []string  `json:"notes"`

	LoopMissing bool   `json:"-"` // there is no loop_state; a migration would add it
	PlanMissing bool   `json:"-"` // LoopMissing is true, and the track has no plan either
	Remark      string `json:"-"` // what else a reader should know, or ""

	Due      []protocol.Due `json:"-"`        // overdue actions, which come first
	Reasons  []string       `json:"reasons"`  // why Action is next, in sentences
	Warnings []string       `json:"warnings"` // problems of the state, in sentences
}

// Resume returns how the track continues. It fails for unreadable metadata, or if no file exists.
func (t *Track) Resume() (*Resume, error) {
	m := t.Metadata
	switch err := t.Faults[t.Path]; {
	case err != nil:
		return nil, err
	case m == nil && t.Plan == nil && !t.hasFiles(t.Dir):
		_, err = t.ready()
		return nil, err
	case m == nil || m.lacksLoop():
		return t.resumePlan(), nil
	}
	if err := m.needsLoop(); err != nil {
		return nil, err
	}
	return t.resumeLoop(), nil
}

func (m *Metadata) newResume() *Resume {
	r := &Resume{Fixes: []string{}, Notes: []string{}, Warnings: []string{}}
	r.Blockers = append([]Blocker{}, m.activeBlockers()...)
	if cycles, limit, err := m.fixes(); err == nil {
		r.Cycles, r.Limit = &cycles, &limit
	}
	return r
}

func (t *Track) resumeLoop() *Resume {
	m := t.Metadata
	r := m.newResume()
	r.Step, r.Status = m.Step(), m.statusNow()
	c := m.Checkpoint(r.Step)
	r.Notes = append(r.Notes, c.notes()...)
	r.applyTable(m)
	r.applyDue(t.due())
	t.replaceUnstartable(r)
	if t.whyFinished() != "" {
		r.finish(t)
	}
	if r.Action == Dispatch || r.Action == Continue || r.Action == Partial {
		r.Agent = m.agentOf(r.Step)
	}
	r.addWarnings(m)
	switch {
	case r.Action == Move:
	case isExecute(r.Step):
		t.findTasks(r, c)
	case r.Step == Fix:
		r.Fixes = append(r.Fixes, c.remaining()...)
	}
	return r
}

// finish makes Nothing the next action, with a remark if unplanned names a track.
func (r *Resume) finish(t *Track) {
	r.Action, r.To, r.Reasons, r.Remark = Nothing, "", []string{t.whyFinished()}, ""
	if dir := t.unplanned(); dir != "" {
		r.Remark = tracksFile + " lists " + dir + ", which has no files: write its " + specFile + " and " + PlanFile
		r.warn("%s", r.Remark)
	}
}

func (r *Resume) applyTable(m *Metadata) {
	row := m.row(r)
	r.Action, r.Reasons = row.do, []string{row.why}
	if row.do == Move {
		r.To = m.target(cmp.Or(row.to, stepOf(r.Step).Next))
	}
	if r.Step != "" && row.warn {
		r.warn("the protocol does not say how to continue from step %s with status %s", r.Step, r.Status)
	}
}

func (r *Resume) warn(format string, args ...any) {
	r.Warnings = append(r.Warnings, fmt.Sprintf(format, args...))
}

func (r *Resume) applyDue(due []protocol.Due) {
	if r.Due = due; len(due) == 0 {
		return
	}
	table := r.Reasons
	r.Reasons = nil
	for _, d := range due {
		r.Reasons = append(r.Reasons, d.Problem)
	}
	if r.Action == Escalate { // keep the reason of the table, which has the same action
		r.Reasons = append(r.Reasons, table...)
	}
	r.setAction(due)
}

func (t *Track) replaceUnstartable(r *Resume) {
	for range steps {
		refused := t.refused("start", cmp.Or(r.To, r.Step))
		if r.Action != Move && r.Action != Dispatch || refused == nil {
			return
		}
		r.Reasons = append(r.Reasons, refused.Due[0].Problem)
		r.setAction(refused.Due)
	}
}

func (r *Resume) setAction(due []protocol.Due) {
	step := due[0].Command[2]
	switch {
	case slices.ContainsFunc(due, func(d protocol.Due) bool { return d.Person }):
		r.Action, r.To = Escalate, ""
	case sameStep(step, r.Step):
		r.Action, r.To = Dispatch, ""
	default:
		r.Action, r.To = Move, step
	}
}

func (t *Track) resumePlan() *Resume {
	r := t.Metadata.newResume()
	r.LoopMissing, r.Remark = true, t.remark()
	open := openOf(t.Plan.Tasks(), nil)
	if t.whyFinished() != "" {
		r.finish(t)
		if len(open) > 0 {
			r.warn("%s not ticked in %s", spelling.CountAs(len(open), "task is", "tasks are"), PlanFile)
		}
		return r
	}
	r.Reasons = []string{r.applyPlan(t.Plan, open)}
	if l := t.registered(); r.Remark != "" {
		r.Reasons = append(r.Reasons, r.Remark)
	} else if l.entry != nil {
		r.Reasons = append(r.Reasons, tracksFile+" lists the track as "+l.String())
	}
	return r
}

// applyPlan sets the action and the tasks from p, which may be nil, and returns the reason.
func (r *Resume) applyPlan(p *tasks.Plan, open []*tasks.Task) string {
	r.Action = Dispatch
	switch {
	case len(open) > 0:
		r.Action = Continue
		return r.chooseTask(open, p.Last())
	case p.AllDone():
		r.Action = Conclude
		if r.Next = p.Unticked(); r.Next != nil {
			r.Action = Continue
		}
		return "all tasks of " + PlanFile + " are done"
	case p.Total() > 0:
		r.Action = Escalate
		return spelling.CountAs(p.Count(tasks.Stopped), "task is", "tasks are") + " blocked in " + PlanFile
	case p == nil:
		r.PlanMissing = true
		return PlanFile + " is missing"
	}
	return "no line of " + PlanFile + " has a checkbox"
}

// chooseTask sets Next and Earlier from the open tasks, and returns the reason. last is the last
// completed task, or nil.
func (r *Resume) chooseTask(open []*tasks.Task, last *tasks.Task) string {
	rest := unskipped(open, last)
	first := max(0, slices.IndexFunc(rest, func(t *tasks.Task) bool { return t.Mark == tasks.Begun }))
	r.Next, r.Earlier = rest[first], rest[:first]
	why := fmt.Sprintf("task %q is the first task that is %s", r.Next.Name(), r.Next.Mark)
	if n := slices.Index(open, r.Next); n > first {
		why += ", except for " + spelling.Count(n-first, "skipped task")
	}
	return why
}

// unskipped returns the open tasks that nobody skipped, or else all.
func unskipped(open []*tasks.Task, last *tasks.Task) []*tasks.Task {
	isPassed := func(t *tasks.Task) bool {
		return t.Person() && (t.Passed && t.Mark == tasks.Open || last != nil && t.Line < last.Line)
	}
	isWork := func(t *tasks.Task) bool { return !t.Person() && !t.Deferred() }
	alone := slices.ContainsFunc(open, isPassed) && slices.ContainsFunc(open, isWork) // the work does not wait for a person
	rest := slices.DeleteFunc(slices.Clone(open), func(t *tasks.Task) bool {
		return t.Deferred() || isPassed(t) || alone && t.Person() && t.Mark == tasks.Open
	})
	if len(rest) == 0 {
		return open
	}
	return rest
}

func (m *Metadata) row(r *Resume) *rule {
	status := effectiveStatus(r.Status)
	i := slices.IndexFunc(table[:], func(row rule) bool {
		if row.step != "" && !sameStep(row.step, r.Step) || row.status != "" && row.status != status {
			return false
		}
		return row.when == nil || row.when(m)
	})
	return &table[i]
}

// businessSync reports whether BUSINESS_SYNC must follow a passed evaluation.
func (m *Metadata) businessSync() bool {
	for _, key := range [...]struct{ step, name string }{{EvaluateExecution, "business_sync_required"}, {BusinessSync, "required"}} {
		if required, ok := truth(m.Checkpoint(key.step).Value.Get(key.name)); ok {
			return required
		}
	}
	return false
}

// target returns this track's name for a step. Only EXECUTE has two names.
func (m *Metadata) target(step string) string {
	if step != Execute {
		return step
	}
	if c := m.Checkpoint(Execute); isExecute(c.Step) {
		return c.Step
	}
	if m.Version() >= 3 || strings.EqualFold(text(m.loop("execution_mode")), "parallel") {
		return ParallelExecute
	}
	return Execute
}

func (m *Metadata) agentOf(step string) string {
	if agent := m.Checkpoint(step).agent(); agent != "" {
		return agent
	}
	s := stepOf(step)
	switch {
	case s == nil:
		return ""
	case m.legacy() && s.Legacy != "":
		return s.Legacy
	}
	return s.Agent
}

func (r *Resume) addWarnings(m *Metadata) {
	if raw := m.currentStep(); Fold(raw) == NotStarted {
		r.warn("current_step is %q; mdck reads it as %s", raw, Planning)
	}
	for _, p := range m.check(nil, false) {
		if !p.Warning {
			r.warn("%s", p.Message)
		}
	}
}

// findTasks sets From, Next to the first open task after last_task, and Earlier to those before it.
func (t *Track) findTasks(r *Resume, c *Checkpoint) {
	last := strings.TrimSpace(c.lastTask())
	r.From = tasks.IDOf(last)
	if t.Plan == nil {
		r.warn("%s is missing or cannot be read, so the next task is unknown", PlanFile)
		return
	}
	task := t.Plan.Find(last)
	if r.From == "" && task != nil && task.ID != "" {
		r.From = task.Name()
	}
	all := t.Plan.Tasks()
	at, listed := slices.Index(all, task), c.listed(t.Plan)
	if open := openOf(all[at+1:], listed); len(open) > 0 {
		r.Next = open[0]
	}
	r.Earlier = openOf(all[:max(at, 0)], listed)
	r.addReasons(t.Plan, last, task)
}

func openOf(all []*tasks.Task, completed map[string]bool) []*tasks.Task {
	return slices.DeleteFunc(slices.Clone(all), func(t *tasks.Task) bool {
		return !t.Open() || completed[tasks.Key(t.Name())]
	})
}

func (r *Resume) addReasons(p *tasks.Plan, last string, task *tasks.Task) {
	switch {
	case p.Total() == 0:
		r.warn("%s has no tasks", PlanFile)
		return
	case last != "" && task == nil:
		r.warn("last_task %q is not a task in %s; the first open task is next", short(last), PlanFile)
	case task != nil && task.Mark != tasks.Done:
		r.warn("last_task %q is %s in %s", short(last), task.Mark, PlanFile)
	}
	why := "no task is open"
	if r.Next != nil {
		why = fmt.Sprintf("task %q is the first open task", r.Next.Name())
	}
	if task != nil {
		why += fmt.Sprintf(" after %q", task.Name())
	}
	r.Reasons = append(r.Reasons, why)
	if n := p.Count(tasks.Stopped); n > 0 {
		r.Reasons = append(r.Reasons, spelling.CountAs(n, "task is", "tasks are")+" blocked in "+PlanFile)
	}
}

// NextAction returns the next action as one line. quoteTask formats names of tasks, quote all other
// names.
func (r *Resume) NextAction(quote, quoteTask func(string) string) string {
	if r.LoopMissing && r.Action != Nothing && r.Action != Escalate {
		return r.nextInPlan(quoteTask)
	}
	step, next := "step "+quote(r.Step), ""
	switch r.Action {
	case Dispatch:
		next = "begin " + step
		if r.Status == Failed {
			next = "read the notes, then start " + step + " again"
		}
	case Continue:
		next = "continue " + step
	case Partial:
		next = "handle the failures in " + step + ", and continue the tasks that do not depend on them"
	case Move:
		next = "go to step " + quote(r.To)
	case Board:
		next = "ask the board to decide on the plan"
	case Escalate:
		next = "ask a person to decide"
	case Conclude:
		next = "write the retrospective, then complete the track"
	case Nothing:
		if next = r.Remark; next == "" {
			next = "nothing"
		}
		return next
	}
	if r.Next != nil && r.Action != Escalate {
		next += " at task " + quoteTask(r.Next.Name())
	}
	if r.Agent != "" {
		next += " with " + quote(r.Agent)
	}
	return next
}

func (r *Resume) nextInPlan(quote func(string) string) string {
	next := "continue with " + PlanFile
	switch {
	case r.Action == Conclude:
		next = "all tasks are done"
	case r.PlanMissing:
		next = "write " + PlanFile
	case r.Next != nil && r.Next.Person():
		next = "ask a person: " + quote(r.Next.Title())
	case r.Next != nil:
		next = "continue with task " + quote(r.Next.Title())
	}
	if r.Remark != "" {
		next += " (" + r.Remark + ")"
	}
	return next
}
