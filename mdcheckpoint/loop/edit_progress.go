package loop

import (
	"errors"
	"io/fs"
	"strings"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
)

// A Progress asks for how far a step has come. Its zero fields are not written.
type Progress struct {
	Step string // "" is the current one

	Phase, Phases int    // the current phase of how many
	Task          string // that is worked on
	Done          *int   // tasks that are done

	TaskDone string // number of a task of the plan that was done: "2.3"
	Commit   string // of it
	Message  string // of the commit

	Fixed *int   // issues that are fixed
	Issue string // that is worked on
}

// Progress makes the change that records how far a step has come, and always stamps
// it: a call without more is a sign of life. Numbers of tasks are those of the plan
// where it has them. Counts are written where they stand, beside the status or in
// "progress". A step that does not run is a refused [*protocol.RequestError].
func (t *Track) Progress(p Progress, now time.Time) (*Change, error) {
	e, err := t.edit(p.Step, now)
	if err != nil {
		return nil, err
	}
	if err := e.running(); err != nil {
		return nil, err
	}
	if err := p.check(e); err != nil {
		return nil, err
	}
	if s := StatusOf(e.m.statusAt(e.step)); s == nil || !s.StepOnly {
		e.status(InProgress)
	}
	e.ensureStarted("")
	if err := e.t.Faults[e.t.Beside(PlanFile)]; err != nil && !errors.Is(err, fs.ErrNotExist) {
		e.note("%s cannot be read, so no number was taken from it: %v", PlanFile, err)
	}
	e.phase(p)
	if p.TaskDone != "" {
		if err := e.taskDone(p); err != nil {
			return nil, err
		}
	}
	e.noteDecrease("issues_fixed", p.Fixed)
	e.numberOr("issues_fixed", p.Fixed)
	e.wordOr("current_issue", p.Issue)
	return e.finish(true, "recorded progress of %s", e.step)
}

// running reports a step that does not run: neither of its copies says so.
func (e *edit) running() error {
	if e.bare() {
		return protocol.BadRequest("", "%s has no checkpoint to keep progress in", e.step)
	}
	status := e.m.statusAt(e.step)
	if s := StatusOf(status); s == nil || s.Name == InProgress || s.StepOnly && s.Name != Escalated {
		return nil
	}
	if e.existing().Status == InProgress && status == NotStarted {
		return nil // a writer set one copy alone
	}
	return protocol.Refusal("mdck loop start "+e.step, "%s is %s, want %s", e.step, status, InProgress)
}

// Check is a [*protocol.RequestError] for what makes no sense on any track, so that nobody waits
// for a lock to be told.
func (p *Progress) Check() error {
	switch {
	case p.Done != nil && *p.Done < 0:
		return protocol.BadRequest("want 0 or more", "%d tasks done", *p.Done)
	case p.Fixed != nil && *p.Fixed < 0:
		return protocol.BadRequest("want 0 or more", "%d issues fixed", *p.Fixed)
	case p.Phase < 0 || p.Phases < 0 || p.Phase > p.Phases:
		return protocol.BadRequest("want a phase from 1 to the number of phases", "phase %d of %d", p.Phase, p.Phases)
	case p.Commit != "" && !claim.IsCommit(p.Commit):
		return protocol.BadRequest("want 7 to 64 hex digits", "%q is no commit", p.Commit)
	case p.TaskDone == "" && (p.Commit != "" || p.Message != ""):
		return protocol.BadRequest("name the task with --task-done", "a commit without the task that it is of")
	case p.TaskDone != "" && p.Done != nil:
		return protocol.BadRequest("give one of them", "a task that is done and a number of tasks that are done")
	}
	return nil
}

func (p *Progress) check(e *edit) error {
	if err := p.Check(); err != nil {
		return err
	}
	total := e.t.Plan.Total()
	switch {
	case p.Done != nil && isExecute(e.step) && total > 0 && *p.Done > total:
		return protocol.BadRequest("", "%d tasks done, and %s has %d", *p.Done, PlanFile, total)
	case p.TaskDone != "" && !isExecute(e.step):
		return protocol.BadRequest("", "tasks of the plan are done in %s, and this is %s", Execute, e.step)
	case (p.Fixed != nil || p.Issue != "") && e.step != Fix:
		return protocol.BadRequest("", "issues are fixed in %s, and this is %s", Fix, e.step)
	}
	return nil
}

// phase writes what a plan that is being written, or worked off, has come to.
func (e *edit) phase(p Progress) {
	if p.Phases > 0 {
		e.count("current_phase", p.Phase)
		e.count("total_phases", p.Phases)
	}
	e.wordOr("current_task", p.Task)
	e.noteDecrease("tasks_completed", p.Done)
	e.numberOr("tasks_completed", p.Done)
	if total := e.t.Plan.Total(); p.Done != nil && total >= *p.Done && total > 0 {
		e.count("tasks_total", total)
	}
}

// noteDecrease notes that less is done than was recorded.
func (e *edit) noteDecrease(key string, done *int) {
	if before, _, ok := e.existing().Count(key); done != nil && ok && before > *done {
		e.note("%s was %d", key, before)
	}
}

// home is where a count goes: where it is, else where the protocol has those of the step.
func (e *edit) home(key string) [][]string {
	var found [][]string
	for _, path := range [][]string{e.at(key), e.at("progress", key)} {
		if e.Get(path...) != nil {
			found = append(found, path)
		}
	}
	if len(found) > 0 {
		return found
	}
	if s := StepOf(e.step); s == nil || s.Nested || e.has("progress") {
		return [][]string{e.at("progress", key)}
	}
	return [][]string{e.at(key)}
}

func (e *edit) count(key string, n int) {
	for _, path := range e.home(key) {
		e.number(n, path...)
	}
}

// word sets a text. A number that is spelled like it stays: 2 is the name of a task
// as "2" is.
func (e *edit) word(key, value string) {
	for _, path := range e.home(key) {
		if there, ok := e.Get(path...).Number(); !ok || there != value {
			e.SetText(value, path...)
		}
	}
}

func (e *edit) numberOr(key string, n *int) {
	if n != nil {
		e.count(key, *n)
	}
}

func (e *edit) wordOr(key, value string) {
	if value = strings.TrimSpace(value); value != "" {
		e.word(key, value)
	}
}
