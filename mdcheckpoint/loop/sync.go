package loop

import (
	"time"

	"mdck/mdcheckpoint/protocol"
)

// Sync makes the change that takes the counts and the last task of the step that
// works the plan off from the plan: tasks_completed, tasks_total, last_task and,
// where the plan or commits name it, last_commit; what they do not name stays. A task
// that commits name is done, whether or not its box is ticked. Without a plan, or with one that has no
// tasks, it is a [*protocol.RequestError]. A track whose loop has not come to that step, and
// has no checkpoint for it, stays as it is.
func (t *Track) Sync(now time.Time) (*Change, error) {
	e, err := t.edit(Execute, now)
	if err != nil {
		return nil, err
	}
	switch {
	case t.Plan == nil && t.Faults[t.Beside(PlanFile)] != nil:
		return nil, t.Faults[t.Beside(PlanFile)]
	case t.Plan == nil:
		return nil, protocol.BadRequest("mdck loop sync takes the counts from it", "%s is not there", PlanFile)
	case t.Plan.Total() == 0:
		return nil, protocol.BadRequest("tasks are items of a list with a box: - [ ] Task 1.1: …", "no tasks to take from %s", PlanFile)
	}
	if c := e.checkpoint(); c == nil || c.Value.IsNull() {
		if !e.current() {
			e.note("there is no checkpoint %s to write to", e.key)
			return e.change()
		}
		e.SetText(e.m.StatusNow(), e.at("status")...)
	}
	done := len(e.tasksDone(false))
	e.noteDecrease("tasks_completed", &done)
	e.count("tasks_completed", done)
	e.count("tasks_total", t.Plan.Total())
	e.syncLast(t.Plan.Last())
	if ticked := t.Plan.Count(Done); done > ticked {
		e.note("commits name %s not done in %s", counted(done-ticked, "task that is", "tasks that are"), PlanFile)
	}
	return e.finish(false, "took %d of %d tasks from %s", t.Plan.Count(Done), t.Plan.Total(), PlanFile)
}

// syncLast sets the last task that is done, and its commit. What the plan does not
// tell stays: where the loop goes on hangs on it.
func (e *edit) syncLast(last *Task) {
	before := e.existing().LastTask().Text
	switch {
	case last == nil && before != "":
		e.note("last_task stays %q: no task of %s is done", before, PlanFile)
		return
	case last == nil:
		return
	case before != "" && taskKey(before) != taskKey(last.Name()):
		e.note("last_task was %q", before)
	}
	commit := e.commitOf(last)
	e.word("last_task", e.spell(last.Name()))
	if commit != "" {
		e.word("last_commit", commit)
	}
}

// commitOf is the commit of a task: that of the plan, else of commits; "" without one.
func (e *edit) commitOf(t *Task) string {
	commit := t.Commit
	for _, c := range e.existing().Commits {
		if commit == "" && c.Listed && taskKey(c.Task) == taskKey(t.Name()) {
			commit = c.SHA.Text
		}
	}
	return commit
}
