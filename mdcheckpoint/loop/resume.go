package loop

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// A Resume says how a track goes on.
type Resume struct {
	Step   string // the current one, as it is read
	Status string // step_status, as it is read
	Action Action
	To     string // step that Move goes to; "" otherwise
	Agent  string // that the step is handed to by Dispatch and Continue; "" if none is known

	// From is the value of --resume-from: the number of the task that was done last, or
	// its name such as "Phase 2, Task 1"; "" where nothing was, or where the step works no plan off.
	From    string
	Next    *Task    // the next task of the plan that is open; nil if none is, or there is no plan
	Earlier []*Task  // tasks before it that are open all the same
	Fixes   []string // that are left to be made, in FIX

	Blockers      []Blocker // that stand
	Cycles, Limit int       // of fixes; 0 and [MaxFixCycles] for what cannot be read, see [Metadata.FixText]
	Notes         []string  // of the checkpoint, to be read before the step is handed over again

	LoopMissing bool   // the track has no loop_state, which mdck loop migrate would add
	PlanMissing bool   // such a track has no plan either
	Remark      string // what else is known of it; "" if there is nothing

	Due      []protocol.Due // what is overdue, which then decides about Action and To
	Reasons  []string       // why, a sentence each
	Warnings []string       // what is odd about the state, a sentence each
}

// Resume returns how the track goes on: by what is overdue, else by the table of the
// protocol, or by the plan alone if there is no loop_state. It fails if there is neither
// metadata nor a plan, or if the metadata cannot be read.
func (t *Track) Resume() (*Resume, error) {
	m := t.Metadata
	switch err := t.Faults[t.Path]; {
	case err != nil:
		return nil, err
	case m == nil && t.Plan == nil && !t.specified():
		_, err = t.ready()
		return nil, err
	case m == nil || m.LacksLoop():
		return t.resumePlan(), nil
	}
	if err := m.needsLoop(); err != nil {
		return nil, err
	}
	r := &Resume{Step: m.Step(), Status: m.StatusNow(), Cycles: m.FixCycles(), Limit: m.FixLimit(), Blockers: m.ActiveBlockers()}
	c := m.Checkpoint(r.Step)
	if c != nil {
		for _, n := range c.Notes {
			r.Notes = append(r.Notes, n.Text)
		}
	}
	row := m.row(r)
	r.Action, r.Reasons = row.do, []string{row.why}
	switch {
	case r.Step == "":
		r.Warnings = append(r.Warnings, "loop_state has no current_step")
	case row.warn:
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s %s is in no table of the protocol", r.Step, r.Status))
	}
	if row.to != "" {
		r.To = m.target(row.to)
	}
	r.follow(t.Due())
	t.startable(r)
	if over := t.over(); over != "" {
		r.Action, r.To, r.Reasons = Nothing, "", []string{over}
	}
	if r.Action == Dispatch || r.Action == Continue || r.Action == Partial {
		r.Agent = m.agentOf(r.Step, c)
	}
	r.addWarnings(m, c)
	t.tasks(r, c)
	if r.Step == Fix && c != nil && r.Action != Move {
		r.Fixes = c.Remaining()
	}
	return r, nil
}

// specified reports whether the track has a specification.
func (t *Track) specified() bool {
	_, err := fs.Stat(t.Tree, t.Beside(specFile))
	return err == nil
}

// follow makes what is overdue the next action.
func (r *Resume) follow(due []protocol.Due) {
	if r.Due = due; len(due) == 0 {
		return
	}
	var why []string
	for _, d := range due {
		why = append(why, d.Problem)
	}
	if r.Action == Escalate { // the table agrees
		why = append(why, r.Reasons...)
	}
	r.Reasons = why
	r.turn(due)
}

// startable replaces a step that cannot be started by the one that has to be over before.
func (t *Track) startable(r *Resume) {
	for range Steps {
		if r.Action != Move && r.Action != Dispatch {
			return
		}
		refused := t.refused("start", cmp.Or(r.To, r.Step))
		if refused == nil {
			return
		}
		r.Reasons = append(r.Reasons, refused.Due[0].Problem)
		r.turn(refused.Due)
	}
}

