package loop

import (
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/loop/tasks"
	"mdck/mdcheckpoint/protocol"
)

// progress records the progress of a step, and updates its time even without other values. Task
// numbers are those of the plan if it has any. Existing counts are updated in place, next to the
// status or in "progress". A step that is not running is refused.
func (e *edit) progress() error {
	if err := e.fits(); err != nil {
		return err
	}
	if s := StatusOf(e.statusAt(e.step)); s == nil || !s.StepOnly {
		e.status(InProgress)
	}
	e.ensureStarted()
	if err := e.t.Faults[e.t.Beside(PlanFile)]; err != nil {
		e.note("%s cannot be read, so no number was taken from it: %v", PlanFile, err)
	}
	if e.Phases > 0 {
		e.count("current_phase", e.Phase)
		e.count("total_phases", e.Phases)
	}
	e.word("current_task", e.Task)
	e.counted("tasks_completed", e.Request.Done)
	if total := e.t.Plan.Total(); e.Request.Done != nil && total >= max(*e.Request.Done, 1) {
		e.count("tasks_total", total)
	}
	if err := e.taskDone(); err != nil {
		return err
	}
	e.counted("issues_fixed", e.Fixed)
	e.word("current_issue", e.Issue)
	e.set(e.now, "last_updated")
	return nil
}

// fits returns an error if the step is running in neither copy of its status, or if the request
// has values that do not fit the step or the plan.
func (e *edit) fits() error {
	status, total := e.statusAt(e.step), e.t.Plan.Total()
	s := StatusOf(status)
	runs := s == nil || s.Name == InProgress || s.StepOnly && s.Name != Escalated
	runs = runs || e.runningStatus(e.step) == InProgress
	switch {
	case e.bare():
		return protocol.BadRequest("", "%s has no checkpoint for progress", e.step)
	case !runs:
		return protocol.Refusal("mdck loop start "+e.step, "%s is %s; expected %s", e.step, status, InProgress)
	case e.Request.Done != nil && isExecute(e.step) && total > 0 && *e.Request.Done > total:
		return protocol.BadRequest("", "%d tasks done, but %s has %d", *e.Request.Done, PlanFile, total)
	case e.TaskDone != "" && !isExecute(e.step):
		return protocol.BadRequest("", "only step %s completes plan tasks, but this is %s", Execute, e.step)
	case (e.Fixed != nil || e.Issue != "") && e.step != Fix:
		return protocol.BadRequest("", "only step %s fixes issues, but this is %s", Fix, e.step)
	}
	return nil
}

// noteDecrease notes that less is done than was recorded.
func (e *edit) noteDecrease(key string, done int) {
	if before, ok := e.checkpoint().Count(key); ok && before > done {
		e.note("%s was %d", key, before)
	}
}

// home returns the paths at which to write key: where it exists, else where the protocol puts it
// for the step.
func (e *edit) home(key string) [][]string {
	flat, nested := e.at(key), e.at("progress", key)
	s := stepOf(e.step)
	switch {
	case e.Get(flat...) != nil && e.Get(nested...) != nil:
		return [][]string{flat, nested}
	case e.Get(flat...) == nil && (s == nil || s.Nested || e.checkpoint().has("progress")):
		return [][]string{nested}
	}
	return [][]string{flat}
}

func (e *edit) count(key string, n int) {
	for _, path := range e.home(key) {
		e.number(n, path...)
	}
}

// counted sets a count if n is given, and notes a decrease.
func (e *edit) counted(key string, n *int) {
	if n != nil {
		e.noteDecrease(key, *n)
		e.count(key, *n)
	}
}

// word sets key to value unless value is blank.
func (e *edit) word(key, value string) {
	if value = strings.TrimSpace(value); value == "" {
		return
	}
	for _, path := range e.home(key) {
		e.SetText(value, path...)
	}
}

// taskDone records a task of the plan as done, and ticks its box.
func (e *edit) taskDone() error {
	if e.TaskDone == "" {
		return nil
	}
	plan := e.t.Plan
	name, err := plan.Named(e.TaskDone)
	if err != nil {
		return err
	}
	e.tally(name)
	e.setLast(name)
	if e.Commit != "" {
		e.addCommit(name)
	}
	task := plan.Find(name)
	if task == nil || task.Mark == tasks.Done {
		return nil
	}
	text, ok := plan.Tick(task, e.Commit)
	if e.plan = text; !ok {
		e.note("task %q has no checkbox of its own in %s", task.Name(), PlanFile)
	}
	return nil
}

// tally sets the number of completed tasks and of all tasks. It counts the tasks that the plan or
// commits show as done, but never fewer than before, because not everybody ticks the boxes. The
// named task counts if it is new. A count above the total of the plan is not trusted.
func (e *edit) tally(name string) {
	plan, total, c := e.t.Plan, e.t.Plan.Total(), e.checkpoint()
	done := c.done(plan)
	if last := c.lastTask(); last != "" && (total == 0 || plan.Find(last) != nil) {
		done[plan.KeyOf(last)] = true
	}
	before, known := c.Count("tasks_completed")
	if total > 0 && before > total {
		e.note("tasks_completed was %d, but %s has %d tasks", before, PlanFile, total)
		before = 0
	}
	n := max(before, len(done))
	if name != "" && !done[plan.KeyOf(name)] {
		n++
	}
	if total > 0 {
		e.count("tasks_completed", min(n, total))
		e.count("tasks_total", total)
	} else if known || n > 0 {
		e.count("tasks_completed", n)
	}
}

// setLast records the last completed task. An existing name of the same task stays as it is.
func (e *edit) setLast(name string) {
	if tasks.Key(e.checkpoint().lastTask()) != tasks.Key(name) {
		e.word("last_task", name)
	}
}

// addCommit adds the commit to commits unless it is already listed for the task.
func (e *edit) addCommit(name string) {
	for _, c := range e.checkpoint().commits() {
		if strings.EqualFold(text(c.SHA), e.Commit) && c.Listed && tasks.Key(c.Task) == tasks.Key(name) {
			return
		}
	}
	e.word("last_commit", e.Commit)
	quote := jsondoc.Quote
	entry := `{"sha": ` + quote(e.Commit)
	if e.Message != "" {
		entry += `, "message": ` + quote(e.Message)
	}
	e.add("commits", entry+`, "task": `+quote(name)+"}")
}
