package loop

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/loop/tasks"
	"mdck/mdcheckpoint/protocol"
)

// A requirement is that one step is over before another begins.
type requirement struct {
	step, before string
	failed       bool // before has to be FAILED, not over
	always       bool // before has to be over even if it has no checkpoint
	begun        bool // it does not matter while before was not started and is not required
}

// requirements are the steps before each step. Source: orchestrator, the rows of its state
// machine that go to the step; checkpoint for BRAINSTORM, which tracks need not have.
var requirements = [...]requirement{
	{step: Planning, before: Brainstorm},
	{step: EvaluatePlan, before: Planning},
	{step: Execute, before: EvaluatePlan},
	{step: EvaluateExecution, before: Execute},
	{step: EvaluateExecution, before: Fix, begun: true},
	{step: Fix, before: EvaluateExecution, failed: true},
	{step: BusinessSync, before: EvaluateExecution},
	{step: Complete, before: Execute, always: true},
	{step: Complete, before: EvaluateExecution},
	{step: Complete, before: BusinessSync, begun: true},
}

// A transition is a row of the table of what the protocol does not allow. The row applies to
// a verb, a step and the status of the step, and returns what is missing.
type transition struct {
	verb, step string   // "" is any
	statuses   []string // nil is any
	missing    func(t *Track, step string) []protocol.Due
	never      bool // no force makes it
}

// transitions returns the table. Source: orchestrator and checkpoint.
func transitions() []transition {
	ofAll := func(t *Track, _ string) []protocol.Due { return t.dueBlockers("") }
	return []transition{
		{verb: "start", missing: (*Track).dueToStart},
		{verb: "start", missing: (*Track).dueToBegin},
		{verb: "start", step: Fix, missing: (*Track).dueCycle},
		{verb: "start", step: EvaluateExecution, missing: func(t *Track, _ string) []protocol.Due { return t.dueDecision() }},
		{verb: "start", step: Complete, missing: ofAll},

		{verb: "pass", statuses: []string{NotStarted, Skipped, Failed, Blocked, Escalated}, missing: (*Track).dueAnew},
		{verb: "pass", missing: (*Track).dueBlockers},
		{verb: "pass", step: Execute, missing: (*Track).dueTasks},
		{verb: "pass", step: Fix, missing: (*Track).dueIssues},
		{verb: "pass", step: Complete, missing: (*Track).dueBefore},
		{verb: "pass", step: Complete, missing: ofAll},

		{verb: "skip", statuses: []string{Failed, Blocked, Escalated}, missing: (*Track).dueAnew},
		{verb: "skip", missing: (*Track).dueBlockers},
		{verb: "skip", step: Execute, missing: (*Track).dueTasks},
		{verb: "skip", step: BusinessSync, missing: (*Track).dueSync},
		{verb: "skip", step: Complete, missing: (*Track).dueAnew, never: true},

		{verb: "fail", statuses: []string{NotStarted, Passed, PassedWarn, Skipped, Blocked, Escalated}, missing: (*Track).dueElsewhere, never: true},
		{verb: "block", statuses: []string{Passed, PassedWarn, Skipped}, missing: (*Track).dueElsewhere, never: true},
		{verb: "decide", missing: (*Track).dueUndecided},
	}
}

// allow returns a [protocol.Refused] if the transition called name is not possible: a verb,
// or a verb and a step.
func allow(_ lint.Input, c *lint.Checkpoint, name string) error {
	verb, step, _ := strings.Cut(name, " ")
	if refused := c.Model.(*Track).refused(verb, step); refused != nil {
		return refused
	}
	return nil
}

// refused returns why the protocol does not allow verb of the step called name; nil if it
// does, or if the edit itself reports what is wrong.
func (t *Track) refused(verb, name string) *protocol.Refused {
	r := t.missing(verb, name)
	if r == nil {
		return nil
	}
	t.reach(r.Due)
	return r
}

