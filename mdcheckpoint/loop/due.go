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

// A requirement says that one step must be over when another begins.
type requirement struct {
	later, earlier string
	failed         bool // the earlier step must have failed
	always         bool // even without a checkpoint of the earlier step
	optional       bool // the earlier step may be NOT_STARTED, unless it is required
}

// requirements lists what must be over before each step. Source: orchestrator skill; BRAINSTORM:
// checkpoint protocol.
var requirements = [...]requirement{
	{later: Planning, earlier: Brainstorm},
	{later: EvaluatePlan, earlier: Planning},
	{later: Execute, earlier: EvaluatePlan},
	{later: EvaluateExecution, earlier: Execute},
	{later: EvaluateExecution, earlier: Fix, optional: true},
	{later: Fix, earlier: EvaluateExecution, failed: true},
	{later: BusinessSync, earlier: EvaluateExecution},
	{later: Complete, earlier: Execute, always: true},
	{later: Complete, earlier: EvaluateExecution},
	{later: Complete, earlier: BusinessSync, optional: true},
}

// allow returns a [protocol.Refused] if the protocol forbids a change such as "start FIX".
func allow(_ lint.Input, c *lint.Checkpoint, name string) error {
	verb, step, _ := strings.Cut(name, " ")
	if refused := c.Model.(*Track).refused(verb, step); refused != nil {
		return refused
	}
	return nil
}

func (t *Track) refused(verb, name string) *protocol.Refused {
	if t.Metadata == nil || !t.Metadata.HasLoop() {
		return nil
	}
	step, err := t.Metadata.readStep(name)
	if err != nil {
		return nil
	}
	due, never := t.dueBefore(verb, step)
	if len(due) == 0 {
		return nil
	}
	t.replaceRefused(due)
	return &protocol.Refused{Path: t.Path, Due: due, Never: never}
}

// replaceRefused replaces each command in due that starts a step too early by the one that comes first.
func (t *Track) replaceRefused(due []protocol.Due) {
	for i := range due {
		d := &due[i]
		for range steps {
			before := due[:0:0]
			if d.Command[1] == "start" {
				before, _ = t.dueBefore("start", d.Command[2])
			}
			if len(before) == 0 {
				break
			}
			d.Command, d.Person = before[0].Command, before[0].Person
		}
	}
}

// dueBefore returns what must be done before verb. If never is true, force does not help.
// Source: orchestrator skill and checkpoint protocol.
func (t *Track) dueBefore(verb, step string) (due []protocol.Due, never bool) {
	l := dueList{Track: t, Metadata: t.Metadata}
	switch verb {
	case "start":
		l.addForStart(step)
	case "pass", "skip":
		l.addForEnd(verb, step)
		never = verb == "skip" && step == Complete
	case "fail":
		l.addNotCurrent(step, l.runningStatus(step) != InProgress)
		never = true
	case "block":
		l.addNotCurrent(step, l.passed(step))
		never = true
	case "decide":
		if !l.needsDecision() {
			l.add(onTrack("resume"), "a decision is not needed yet: %s fix cycles are used", l.FixText())
		}
	}
	return l.all, never
}

func due(_ lint.Input, c *lint.Checkpoint) []protocol.Due {
	return c.Model.(*Track).due()
}

func (t *Track) due() []protocol.Due {
	m := t.Metadata
	if m == nil || !m.HasLoop() || t.whyFinished() != "" {
		return nil
	}
	l := dueList{Track: t, Metadata: m}
	l.addBlockers("")
	if l.needsDecision() {
		l.addDecision()
	}
	l.addBefore(m.Step(), true)
	if m.passed(Execute) && !sameStep(m.Step(), Fix) { // FIX can add tasks
		if d := l.addTasks(Execute); d != nil {
			d.Command = onTrack("start", m.target(Execute))
		}
	}
	t.replaceRefused(l.all)
	return l.all
}

type dueList struct {
	*Track
	*Metadata
	all []protocol.Due
}

func (l *dueList) add(command []string, format string, args ...any) *protocol.Due {
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

func (l *dueList) addStart(step, format string, args ...any) {
	l.add(onTrack("start", step), format, args...)
}

func onTrack(words ...string) []string {
	return slices.Concat([]string{"loop"}, words, []string{"--track", protocol.TargetWord})
}

func (l *dueList) addForStart(step string) {
	blocked := step // whose blockers are reported; "" means all
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
	case step == EvaluateExecution && l.needsDecision():
		l.addDecision()
	}
}

func (l *dueList) addForEnd(verb, step string) {
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
		l.addStart(step, "%s is required", step)
	case step == Complete:
		l.addBefore(step, false)
		l.addBlockers("")
	}
}

