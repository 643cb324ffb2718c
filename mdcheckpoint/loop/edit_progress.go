package loop

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/loop/tasks"
	"mdck/mdcheckpoint/protocol"
)

func (e *edit) progress() error {
	if err := e.checkProgress(); err != nil {
		return err
	}
	if s := StatusOf(e.statusAt(e.step)); s == nil || !s.StepOnly {
		e.status(InProgress)
	}
	e.ensureStarted()
	if err := e.t.Faults[e.t.PathOf(PlanFile)]; err != nil {
		e.note("%s cannot be read, so no number was taken from it: %v", PlanFile, err)
	}
	if e.Phases > 0 {
		e.count("current_phase", e.Phase)
		e.count("total_phases", e.Phases)
	}
	e.setString("current_task", e.Task)
	e.setCount("tasks_completed", e.Request.Done)
	if total := e.t.Plan.Total(); e.Request.Done != nil && total >= max(*e.Request.Done, 1) {
		e.count("tasks_total", total)
	}
	if err := e.taskDone(); err != nil {
		return err
	}
	e.setCount("issues_fixed", e.Fixed)
	e.setString("current_issue", e.Issue)
	e.set(e.now, "last_updated")
	return nil
}

func (e *edit) checkProgress() error {
	status, total := e.statusAt(e.step), e.t.Plan.Total()
	s := StatusOf(status)
	runs := s == nil || s.Name == InProgress || s.StepOnly && s.Name != Escalated || e.runningStatus(e.step) == InProgress
	switch {
	case e.noCheckpoint():
		return protocol.BadRequest("", "step %s has no checkpoint, so it cannot record progress", e.step)
	case !runs:
		return protocol.Refusal("mdck loop start "+e.step, "%s is %s; expected %s", e.step, status, InProgress)
	case e.Request.Done != nil && isExecute(e.step) && total > 0 && *e.Request.Done > total:
		return protocol.BadRequest("", "--done is %d, but %s has only %d tasks", *e.Request.Done, PlanFile, total)
	case e.TaskDone != "" && !isExecute(e.step):
		return protocol.BadRequest("", "tasks can be completed only in step %s, but the step is %s", Execute, e.step)
	case (e.Fixed != nil || e.Issue != "") && e.step != Fix:
		return protocol.BadRequest("", "issues can be fixed only in step %s, but the step is %s", Fix, e.step)
	}
	return nil
}

func (e *edit) noteDecrease(key string, done int) {
	if before, ok := e.checkpoint().Count(key); ok && before > done {
		e.note("%s decreased from %d to %d", key, before, done)
	}
}

func (e *edit) pathsOf(key string) [][]string {
	flat, nested := e.at(key), e.at("progress", key)
	switch {
	case e.Get(flat...) != nil && e.Get(nested...) != nil:
		return [][]string{flat, nested}
	case e.Get(flat...) == nil && (e.checkpoint().has("progress") || e.step != Fix && !isExecute(e.step)):
		return [][]string{nested}
	}
	return [][]string{flat}
}

func (e *edit) count(key string, n int) {
	for _, path := range e.pathsOf(key) {
		e.number(n, path...)
	}
}

func (e *edit) setCount(key string, n *int) {
	if n != nil {
		e.noteDecrease(key, *n)
		e.count(key, *n)
	}
}

func (e *edit) setString(key, value string) {
	if value = strings.TrimSpace(value); value == "" {
		return
	}
	for _, path := range e.pathsOf(key) {
		e.SetText(value, path...)
	}
}

func (e *edit) taskDone() error {
	if e.TaskDone == "" {
		return nil
	}
	plan := e.t.Plan
	name, task, err := plan.Named(e.TaskDone)
	if err != nil {
		return err
	}
	if task != nil && e.hasCommit(task.Name()) { // the command is repeated
		task = plan.Find(task.Name())
	}
	if task != nil && (task.Mark != tasks.Done || task.Closed) {
		text, ok := plan.Tick(task, e.Commit)
		if e.plan = text; !ok {
			e.note("task %q has no checkbox of its own in %s", task.Name(), PlanFile)
		} else if name == "" {
			plan, _ = tasks.Parse("", text) // this box may complete a task
		}
	}
	e.countTasks(plan, name, task)
	e.setLastName(name)
	if e.Commit != "" {
		e.addCommit(name)
	}
	return nil
}

// countTasks updates tasks_completed and tasks_total after the completion of task, which is nil if it is
// not in the plan. It lowers tasks_completed only if that exceeds the number of tasks.
func (e *edit) countTasks(plan *tasks.Plan, name string, task *tasks.Task) {
	total, c := plan.Total(), e.checkpoint()
	done := c.done(plan)
	if last := c.lastTask(); last != "" && (total == 0 || plan.Find(last) != nil) {
		done[plan.KeyOf(last)] = true
	}
	before, known := c.Count("tasks_completed")
	if total > 0 && before > total {
		e.note("tasks_completed was %d, but %s has only %d tasks", before, PlanFile, total)
		before = 0
	}
	n, key := max(before, len(done)), plan.KeyOf(name)
	if name != "" && task != nil && task != plan.Find(name) {
		key = repeated(key, task)
	}
	if name != "" && !done[key] {
		n++
	}
	if total > 0 {
		e.count("tasks_completed", min(n, total))
		e.count("tasks_total", total)
	} else if known || n > 0 {
		e.count("tasks_completed", n)
	}
}

func (e *edit) setLastName(name string) {
	if tasks.Key(e.checkpoint().lastTask()) != tasks.Key(name) {
		e.setString("last_task", name)
	}
}

// hasCommit reports whether the commit of the request is listed for the task called name.
func (e *edit) hasCommit(name string) bool {
	return e.Commit != "" && slices.ContainsFunc(e.checkpoint().commits(), func(c commit) bool {
		return strings.EqualFold(text(c.SHA), e.Commit) && c.Listed && tasks.Key(c.Task) == tasks.Key(name)
	})
}

func (e *edit) addCommit(name string) {
	if e.hasCommit(name) {
		return
	}
	e.setString("last_commit", e.Commit)
	quote := jsondoc.Quote
	entry := `{"sha": ` + quote(e.Commit)
	if e.Message != "" {
		entry += `, "message": ` + quote(e.Message)
	}
	if name != "" {
		entry += `, "task": ` + quote(name)
	}
	e.add("commits", entry+"}")
}