// reach replaces each command that starts a step which cannot be started by what has to be
// done before.
func (t *Track) reach(due []protocol.Due) {
	for i := range due {
		d := &due[i]
		for range Steps {
			if d.Command[1] != "start" {
				break
			}
			refused := t.missing("start", d.Command[2])
			if refused == nil {
				break
			}
			d.Command, d.Person = refused.Due[0].Command, refused.Due[0].Person
		}
	}
}

// missing is refused with commands that may themselves be refused.
func (t *Track) missing(verb, name string) *protocol.Refused {
	if t.Metadata == nil || !t.Metadata.HasLoop() {
		return nil
	}
	step, err := t.Metadata.ReadStep(name)
	if err != nil {
		return nil
	}
	r := &protocol.Refused{Transition: verb + " " + step, Path: t.Path}
	for _, row := range transitions() {
		if row.verb != verb || row.step != "" && !sameStep(row.step, step) || row.statuses != nil && !slices.Contains(row.statuses, t.Metadata.runningStatus(step)) {
			continue
		}
		missing := row.missing(t, step)
		r.Due, r.Never = addDue(r.Due, missing), r.Never || row.never && len(missing) > 0
	}
	if len(r.Due) == 0 {
		return nil
	}
	return r
}

// addDue adds what all does not have yet.
func addDue(all, more []protocol.Due) []protocol.Due {
	for _, d := range more {
		if !slices.ContainsFunc(all, func(o protocol.Due) bool { return o.Problem == d.Problem }) {
			all = append(all, d)
		}
	}
	return all
}

// due returns what is overdue: see [Track.Due].
func due(_ lint.Input, c *lint.Checkpoint) []protocol.Due { return c.Model.(*Track).Due() }

// Due returns what is overdue in the present state: active blockers, a decision about fix
// cycles that are used up, a step that failed and that the loop went past, and tasks that are
// open although the step that works them off has passed.
func (t *Track) Due() []protocol.Due {
	m := t.Metadata
	if m == nil || !m.HasLoop() || t.over() != "" {
		return nil
	}
	all := append(t.dueBlockers(""), t.dueDecision()...)
	all = addDue(all, t.before(m.Step(), func(status string) bool { return status == Failed }))
	if m.passed(Execute) && !sameStep(m.Step(), Fix) { // a fixer may add tasks
		for _, d := range t.dueTasks(Execute) {
			d.Command = t.command("start", m.target(Execute))
			all = append(all, d)
		}
	}
	t.reach(all)
	return all
}

// newDue returns a Due of the track with a command of mdck loop.
func (t *Track) newDue(command []string, format string, args ...any) protocol.Due {
	return protocol.Due{Path: t.Path, Command: command, Problem: fmt.Sprintf(format, args...)}
}

func (t *Track) command(words ...string) []string {
	return slices.Concat([]string{"loop"}, words, []string{"--track", protocol.TargetWord})
}

// dueToBegin is dueBefore for a step that is not at work already.
func (t *Track) dueToBegin(step string) []protocol.Due {
	if sameStep(step, t.Metadata.Step()) && t.Metadata.runningStatus(step) == InProgress {
		return nil
	}
	return t.dueBefore(step)
}

// dueBefore returns which steps have to be over before step begins, and are not.
func (t *Track) dueBefore(step string) []protocol.Due {
	return t.before(step, func(string) bool { return true })
}

// before is dueBefore for those with a status for which is returns true.
func (t *Track) before(step string, is func(status string) bool) []protocol.Due {
	var all []protocol.Due
	for _, r := range requirements {
		if status := t.Metadata.statusAt(r.before); sameStep(r.step, step) && is(status) && t.Metadata.lacks(r) {
			all = append(all, t.dueStep(r, status))
		}
	}
	return all
}

// lacks reports whether the state does not have what r requires.
func (m *Metadata) lacks(r requirement) bool {
	required := r.always || r.before == BusinessSync && m.BusinessSync()
	switch c := m.Checkpoint(r.before); {
	case required:
		return !m.passed(r.before)
	case c == nil || c.Value.IsNothing(), r.begun && m.statusAt(r.before) == NotStarted:
		return false
	case r.failed:
		return m.statusAt(r.before) != Failed
	}
	return !m.passed(r.before)
}