// turn makes what is due the next action.
func (r *Resume) turn(due []protocol.Due) {
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

// resumePlan returns how a track without a state of the loop goes on: with the task of its plan
// that is in progress, else the first open one.
func (t *Track) resumePlan() *Resume {
	r := &Resume{Action: Continue, Limit: MaxFixCycles, LoopMissing: true, Remark: t.remark(), Blockers: t.Metadata.ActiveBlockers()}
	open := openOf(t.Plan.Tasks(), nil)
	switch first := max(0, slices.IndexFunc(open, func(t *Task) bool { return t.Mark == Begun })); {
	case t.over() != "":
		r.Action, r.Reasons = Nothing, []string{t.over()}
	case len(open) > 0:
		r.Next, r.Earlier, r.Reasons = open[first], open[:first], []string{fmt.Sprintf("task %q is the first that is open", open[0].Name())}
		if r.Next.Mark == Begun {
			r.Reasons[0] = fmt.Sprintf("task %q is in progress", r.Next.Name())
		}
	case t.allDone():
		r.Action, r.Reasons = Conclude, []string{"all tasks of " + PlanFile + " are done"}
	case t.Plan.Total() > 0:
		r.Action, r.Reasons = Escalate, []string{counted(t.Plan.Count(Stopped), "task is", "tasks are") + " blocked in " + PlanFile}
	case t.Plan == nil:
		r.Action, r.PlanMissing, r.Reasons = Dispatch, true, []string{PlanFile + " is missing"}
	default:
		r.Action, r.Reasons = Dispatch, []string{"no line of " + PlanFile + " has a box"}
	}
	if l := t.registered(); r.Action != Nothing && r.Remark != "" {
		r.Reasons = append(r.Reasons, r.Remark)
	} else if r.Action != Nothing && l.listing != nil {
		r.Reasons = append(r.Reasons, TracksFile+" has the track as "+l.String())
	}
	if r.Action == Nothing && len(open) > 0 {
		r.Warnings = append(r.Warnings, counted(len(open), "task is", "tasks are")+" not ticked in "+PlanFile)
	}
	return r
}

// row is the row of the table that holds.
func (m *Metadata) row(r *Resume) *rule {
	status := r.Status
	if s := StatusOf(status); s != nil {
		status = s.goesOn()
	}
	for i := range table {
		row := &table[i]
		if (row.step == "" || sameStep(row.step, r.Step)) && (row.status == "" || row.status == status) && m.meets(row.when) {
			return row
		}
	}
	return &table[len(table)-1]
}

// meets reports whether the state meets a condition of the table.
func (m *Metadata) meets(when condition) bool {
	switch when {
	case ifBlocked:
		return len(m.ActiveBlockers()) > 0
	case ifLimit:
		return m.FixCycles() >= m.FixLimit()
	case ifOver:
		return m.FixCycles() > m.FixLimit()
	case ifUnread:
		return m.unreadFixes() != nil
	case ifBusiness:
		return m.BusinessSync()
	case ifDone:
		return m.Done()
	case ifUnknown:
		return StepOf(m.Step()) == nil
	}
	return true
}

// BusinessSync reports whether BUSINESS_SYNC follows an evaluation that passed:
// business_sync_required of the evaluation decides, else required of the step.
func (m *Metadata) BusinessSync() bool {
	for _, key := range [...]struct{ step, name string }{{EvaluateExecution, "business_sync_required"}, {BusinessSync, "required"}} {
		if c := m.Checkpoint(key.step); c != nil {
			if required, ok := truth(c.Value.Get(key.name)); ok {
				return required
			}
		}
	}
	return false
}

// target is the step to go to, by the name that this track has for it: that of the
// checkpoint that is there, else in version 3, and in parallel execution,
// PARALLEL_EXECUTE.
func (m *Metadata) target(step string) string {
	if step != Execute {
		return step
	}
	if c := m.Checkpoint(Execute); c != nil && isExecute(c.Step) {
		return c.Step
	}
	if m.Version() >= 3 || strings.EqualFold(text(m.loop("execution_mode")).Text, "parallel") {
		return ParallelExecute
	}
	return Execute
}

// agentOf is who a step is handed to: who had it before, else as the protocol says.
func (m *Metadata) agentOf(step string, c *Checkpoint) string {
	if c != nil && c.Agent.Text != "" {
		return c.Agent.Text
	}
	s := StepOf(step)
	switch {
	case s == nil:
		return ""
	case m.Legacy() && s.Legacy != "":
		return s.Legacy
	}
	return s.Agent
}

// addWarnings adds what contradicts the state, or is not as the protocol writes it.
func (r *Resume) addWarnings(m *Metadata, c *Checkpoint) {
	warn := func(format string, args ...any) { r.Warnings = append(r.Warnings, fmt.Sprintf(format, args...)) }
	if raw := m.CurrentStep().Text; Fold(raw) == NotStarted {
		warn("current_step is %q: it is read as %s", raw, Planning)
	} else if c != nil && c.Status != "" && m.StepStatus().Text != "" && mismatched(r.Status, c.Status) {
		warn("step_status is %s, and checkpoint %s says %s: step_status decides", r.Status, c.Key, c.Status)
	}
	if v := m.loop("checkpoints"); v != nil && v.Kind&(jsondoc.Object|jsondoc.Null) == 0 {
		warn("checkpoints is no object: what is known of the steps cannot be read")
	}
	r.Warnings = append(r.Warnings, m.unreadable()...)
	if err := m.unreadFixes(); err != nil {
		r.Warnings = append(r.Warnings, err.Error())
	}
}

// mismatched reports whether two statuses are known to checkpoints and differ.
func mismatched(a, b string) bool {
	x, y := StatusOf(a), StatusOf(b)
	return x != nil && y != nil && !x.StepOnly && !y.StepOnly && x != y
}

// tasks adds where the plan goes on: behind the last task that was done, so that it
// is not done twice.
func (t *Track) tasks(r *Resume, c *Checkpoint) {
	if !isExecute(r.Step) || r.Action == Move {
		return
	}
	last := ""
	if c != nil {
		last = strings.TrimSpace(c.LastTask().Text)
	}
	r.From = taskID(last)
	if t.Plan == nil {
		r.Warnings = append(r.Warnings, PlanFile+" is not there or cannot be read: the next task is not known")
		return
	}
	task := t.Plan.Find(last)
	if r.From == "" && task != nil && task.ID != "" {
		r.From = task.Name()
	}
	before, behind := t.Plan.After(task)
	done := c.committed()
	if open := openOf(behind, done); len(open) > 0 {
		r.Next = open[0]
	}
	r.Earlier = openOf(before, done)
	r.explain(t.Plan, last, task)
}

// openOf are the tasks that are open, and that no commit is recorded of: not all who
// work a plan off tick its boxes.
func openOf(tasks []*Task, done map[string]bool) []*Task {
	var open []*Task
	for _, t := range tasks {
		if t.Open() && !done[taskKey(t.Name())] {
			open = append(open, t)
		}
	}
	return open
}

// explain says how the next task was found.
func (r *Resume) explain(p *Plan, last string, task *Task) {
	reason := func(format string, args ...any) { r.Reasons = append(r.Reasons, fmt.Sprintf(format, args...)) }
	switch {
	case last != "" && task == nil:
		r.Warnings = append(r.Warnings, fmt.Sprintf("last_task %q is not a task of %s: the first open task is next", short(last), PlanFile))
	case task != nil && task.Mark != Done:
		r.Warnings = append(r.Warnings, fmt.Sprintf("last_task %q is %s in %s", short(last), task.Mark, PlanFile))
	}
	switch {
	case p.Total() == 0:
		r.Warnings = append(r.Warnings, PlanFile+" has no tasks")
	case r.Next == nil && task != nil:
		reason("no task behind %q is open", task.Name())
	case r.Next == nil:
		reason("no task is open")
	case task != nil:
		reason("task %q is the first that is open behind %q", r.Next.Name(), task.Name())
	default:
		reason("task %q is the first that is open", r.Next.Name())
	}
	if n := p.Count(Stopped); n > 0 {
		reason("%s blocked in %s", counted(n, "task is", "tasks are"), PlanFile)
	}
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
