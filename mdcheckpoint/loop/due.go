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

// A requirement is a step that must be over before another step may begin.
type requirement struct {
	step, before string
	failed       bool // before must be FAILED instead of over
	always       bool // before must be over even if it has no checkpoint
	begun        bool // ignored while before is not started and not required
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

// refused returns why the protocol does not allow verb for the step called name; nil if it is
// allowed, or if the edit itself returns the error.
func (t *Track) refused(verb, name string) *protocol.Refused {
	if t.Metadata == nil || !t.Metadata.HasLoop() {
		return nil
	}
	step, err := t.Metadata.readStep(name)
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

// reach replaces each command that starts a step by what must be done first, if the step cannot
// be started yet.
func (t *Track) reach(due []protocol.Due) {
	for i := range due {
		d := &due[i]
		for range steps {
			before := due[:0:0]
			if d.Command[1] == "start" {
				before, _ = t.missing("start", d.Command[2])
			}
			if len(before) == 0 {
				break
			}
			d.Command, d.Person = before[0].Command, before[0].Person
		}
	}
}

// missing returns what must be done before verb of step; never is true if force cannot override
// it. The returned commands may be refused themselves. Source: orchestrator and checkpoint.
func (t *Track) missing(verb, step string) (due []protocol.Due, never bool) {
	l := dues{Track: t, Metadata: t.Metadata}
	switch verb {
	case "start":
		l.toStart(step)
	case "pass", "skip":
		l.toEnd(verb, step)
		never = verb == "skip" && step == Complete
	case "fail":
		over := []string{NotStarted, Passed, PassedWarn, Skipped, Blocked, Escalated}
		l.elsewhere(step, slices.Contains(over, l.runningStatus(step)))
		never = true
	case "block":
		l.elsewhere(step, l.passed(step))
		never = true
	case "decide":
		if !l.undecided() {
			l.add(onTrack("resume"), "%s fix cycles are used, there is nothing to decide", l.FixText())
		}
	}
	return l.all, never
}

func due(_ lint.Input, c *lint.Checkpoint) []protocol.Due {
	return c.Model.(*Track).due()
}

// due returns what is overdue in the present state: active blockers, a decision about fix
// cycles that are used up, a step that failed and that the loop went past, and tasks that are
// open although the step that works them off has passed.
func (t *Track) due() []protocol.Due {
	m := t.Metadata
	if m == nil || !m.HasLoop() || t.over() != "" {
		return nil
	}
	l := dues{Track: t, Metadata: m}
	l.addBlockers("")
	if l.undecided() {
		l.decide()
	}
	l.addBefore(m.Step(), true)
	if m.passed(Execute) && !sameStep(m.Step(), Fix) { // a fixer may add tasks
		if d := l.addTasks(Execute); d != nil {
			d.Command = onTrack("start", m.target(Execute))
		}
	}
	t.reach(l.all)
	return l.all
}

// dues collects what is due for a track.
type dues struct {
	*Track
	*Metadata
	all []protocol.Due
}

// add adds a problem, unless it is already listed, with the command that solves it.
func (l *dues) add(command []string, format string, args ...any) *protocol.Due {
	problem := fmt.Sprintf(format, args...)
	i := slices.IndexFunc(l.all, func(d protocol.Due) bool {
		return d.Problem == problem
	})
	if i < 0 {
		i = len(l.all)
		l.all = append(l.all, protocol.Due{Path: l.Path, Command: command, Problem: problem})
	}
	return &l.all[i]
}

// start adds a problem that starting step solves.
func (l *dues) start(step, format string, args ...any) {
	l.add(onTrack("start", step), format, args...)
}

func onTrack(words ...string) []string {
	return slices.Concat([]string{"loop"}, words, []string{"--track", protocol.TargetWord})
}

func (l *dues) toStart(step string) {
	blocked := step // only blockers of that step; "" for all
	if step == Complete || l.statusAt(step) == Blocked || l.statusNow() == Blocked {
		blocked = ""
	}
	l.addBlockers(blocked)
	if !sameStep(step, l.Step()) || l.runningStatus(step) != InProgress {
		l.addBefore(step, false)
	}
	switch {
	case step == Fix:
		l.addCycle()
	case step == EvaluateExecution && l.undecided():
		l.decide()
	}
}

func (l *dues) toEnd(verb, step string) {
	status := l.runningStatus(step)
	ended := slices.Contains([]string{Failed, Blocked, Escalated}, status)
	idle := status == NotStarted || status == Skipped
	l.addBlockers(step)
	if len(l.all) == 0 && (ended || idle && verb == "pass" || step == Complete && verb == "skip") {
		l.addOver(step, step+" is "+short(status))
	}
	switch {
	case isExecute(step):
		l.addTasks(step)
	case step == Fix && verb == "pass":
		l.addCounts(step, "issues_fixed", "issues_total", "--fixed")
	case step == BusinessSync && verb == "skip" && l.businessSync():
		l.start(step, "%s is required", step)
	case step == Complete:
		l.addBefore(step, false)
		l.addBlockers("")
	}
}

// elsewhere adds a problem if over is set, because step is over or did not begin, and step is not
// the current step.
func (l *dues) elsewhere(step string, over bool) {
	if over && !sameStep(step, l.Step()) {
		l.start(step, "%s is %s, and the loop is at %s", step, l.statusAt(step), l.Step())
	}
}

// addBefore adds the steps that must be over before step begins but are not; if failed is set,
// only failed ones.
func (l *dues) addBefore(step string, failed bool) {
	for _, r := range requirements {
		status := l.statusAt(r.before)
		switch {
		case !sameStep(r.step, step) || failed && status != Failed || !l.lacks(r, status):
		case r.failed:
			l.start(r.before,
				"%s requires that %s is %s, but it is %s", r.step, r.before, Failed, short(status))
		default:
			l.addOver(r.before, fmt.Sprintf("%s requires %s, which is %s", r.step, r.before, short(status)))
		}
	}
}

// lacks reports whether a step with that status does not satisfy r.
func (m *Metadata) lacks(r requirement, status string) bool {
	required := r.always || r.before == BusinessSync && m.businessSync()
	c := m.Checkpoint(r.before)
	if !required && (c.IsNothing() || r.begun && status == NotStarted) {
		return false
	}
	if r.failed {
		return status != Failed
	}
	return goesOn(status) != Passed
}

// passed reports whether the loop treats the step as passed.
func (m *Metadata) passed(step string) bool {
	return goesOn(m.statusAt(step)) == Passed
}

// runningStatus is statusAt, but IN_PROGRESS if a writer set that in the checkpoint alone.
func (m *Metadata) runningStatus(step string) string {
	status := m.statusAt(step)
	if status == NotStarted && m.Checkpoint(step).Status == InProgress {
		return InProgress
	}
	return status
}

// addOver adds the problem that a step is not over, with the command that ends it.
func (l *dues) addOver(step, problem string) {
	status, s := l.runningStatus(step), cmp.Or(stepOf(step), &stepRow{})
	command := onTrack("start", l.target(step))
	switch {
	case status == Failed && s.Name == EvaluateExecution && l.usedUp():
		l.decide()
		return
	case status == Failed && s.Repair != "":
		command = onTrack("start", s.Repair)
	case status == InProgress, status == BoardReview, status == PartialFail:
		command = onTrack("pass", step)
	}
	l.add(command, "%s", problem)
}

// addBlockers adds the active blockers of a step, or all if step is "".
func (l *dues) addBlockers(step string) {
	for _, b := range l.ActiveBlockers() {
		at := cmp.Or(b.Step, l.Step())
		if step != "" && !sameStep(at, step) || l.Done() && b.Status != "ACTIVE" { // real files: what is left for later
			continue
		}
		command := onTrack("unblock")
		if plainID(b.ID) { // an agent reads the command: it gets no text of the file
			command = onTrack("unblock", b.ID)
		}
		l.add(command, "%s is blocked by %q", at, short(b.Name())).Person = true
	}
}

// plainID reports whether an id is one word of a command line, and cannot be a flag.
func plainID(id string) bool {
	const marks = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."
	return id != "" && len(id) <= protocol.MaxValue && strings.Trim(id, marks+"-") == "" && id[0] != '-'
}

// addTasks adds open tasks of the plan or, without a plan, a count below its total; it returns
// nil if there are none.
func (l *dues) addTasks(step string) *protocol.Due {
	all := l.Plan.Tasks()
	if len(all) == 0 {
		return l.addCounts(step, "tasks_completed", "tasks_total", "--done")
	}
	i := slices.IndexFunc(all, func(task *tasks.Task) bool {
		return task.Mark != tasks.Done
	})
	if i < 0 {
		return nil
	}
	first, left := all[i].Name(), len(all)-l.Plan.Count(tasks.Done)
	d := l.add(onTrack("progress", step, "--task-done", first),
		"%d of %d tasks in %s are not done; the first is %q", left, len(all), PlanFile, short(first))
	d.Path = l.Beside(PlanFile)
	return d
}

// addCounts adds the problem that a count of the step is below its total; it returns nil if the
// count is not below, or there is no total.
func (l *dues) addCounts(step, key, of, flag string) *protocol.Due {
	c := l.Checkpoint(step)
	n, _ := c.Count(key)
	total, ok := c.Count(of)
	if !ok || n >= total {
		return nil
	}
	return l.add(onTrack("progress", step, flag, itoa(total)),
		"%s is %d of %d", key, n, total)
}

// usedUp reports whether the evaluation failed and no fix cycle is left.
func (m *Metadata) usedUp() bool {
	cycles, limit, err := m.fixes()
	return m.statusAt(EvaluateExecution) == Failed && err == nil && cycles >= limit
}

// undecided reports whether a person has to decide how to continue: the fix cycles are used up,
// and the last one is neither at work nor still to be evaluated.
func (m *Metadata) undecided() bool {
	fixing := sameStep(m.Step(), Fix) && m.statusNow() != Failed
	return m.usedUp() && stepIndex(m.Step()) >= stepIndex(EvaluateExecution) && !fixing
}

func (l *dues) decide() {
	l.add(onTrack("decide", "extend", "1", "--because", "TEXT"), "%s fix cycles are used; decide: extend, stop or accept", l.FixText()).Person = true
}

// addCycle adds the problem that no further fix cycle can begin. A running cycle can continue.
func (l *dues) addCycle() {
	status, fixing := l.runningStatus(Fix), sameStep(l.Step(), Fix)
	switch {
	case !l.usedUp(), fixing && (status == NotStarted || status == InProgress || status == Blocked):
	case fixing && l.passed(Fix):
		l.start(EvaluateExecution, "%s fix cycles are used, and the last one is not evaluated", l.FixText())
	default:
		l.decide()
	}
}
