package loop

import (
	"fmt"
	"time"
)

// Sync makes the change that takes the counts and the last task of the step that
// works the plan off from the plan: tasks_completed, tasks_total, last_task and,
// where the plan names it, last_commit. Without a plan, or with one that has no
// tasks, it is a [*RequestError]. A track whose loop has not come to that step, and
// has no checkpoint for it, stays as it is.
func (t *Track) Sync(now time.Time) (*Change, error) {
	e, err := t.edit(Execute, now)
	if err != nil {
		return nil, err
	}
	if t.Plan.Total() == 0 {
		return nil, &RequestError{fmt.Sprintf("no tasks to take from %s", PlanFile), "tasks are items of a list with a box: - [ ] Task 1.1: …"}
	}
	if e.checkpoint() == nil {
		if !e.current() {
			e.note("there is no checkpoint %s to write to", e.key)
			return e.change()
		}
		e.text(e.m.StatusNow(), e.at("status")...)
	}
	e.count("tasks_completed", t.Plan.Count(Done))
	e.count("tasks_total", t.Plan.Total())
	e.syncLast(t.Plan.Last())
	return e.finish(false, "took %d of %d tasks from %s", t.Plan.Count(Done), t.Plan.Total(), PlanFile)
}

// syncLast sets the last task that is done. Where none is, one that is recorded is
// taken back.
func (e *edit) syncLast(last *Task) {
	if last == nil {
		for _, key := range []string{"last_task", "last_commit"} {
			for _, path := range e.home(key) {
				if e.get(path...) != nil {
					e.set("null", path...)
				}
			}
		}
		return
	}
	if before := e.seen().LastTask().Text; before != "" && taskKey(before) != taskKey(last.Name()) {
		e.note("last_task was %q", before)
	}
	e.word("last_task", e.spell(last.Name()))
	if last.Commit != "" {
		e.word("last_commit", last.Commit)
	}
}
