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
	if t.Metadata == nil || !t.Metadata.HasLoop() {
		return nil
	}
	step, err := t.Metadata.ReadStep(name)
	if err != nil {
		return nil
	}
	due, never := t.missing(verb, step)
	if len(due) == 0 {
		return nil
	}
	t.reach(due)
	return &protocol.Refused{Transition: verb + " " + step, Path: t.Path, Due: due, Never: never}
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
			before, _ := t.missing("start", d.Command[2])
			if len(before) == 0 {
				break
			}
			d.Command, d.Person = before[0].Command, before[0].Person
		}
	}
}

// missing is what has to be done before verb of a step, and whether no force makes it. The
// commands may themselves be refused. Source: orchestrator and checkpoint.
func (t *Track) missing(verb, step string) (due []protocol.Due, never bool) {
	switch m := t.Metadata; verb {
	case "start":
		due = t.missingToStart(step)
	case "pass", "skip":
		due = t.missingToEnd(verb, step)
		never = verb == "skip" && step == Complete
	case "fail":
		over := slices.Contains([]string{NotStarted, Passed, PassedWarn, Skipped, Blocked, Escalated}, m.runningStatus(step))
		due, never = t.elsewhere(step, over), true
	case "block":
		due, never = t.elsewhere(step, m.passed(step)), true
	case "decide":
		if len(t.dueDecision()) == 0 {
			due = append(due, t.newDue(onTrack("resume"), "%s fix cycles, nothing is to be decided", m.FixText()))
		}
	}
	return due, never
}

func (t *Track) missingToStart(step string) []protocol.Due {
	m := t.Metadata
	blocked := step // by blockers of that step; "" is by all
	if step == Complete || m.statusAt(step) == Blocked || m.StatusNow() == Blocked {
		blocked = ""
	}
	due := t.dueBlockers(blocked)
	if !sameStep(step, m.Step()) || m.runningStatus(step) != InProgress {
		due = append(due, t.dueBefore(step, false)...)
	}
	switch step {
	case Fix:
		due = addDue(due, t.dueCycle())
	case EvaluateExecution:
		due = addDue(due, t.dueDecision())
	}
	return due
}

func (t *Track) missingToEnd(verb, step string) []protocol.Due {
	status := t.Metadata.runningStatus(step)
	due := t.dueBlockers(step)
	ended := slices.Contains([]string{Failed, Blocked, Escalated}, status)
	idle := slices.Contains([]string{NotStarted, Skipped}, status)
	if len(due) == 0 && (ended || idle && verb == "pass" || step == Complete && verb == "skip") {
		due = append(due, t.dueOver(step))
	}
	switch {
	case isExecute(step):
		due = append(due, t.dueTasks(step)...)
	case step == Fix && verb == "pass":
		due = append(due, t.dueCounts(step, "issues_fixed", "issues_total", "--fixed")...)
	case step == BusinessSync && verb == "skip" && t.Metadata.BusinessSync():
		due = append(due, t.newDue(onTrack("start", step), "%s is required", step))
	case step == Complete:
		due = addDue(append(due, t.dueBefore(step, false)...), t.dueBlockers(""))
	}
	return due
}

// elsewhere returns that a step which is over, or did not begin, is not the current one.
func (t *Track) elsewhere(step string, over bool) []protocol.Due {
	m := t.Metadata
	if !over || sameStep(step, m.Step()) {
		return nil
	}
	return []protocol.Due{t.newDue(onTrack("start", step), "%s is %s, and the loop is at %s", step, m.statusAt(step), m.Step())}
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
	all = addDue(all, t.dueBefore(m.Step(), true))
	if m.passed(Execute) && !sameStep(m.Step(), Fix) { // a fixer may add tasks
		for _, d := range t.dueTasks(Execute) {
			d.Command = onTrack("start", m.target(Execute))
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

func onTrack(words ...string) []string {
	return slices.Concat([]string{"loop"}, words, []string{"--track", protocol.TargetWord})
}

// dueBefore returns which steps have to be over before step begins, and are not; or only those
// that failed.
func (t *Track) dueBefore(step string, failed bool) []protocol.Due {
	var all []protocol.Due
	for _, r := range requirements {
		status := t.Metadata.statusAt(r.before)
		if !sameStep(r.step, step) || failed && status != Failed || !t.Metadata.lacks(r, status) {
			continue
		}
		d := t.dueOver(r.before)
		if r.failed {
			d = t.newDue(onTrack("start", r.before), "%s requires %s to be %s, and it is %s", r.step, r.before, Failed, short(status))
		} else if !d.Person {
			d.Problem = fmt.Sprintf("%s requires %s, which is %s", r.step, r.before, short(status))
		}
		all = append(all, d)
	}
	return all
}

// lacks reports whether the state does not have what r requires of a step with that status.
func (m *Metadata) lacks(r requirement, status string) bool {
	required := r.always || r.before == BusinessSync && m.BusinessSync()
	c := m.Checkpoint(r.before)
	if !required && (c == nil || c.Value.IsNothing() || r.begun && status == NotStarted) {
		return false
	}
	if r.failed {
		return status != Failed
	}
	return goesOn(status) != Passed
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

// dueOver returns how a step gets over.
func (t *Track) dueOver(step string) protocol.Due {
	m, status := t.Metadata, t.Metadata.runningStatus(step)
	command := onTrack("start", m.target(step))
	switch {
	case status == Failed && sameStep(step, EvaluatePlan):
		command = onTrack("start", Planning)
	case status == Failed && sameStep(step, EvaluateExecution) && m.usedUp():
		return t.decision()
	case status == Failed && sameStep(step, EvaluateExecution):
		command = onTrack("start", Fix)
	case status == InProgress, status == BoardReview, status == PartialFail:
		command = onTrack("pass", step)
	}
	return t.newDue(command, "%s is %s", step, short(status))
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
		command := onTrack("unblock")
		if plainID(b.ID) { // an agent reads the command: it gets no text of the file
			command = onTrack("unblock", b.ID)
		}
		d := t.newDue(command, "%s is blocked by %q", at, short(b.Name()))
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
		d := t.newDue(onTrack("progress", step, "--task-done", first.Name()), "%d of %d tasks of %s are not done, the first is %q", total-t.Plan.Count(tasks.Done), total, PlanFile, short(first.Name()))
		d.Path = t.Beside(PlanFile)
		return []protocol.Due{d}
	}
	return t.dueCounts(step, "tasks_completed", "tasks_total", "--done")
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
	return []protocol.Due{t.newDue(onTrack("progress", step, flag, itoa(total)), "%s is %d of %d", key, n, total)}
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
	d := t.newDue(onTrack("decide", "extend", "1", "--because", "TEXT"), "%s fix cycles are used up, extend, stop or accept", t.Metadata.FixText())
	d.Person = true
	return d
}

// dueCycle returns that no further fix cycle can begin. The one that is at work can.
func (t *Track) dueCycle() []protocol.Due {
	m := t.Metadata
	status := m.runningStatus(Fix)
	switch {
	case !m.usedUp(), sameStep(m.Step(), Fix) && (status == NotStarted || status == InProgress || status == Blocked):
		return nil
	case sameStep(m.Step(), Fix) && m.passed(Fix):
		return []protocol.Due{t.newDue(onTrack("start", EvaluateExecution), "%s fix cycles are used up, the last one is not evaluated", m.FixText())}
	}
	return []protocol.Due{t.decision()}
}

// stepIndex returns the place of a step in [Steps]; -1 for one that the protocol does not know.
func stepIndex(name string) int {
	return slices.IndexFunc(Steps, func(s Step) bool { return s.Name == Fold(name) })
}
