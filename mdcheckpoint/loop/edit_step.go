package loop

import (
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// A Start asks for a step to be begun.
type Start struct {
	Step  string
	Agent string // "" is the one that the checkpoint has, else that of the protocol
	Total int    // tasks, or in FIX issues; 0 takes them from the plan or the evaluation
	Force bool   // record if the protocol did not allow it
}

// Start makes the change that begins a step and makes it the current one. A step
// that is under way keeps its start. On entering FIX, fix_cycle_count rises by one,
// unless who made it the current step raised it before; where the count cannot be read, it
// is a refused [*protocol.RequestError].
func (t *Track) Start(s Start, now time.Time) (*Change, error) {
	e, err := t.edit(s.Step, now)
	if err != nil {
		return nil, err
	}
	if e.bare() && s.Total > 0 {
		return nil, protocol.BadRequest("", "%s has no checkpoint to keep a total in", e.step)
	}
	status := e.m.statusAt(e.step)
	e.noteUnchecked()
	if e.step == Fix {
		if err := e.enterFix(status); err != nil {
			return nil, err
		}
	}
	running := e.current() && status == InProgress
	e.leave()
	e.SetText(e.key, "loop_state", "current_step") // in the spelling of its checkpoint
	e.status(InProgress)
	if !running {
		e.SetText(e.now, "loop_state", "step_started_at")
	} else {
		e.note("%s is in progress already", e.step)
	}
	if !e.bare() {
		e.startCheckpoint(running, s.Agent)
		e.total(s.Total)
	}
	if e.step != Complete {
		e.reopenTrack()
	}
	e.keepForced(s.Force, "start", InProgress)
	return e.finish(false, "started %s", e.step)
}

// noteUnchecked notes the steps before this one that have no checkpoint, and the blockers
// that are in the way of another step.
func (e *edit) noteUnchecked() {
	for _, r := range requirements {
		if optional := r.begun || r.before == Brainstorm; sameStep(r.step, e.step) && !optional && e.m.Checkpoint(r.before) == nil {
			e.note("%s has no checkpoint: it is not known whether it passed", r.before)
		}
	}
	for _, b := range e.m.ActiveBlockers() {
		e.note("%q is active, and does not say that it is in the way of %s", b.Name(), e.step)
	}
}

// reopenTrack clears that the whole track is complete, or was stopped: one of its steps begins.
func (e *edit) reopenTrack() {
	if !e.m.Done() && !e.m.Stopped() {
		return
	}
	e.note("the status of the track was %s: it is in_progress again", e.m.Status().Text)
	e.SetText("in_progress", "status")
	if v := e.Get("completed_at"); v != nil {
		e.Set("null", "completed_at")
	}
}

// startCheckpoint sets what the checkpoint of a step that begins has.
func (e *edit) startCheckpoint(running bool, agent string) {
	if !running {
		e.SetText(e.now, e.at("started_at")...)
	}
	e.Set("null", e.at("completed_at")...)
	e.ensureStarted(agent)
}

// leave notes that another step is left before it ended.
func (e *edit) leave() {
	if step := e.m.Step(); !e.current() && e.m.StatusNow() == InProgress {
		e.note("%s is left %s", step, InProgress)
	}
}

// A Finish asks for a step to be ended.
type Finish struct {
	Step    string   // "" is the current one
	Outputs []string // files that were made or changed, relative to the project
	Notes   string
	Force   bool // likewise
}

// Pass makes the change that ends a step as passed. The current step stays the
// current one: [Track.Resume] says what comes next. COMPLETE completes the track.
func (t *Track) Pass(f Finish, now time.Time) (*Change, error) {
	e, err := t.edit(f.Step, now)
	if err != nil {
		return nil, err
	}
	if e.step == Complete && !e.current() {
		return nil, protocol.BadRequest("mdck loop start "+Complete, "the track is at %s, want %s", e.m.Step(), Complete)
	}
	again := e.m.statusAt(e.step) == Passed
	if err := e.close(Passed, f, again); err != nil {
		return nil, err
	}
	e.dropFailures()
	if isExecute(e.step) && e.t.Plan.Total() > 0 {
		e.tally("")
	}
	if e.step == Complete {
		e.completeTrack()
	}
	if e.step == Fix && !again {
		e.keep(record{status: Passed, notes: f.Notes})
	}
	e.keepForced(f.Force, "pass", Passed)
	return e.finish(false, "passed %s", e.step)
}

// completeTrack sets what a completed track has.
func (e *edit) completeTrack() {
	if !e.m.Done() {
		e.SetText("complete", "status")
	}
	if v := e.Get("completed_at"); v.IsNothing() {
		e.SetText(e.now, "completed_at")
	}
}

// close ends a step with a status.
func (e *edit) close(status string, f Finish, again bool) error {
	if !e.current() {
		e.note("current_step is %s: step_status stays %s", e.m.Step(), e.m.StatusNow())
	}
	e.status(status)
	e.ensureStarted("")
	e.end(again)
	if err := e.outputs(f.Outputs); err != nil {
		return err
	}
	e.notesTo(f.Notes)
	return e.Err
}

// failure is what the notes of a failed step begin with. Source: checkpoint.
const failure = "ERROR: "

// isFailure reports whether a note begins so, in any case.
func isFailure(note string) bool {
	head := len(failure) - 1
	return len(note) >= head && strings.EqualFold(note[:head], failure[:head])
}

// dropFailures moves the reasons of earlier failures from the notes of a step that passed to
// its history. Other notes stay.
func (e *edit) dropFailures() {
	path := e.at("notes")
	stays := func(v *jsondoc.Value) bool { return !isFailure(text(v).Text) }
	for _, n := range e.existing().Notes {
		if isFailure(n.Text) {
			e.note("the note %q is kept in history", short(n.Text))
			if !e.existing().keeps(n.Text) {
				e.keep(record{status: Failed, notes: n.Text})
			}
		}
	}
	if e.Filter(stays, path...) == 0 && !stays(e.Get(path...)) {
		e.SetText("", path...)
	}
}

// Fail makes the change that ends a step as failed. It has to say why.
func (t *Track) Fail(f Finish, now time.Time) (*Change, error) {
	e, err := t.edit(f.Step, now)
	if err != nil {
		return nil, err
	}
	reason := strings.TrimSpace(f.Notes)
	for isFailure(reason) {
		reason = strings.TrimSpace(reason[len(failure)-1:])
	}
	if reason == "" {
		return nil, protocol.BadRequest("say what went wrong", "a step that failed needs notes")
	}
	if e.bare() {
		return nil, protocol.BadRequest("", "%s has no checkpoint to keep the notes of a failure in", e.step)
	}
	f.Notes = failure + reason
	again := e.m.statusAt(e.step) == Failed
	if err := e.close(Failed, f, again); err != nil {
		return nil, err
	}
	if !again || !e.existing().keeps(f.Notes) {
		e.keep(record{status: Failed, notes: f.Notes})
	}
	return e.finish(false, "failed %s", e.step)
}

// Skip makes the change that marks a step as skipped. One that never began gets no
// times and no agent.
func (t *Track) Skip(f Finish, now time.Time) (*Change, error) {
	e, err := t.edit(f.Step, now)
	if err != nil {
		return nil, err
	}
	if !e.current() {
		e.note("current_step is %s: step_status stays %s", e.m.Step(), e.m.StatusNow())
	}
	e.status(Skipped)
	if err := e.outputs(f.Outputs); err != nil {
		return nil, err
	}
	e.notesTo(f.Notes)
	e.keepForced(f.Force, "skip", Skipped)
	return e.finish(false, "skipped %s", e.step)
}