func (l *dueList) addNotCurrent(step string, over bool) {
	if over && !sameStep(step, l.Step()) {
		l.addStart(step, "%s is %s, and the current step is %s", step, l.statusAt(step), l.Step())
	}
}

func (l *dueList) addBefore(step string, failed bool) {
	for _, r := range requirements {
		status := l.statusAt(r.earlier)
		switch {
		case !sameStep(r.later, step) || failed && status != Failed || !l.isUnmet(r, status):
		case r.failed:
			l.addStart(r.earlier,
				"%s requires that %s is %s, but it is %s", r.later, r.earlier, Failed, short(status))
		default:
			l.addOver(r.earlier, fmt.Sprintf("%s requires %s, which is %s", r.later, r.earlier, short(status)))
		}
	}
}

func (m *Metadata) isUnmet(r requirement, status string) bool {
	required := r.always || r.earlier == BusinessSync && m.businessSync()
	c := m.Checkpoint(r.earlier)
	if !required && (c.Value.IsNothing() || r.optional && status == NotStarted) {
		return false
	}
	if r.failed {
		return status != Failed
	}
	return effectiveStatus(status) != Passed
}

func (m *Metadata) passed(step string) bool {
	return effectiveStatus(m.statusAt(step)) == Passed
}

func (m *Metadata) runningStatus(step string) string {
	status := m.statusAt(step)
	if status == NotStarted && m.Checkpoint(step).Status == InProgress {
		return InProgress
	}
	return status
}

func (l *dueList) addOver(step, problem string) {
	status, s := l.runningStatus(step), cmp.Or(stepOf(step), &stepRow{})
	command := onTrack("start", l.target(step))
	switch {
	case status == Failed && s.Name == EvaluateExecution && l.fixesUsedUp():
		l.addDecision()
		return
	case status == Failed && s.Repair != "":
		command = onTrack("start", s.Repair)
	case status == InProgress, status == BoardReview, status == PartialFail:
		command = onTrack("pass", step)
	}
	l.add(command, "%s", problem)
}

func (l *dueList) addBlockers(step string) {
	for _, b := range l.activeBlockers() {
		at := cmp.Or(b.Step, l.Step())
		if step != "" && !sameStep(at, step) || l.Done() && b.Status != "ACTIVE" { // ignore the postponed blockers of a completed track
			continue
		}
		command := onTrack("unblock")
		if plainID(b.ID) { // an agent runs the command, so text from the file is unsafe
			command = onTrack("unblock", b.ID)
		}
		l.add(command, "%s is blocked by %q, which a person must resolve first", at, short(b.Name())).Person = true
	}
}

// plainID reports whether id is one word on a command line and no flag.
func plainID(id string) bool {
	const marks = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."
	return id != "" && len(id) <= protocol.MaxValue && strings.Trim(id, marks+"-") == "" && id[0] != '-'
}

func (l *dueList) addTasks(step string) *protocol.Due {
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
	first, open := all[i].Name(), len(all)-l.Plan.Count(tasks.Done)
	d := l.add(onTrack("progress", step, "--task-done", first),
		"%d of %d tasks in %s are unfinished; the first of these is %q", open, len(all), PlanFile, short(first))
	d.Path = l.PathOf(PlanFile)
	return d
}

func (l *dueList) addCounts(step, key, totalKey, flag string) *protocol.Due {
	c := l.Checkpoint(step)
	n, _ := c.Count(key)
	total, ok := c.Count(totalKey)
	if !ok || n >= total {
		return nil
	}
	return l.add(onTrack("progress", step, flag, itoa(total)),
		"%s is %d of %d", key, n, total)
}

func (m *Metadata) fixesUsedUp() bool {
	cycles, limit, err := m.fixes()
	return m.statusAt(EvaluateExecution) == Failed && err == nil && cycles >= limit
}

// needsDecision reports whether a person must decide, because all fix cycles are used.
func (m *Metadata) needsDecision() bool {
	fixing := sameStep(m.Step(), Fix) && m.statusNow() != Failed
	return m.fixesUsedUp() && stepIndex(m.Step()) >= stepIndex(EvaluateExecution) && !fixing
}

func (l *dueList) addDecision() {
	l.add(onTrack("decide", "extend", "1", "--because", "TEXT"), "%s fix cycles are used, so a person must first choose extend, accept or stop", l.FixText()).Person = true
}

func (l *dueList) addCycle() {
	status, fixing := l.runningStatus(Fix), sameStep(l.Step(), Fix)
	switch {
	case !l.fixesUsedUp(), fixing && (status == NotStarted || status == InProgress || status == Blocked):
	case fixing && l.passed(Fix):
		l.addStart(EvaluateExecution, "%s fix cycles are used, and the last fix is not evaluated", l.FixText())
	default:
		l.addDecision()
	}
}
