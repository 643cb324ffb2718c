package loop

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/loop/tasks"
	"mdck/mdcheckpoint/protocol"
)

func (e *edit) start() error {
	status := e.statusAt(e.step)
	running := e.current() && status == InProgress
	if other := e.Metadata.Step(); !e.current() && e.runningStatus(other) == InProgress {
		e.note("%s is still in progress", other)
	}
	e.noteUnchecked()
	if e.step == Fix {
		if err := e.enterFix(status); err != nil {
			return err
		}
	}
	e.SetText(e.key, "loop_state", "current_step") // as the checkpoint spells it
	e.status(InProgress)
	if running {
		e.note("%s is already in progress", e.step)
	} else {
		e.SetText(e.now, "loop_state", "step_started_at")
		e.set(e.now, "started_at")
	}
	if !e.noCheckpoint() {
		e.Set("null", e.at("completed_at")...)
		e.ensureStarted()
		e.total()
	}
	if e.step != Complete {
		e.reopenTrack()
	}
	return nil
}

func (e *edit) noteUnchecked() {
	for _, r := range requirements {
		optional := r.optional || r.earlier == Brainstorm
		if sameStep(r.later, e.step) && !optional && e.Checkpoint(r.earlier).Value == nil {
			e.note("%s has no checkpoint, so mdck cannot tell whether this step passed", r.earlier)
		}
	}
}

func (e *edit) total() {
	key, known := "tasks_total", 0
	switch {
	case isExecute(e.step):
		known = e.t.Plan.Total()
	case e.step == Fix:
		key, known = "issues_total", len(e.issues())
	}
	if e.Total > 0 {
		known = e.Total
	}
	if known > 0 {
		e.count(key, known)
	}
}

func (e *edit) reopenTrack() {
	if e.Metadata.Done() || e.stopped() {
		e.note("the track status was %s; it is in_progress again", e.Metadata.Status())
		e.SetText("in_progress", "status")
		e.clear("completed_at")
	}
}

// pass gives the step the status PASSED. Passing COMPLETE completes the track.
func (e *edit) pass() error {
	if e.step == Complete && !e.current() {
		return protocol.BadRequest("mdck loop start "+Complete, "the current step is %s; expected %s", e.Metadata.Step(), Complete)
	}
	again := e.statusAt(e.step) == Passed
	if err := e.end(Passed, e.Notes); err != nil {
		return err
	}
	e.dropFailures()
	switch {
	case isExecute(e.step) && e.t.Plan.Total() > 0:
		e.countTasks(e.t.Plan, "", nil)
	case e.step == Complete:
		e.completeTrack()
	case e.step == Fix && !again:
		e.addHistory(record{status: Passed, notes: e.Notes})
	}
	return nil
}

func (e *edit) completeTrack() {
	if !e.Metadata.Done() {
		e.SetText("complete", "status")
	}
	if e.Get("completed_at").IsNothing() {
		e.SetText(e.now, "completed_at")
	}
}

// failure begins the notes of a failed step. Source: checkpoint protocol.
const failure = "ERROR:"

func isFailure(note string) bool {
	return len(note) >= len(failure) && strings.EqualFold(note[:len(failure)], failure)
}

func reasonOf(note string) string {
	note = strings.TrimSpace(note)
	for isFailure(note) {
		note = strings.TrimSpace(note[len(failure):])
	}
	return note
}

func (e *edit) fail() error {
	if e.noCheckpoint() {
		return protocol.BadRequest("", "step %s has no checkpoint, so it cannot record a failure", e.step)
	}
	notes := failure + " " + reasonOf(e.Notes)
	again := e.statusAt(e.step) == Failed && e.checkpoint().hasNote(notes)
	if err := e.end(Failed, notes); err != nil || again {
		return err
	}
	e.addHistory(record{status: Failed, notes: notes})
	return nil
}

func (e *edit) skip() error { return e.end(Skipped, e.Notes) }

func (e *edit) sync() error {
	plan, fault := e.t.Plan, e.t.Faults[e.t.PathOf(PlanFile)]
	switch {
	case fault != nil:
		return fault
	case plan == nil:
		return protocol.BadRequest("mdck loop sync needs the tasks of "+PlanFile, "%s does not exist", PlanFile)
	case plan.Total() == 0:
		return protocol.BadRequest("tasks are list items with a checkbox: - [ ] Task 1.1: …", "%s has no tasks", PlanFile)
	}
	if e.checkpoint().Value.IsNothing() {
		if !e.current() {
			e.note("there is no checkpoint %s to update", e.key)
			return nil
		}
		e.set(e.statusNow(), "status")
	}
	done := len(e.checkpoint().done(plan))
	e.noteDecrease("tasks_completed", done)
	e.count("tasks_completed", done)
	e.count("tasks_total", plan.Total())
	e.setLastTask(plan.Last())
	e.did = append(e.did, fmt.Sprintf("recorded %d of %d tasks in %s as done", done, plan.Total(), PlanFile))
	return nil
}

func (e *edit) setLastTask(last *tasks.Task) {
	before := e.checkpoint().lastTask()
	if last == nil {
		if before != "" {
			e.note("last_task stays %q, because no task in %s is done", before, PlanFile)
		}
		return
	}
	commit := last.Commit
	for _, c := range e.checkpoint().commits() {
		if commit == "" && c.Listed && tasks.Key(c.Task) == tasks.Key(last.Name()) {
			commit = text(c.SHA)
		}
	}
	e.setLastName(last.Name())
	e.setString("last_commit", commit)
}
