package loop

import (
	"slices"
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
}

// Start makes the change that begins a step and makes it the current one. A step
// that is under way keeps its start. On entering FIX, fix_cycle_count rises by one,
// unless who made it the current step raised it before; where the limit does not
// allow that, and where a blocker stands, it is an [*EscalateError]; where the count
// cannot be read, a refused [*protocol.RequestError].
func (t *Track) Start(s Start, now time.Time) (*Change, error) {
	e, err := t.edit(s.Step, now)
	if err != nil {
		return nil, err
	}
	if e.bare() && s.Total > 0 {
		return nil, protocol.BadRequest("", "%s has no checkpoint to keep a total in", e.step)
	}
	status := e.m.statusAt(e.step)
	if err := e.checkBlockers(status); err != nil {
		return nil, err
	}
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
	return e.finish(false, "started %s", e.step)
}

// checkBlockers reports blockers that stand: while the current step, or the one that is to
// begin, is BLOCKED, those of any step do; else those of the step that is to begin.
func (e *edit) checkBlockers(status string) error {
	active, step := e.m.ActiveBlockers(), e.step
	switch {
	case status == Blocked:
	case e.m.StatusNow() == Blocked:
		step = e.m.Step()
	default:
		active = slices.DeleteFunc(active, func(b Blocker) bool { return b.Step == "" || !sameStep(b.Step, e.step) })
	}
	if len(active) > 0 {
		return &EscalateError{Step: step, Blockers: active}
	}
	for _, b := range e.m.ActiveBlockers() {
		e.note("%q stands, and does not say that it is in the way of %s", b.Name(), e.step)
	}
	return nil
}

// reopenTrack takes back that the whole track is complete: one of its steps begins.
func (e *edit) reopenTrack() {
	if !e.m.Done() {
		return
	}
	e.SetText("in_progress", "status")
	if v := e.Get("completed_at"); v != nil {
		e.Set("null", "completed_at")
	}
	e.note("the track was complete: its status is in_progress again")
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
	Agent   string // as in Start
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
		e.noteUnfinished()
	}
	if e.step == Complete {
		e.completeTrack()
	}
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
	e.ensureStarted(f.Agent)
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

// dropFailures takes the reasons of earlier failures out of the notes of a step that
// passed. Other notes stay.
func (e *edit) dropFailures() {
	path := e.at("notes")
	stays := func(v *jsondoc.Value) bool {
		note := text(v).Text
		if isFailure(note) {
			e.note("the note %q is taken away", short(note))
		}
		return !isFailure(note)
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
	if err := e.close(Failed, f, e.m.statusAt(e.step) == Failed); err != nil {
		return nil, err
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
	if f.Agent != "" {
		e.agent(f.Agent)
	}
	e.notesTo(f.Notes)
	return e.finish(false, "skipped %s", e.step)
}