// passed reports whether a step counts as passed where the loop goes on.
func (m *Metadata) passed(step string) bool {
	return goesOn(m.statusAt(step)) == Passed
}

// runningStatus is statusAt, but IN_PROGRESS if a writer set that in the checkpoint alone.
func (m *Metadata) runningStatus(step string) string {
	status := m.statusAt(step)
	if c := m.Checkpoint(step); c != nil && c.Status == InProgress && status == NotStarted {
		return InProgress
	}
	return status
}

// dueStep returns how the step before another gets the status that it has to have.
func (t *Track) dueStep(r requirement, status string) protocol.Due {
	if r.failed {
		return t.newDue(t.command("start", r.before), "%s requires %s to be %s, and it is %s", r.step, r.before, Failed, short(status))
	}
	d := t.dueOver(r.before)
	if !d.Person {
		d.Problem = fmt.Sprintf("%s requires %s, which is %s", r.step, r.before, short(cmp.Or(status, "without a status")))
	}
	return d
}

// dueOver returns how a step gets over.
func (t *Track) dueOver(step string) protocol.Due {
	m, status := t.Metadata, t.Metadata.runningStatus(step)
	command := t.command("start", m.target(step))
	switch {
	case status == Failed && sameStep(step, EvaluatePlan):
		command = t.command("start", Planning)
	case status == Failed && sameStep(step, EvaluateExecution) && m.usedUp():
		return t.decision()
	case status == Failed && sameStep(step, EvaluateExecution):
		command = t.command("start", Fix)
	case status == InProgress, status == BoardReview, status == PartialFail:
		command = t.command("pass", step)
	}
	return t.newDue(command, "%s is %s", step, short(cmp.Or(status, "without a status")))
}

// dueAnew returns that the step is in a status that it leaves by being started, or how else
// it is left.
func (t *Track) dueAnew(step string) []protocol.Due {
	if len(t.dueBlockers(step)) > 0 {
		return nil // they are named
	}
	return []protocol.Due{t.dueOver(step)}
}

// dueElsewhere returns that a step is not the current one.
func (t *Track) dueElsewhere(step string) []protocol.Due {
	m := t.Metadata
	if sameStep(step, m.Step()) {
		return nil
	}
	return []protocol.Due{t.newDue(t.command("start", step), "%s is %s, and the loop is at %s", step, m.statusAt(step), m.Step())}
}

// dueSync returns that BUSINESS_SYNC is required.
func (t *Track) dueSync(step string) []protocol.Due {
	if !t.Metadata.BusinessSync() {
		return nil
	}
	return []protocol.Due{t.newDue(t.command("start", step), "%s is required", step)}
}

// dueBlockers returns the active blockers of a step, or of all if step is "".
func (t *Track) dueBlockers(step string) []protocol.Due {
	var all []protocol.Due
	m := t.Metadata
	for _, b := range m.ActiveBlockers() {
		at := cmp.Or(b.Step, m.Step())
		if step != "" && !sameStep(at, step) || m.Done() && b.Status != "ACTIVE" { // real files: what is left for later
			continue
		}
		command := t.command("unblock")
		if plainID(b.ID) { // an agent reads the command: it gets no text of the file
			command = t.command("unblock", b.ID)
		}
		d := t.newDue(command, "%s is blocked by %q", at, short(b.Name()))
		if m.passed(at) {
			d.Problem = fmt.Sprintf("%s is %s, and blocked by %q", at, m.statusAt(at), short(b.Name()))
		}
		d.Person = true
		all = append(all, d)
	}
	return all
}

// plainID reports whether an id is one word of a command line, and cannot be a flag.
func plainID(id string) bool {
	const marks = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."
	return id != "" && len(id) <= protocol.MaxValue && strings.Trim(id, marks+"-") == "" && id[0] != '-'
}

// dueToStart returns the blockers that are in the way of a step: while it, or the current
// one, is BLOCKED, those of any step; else its own.
func (t *Track) dueToStart(step string) []protocol.Due {
	if m := t.Metadata; m.statusAt(step) == Blocked || m.StatusNow() == Blocked {
		return t.dueBlockers("")
	}
	return t.dueBlockers(step)
}

// dueTasks returns that tasks of the plan are not done or, without a plan, that fewer are
// counted than there are.
func (t *Track) dueTasks(step string) []protocol.Due {
	all := t.Plan.Tasks()
	if total := len(all); total > 0 {
		i := slices.IndexFunc(all, func(task *tasks.Task) bool { return task.Mark != tasks.Done })
		if i < 0 {
			return nil
		}
		first := all[i]
		d := t.newDue(t.command("progress", step, "--task-done", first.Name()), "%d of %d tasks of %s are not done, the first is %q", total-t.Plan.Count(tasks.Done), total, PlanFile, short(first.Name()))
		d.Path = t.Beside(PlanFile)
		return []protocol.Due{d}
	}
	return t.dueCounts(step, "tasks_completed", "tasks_total", "--done")
}

// dueIssues returns that not all issues are fixed.
func (t *Track) dueIssues(step string) []protocol.Due {
	return t.dueCounts(step, "issues_fixed", "issues_total", "--fixed")
}

// dueCounts returns that a count of the step is below its total, if it has both.
func (t *Track) dueCounts(step, key, of, flag string) []protocol.Due {
	c := t.Metadata.Checkpoint(step)
	if c == nil {
		return nil
	}
	n, _, _ := c.Count(key)
	total, _, ok := c.Count(of)
	if !ok || n >= total {
		return nil
	}
	return []protocol.Due{t.newDue(t.command("progress", step, flag, itoa(total)), "%s is %d of %d", key, n, total)}
}

// usedUp reports whether the evaluation failed and no fix cycle is left.
func (m *Metadata) usedUp() bool {
	return m.statusAt(EvaluateExecution) == Failed && m.unreadFixes() == nil && m.FixCycles() >= m.FixLimit()
}

// dueDecision returns that a person has to decide how to go on: the fix cycles are used up,
// and the last one is neither at work nor still to be evaluated.
func (t *Track) dueDecision() []protocol.Due {
	m := t.Metadata
	if !m.usedUp() || stepIndex(m.Step()) < stepIndex(EvaluateExecution) || sameStep(m.Step(), Fix) && m.StatusNow() != Failed {
		return nil
	}
	return []protocol.Due{t.decision()}
}

func (t *Track) decision() protocol.Due {
	d := t.newDue(t.command("decide", "extend", "1", "--because", "TEXT"), "%s fix cycles are used up, extend, stop or accept", t.Metadata.FixText())
	d.Person = true
	return d
}

// dueCycle returns that no further fix cycle can begin. The one that is at work can.
func (t *Track) dueCycle(string) []protocol.Due {
	m := t.Metadata
	status := m.runningStatus(Fix)
	switch {
	case !m.usedUp(), sameStep(m.Step(), Fix) && (status == NotStarted || status == InProgress || status == Blocked):
		return nil
	case sameStep(m.Step(), Fix) && m.passed(Fix):
		return []protocol.Due{t.newDue(t.command("start", EvaluateExecution), "%s fix cycles are used up, the last one is not evaluated", m.FixText())}
	}
	return []protocol.Due{t.decision()}
}

// dueUndecided returns that there is nothing to decide.
func (t *Track) dueUndecided(string) []protocol.Due {
	if len(t.dueDecision()) > 0 {
		return nil
	}
	return []protocol.Due{t.newDue(t.command("resume"), "%s fix cycles, nothing is to be decided", t.Metadata.FixText())}
}

// stepIndex returns the place of a step in [Steps]; -1 for one that the protocol does not know.
func stepIndex(name string) int {
	return slices.IndexFunc(Steps, func(s Step) bool { return s.Name == Fold(name) })
}
