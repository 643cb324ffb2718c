package loop

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/loop/tasks"
	"mdck/mdcheckpoint/source"
)

const (
	ruleSchema       = "schema"
	ruleStatus       = "status"
	ruleStepMismatch = "step-mismatch"
	ruleTime         = "time"
	ruleFixCycles    = "fix-cycles"
	ruleLastTask     = "last-task"
)

type problem struct {
	jsondoc.Problem
	Rule    string
	Warning bool          // the loop works in spite of the problem
	Fix     []source.Edit // nil unless exactly one fix is possible
}

// check returns the problems of the metadata, in text order. plan may be nil. strict requires
// last_updated in a started checkpoint.
func (m *Metadata) check(plan *tasks.Plan, strict bool) []problem {
	c := checker{Metadata: m, plan: plan, strict: strict}
	c.schema()
	if m.HasLoop() {
		c.current()
		c.mismatch()
		c.cycles()
		c.trackStatus()
	}
	for _, cp := range m.Checkpoints() {
		c.checkpoint(cp)
	}
	c.times()
	c.lastTask()
	sort.SliceStable(c.found, func(i, j int) bool { return c.found[i].Span.Start < c.found[j].Span.Start })
	return c.found
}

type checker struct {
	*Metadata
	plan   *tasks.Plan
	strict bool
	found  []problem
}

func (c *checker) add(rule string, span source.Span, path, format string, args ...any) *problem {
	if len(c.found) >= 2*jsondoc.MaxProblems {
		return &problem{}
	}
	p := jsondoc.Problem{Span: span, Path: path, Message: fmt.Sprintf(format, args...)}
	c.found = append(c.found, problem{Problem: p, Rule: rule})
	return &c.found[len(c.found)-1]
}

func (c *checker) warn(rule string, span source.Span, path, format string, args ...any) *problem {
	p := c.add(rule, span, path, format, args...)
	p.Warning = true
	return p
}

func (c *checker) addMissingKey(v *jsondoc.Value, key, format string, args ...any) {
	c.add(ruleSchema, brace(v), key, format, args...)
}

// brace returns the opening brace of v, where missing keys are reported.
func brace(v *jsondoc.Value) source.Span {
	return source.Between(v.Span.Start, v.Span.Start+1)
}

func (c *checker) schema() {
	root := c.Doc.Root
	for _, p := range c.Doc.Check(metadataFields()) {
		allowed := p.Class == jsondoc.Unknown || p.Path == "version" || strings.HasPrefix(p.Path, "blockers")
		if c.HasLoop() || !allowed {
			warning := !isFatal(&p, root)
			c.found = append(c.found, problem{Problem: p, Rule: ruleSchema, Warning: warning})
		}
	}
	if v := root.Get("version"); c.Version() > maxVersion {
		c.warn(ruleSchema, v.Span, "version",
			`"version" is %s; expected 1 to %d`, short(text(v)), maxVersion)
	}
	switch state := root.Get("loop_state"); {
	case c.HasLoop() && state.Get("current_step") == nil:
		c.addMissingKey(state, "loop_state.current_step", "missing key \"current_step\" in \"loop_state\"")
	case c.HasLoop() && state.Get("step_status") == nil && c.Step() != Complete:
		c.addMissingKey(state, "loop_state.step_status", "missing key \"step_status\" in \"loop_state\"")
	case state == nil && c.Version() > 1:
		c.addMissingKey(root, "loop_state", "missing key \"loop_state\", which version %d requires", c.Version())
	}
}

func (c *checker) current() {
	raw, name := c.loop("current_step"), c.currentStep()
	const path = "loop_state.current_step"
	if Fold(name) == NotStarted && isString(raw) {
		p := c.warn(ruleStatus, raw.Span, path, `"current_step" is %q, which is a status; expected %q`, name, Planning)
		if cp := c.Checkpoint(Planning); cp.Value == nil || cp.Status == c.statusNow() {
			p.Fix = []source.Edit{source.Replace(raw.Span, jsondoc.Quote(Planning))}
		}
	} else {
		c.checkName("step", "current_step", path, raw, stepNames())
	}
	c.checkName("status", "step_status", "loop_state.step_status", c.loop("step_status"), statusNames(true))
}

func isString(v *jsondoc.Value) bool {
	return v != nil && v.Kind == jsondoc.String
}

func (c *checker) checkName(kind, key, path string, raw *jsondoc.Value, names []string) {
	name := text(raw)
	i := slices.Index(names, Fold(name))
	switch {
	case !isString(raw):
	case i < 0:
		c.warn(ruleStatus, raw.Span, path,
			"unknown %s %q; expected one of %s", kind, short(name), strings.Join(names, ", "))
	case names[i] != name:
		c.warn(ruleStatus, raw.Span, path, "%q is %q; expected %q", key, name, names[i])
	}
}

func (c *checker) trackStatus() {
	raw := c.get("status")
	known := slices.ContainsFunc(trackStatuses, func(s string) bool {
		return Fold(s) == Fold(text(raw))
	})
	if isString(raw) && !known {
		c.warn(ruleStatus, raw.Span, "status",
			"unknown track status %q; expected one of %s", short(text(raw)), strings.Join(trackStatuses, ", "))
	}
}

func (c *checker) mismatch() {
	raw, cp := c.stepStatus(), c.Checkpoint(c.Step())
	if cp.Value.IsNothing() || cp.Value.Kind != jsondoc.Object || !mismatched(raw, cp.Status) {
		return
	}
	if Fold(c.currentStep()) == NotStarted {
		return
	}
	p := c.add(ruleStepMismatch, cp.raw.Span, cp.path()+".status",
		`status of checkpoint %q is %q, but "step_status" is %q`, cp.Key, text(cp.raw), raw)
	if effectiveStatus(raw) == effectiveStatus(cp.Status) {
		p.Warning = true
		p.Message += "; both values continue the loop in the same way, so mdck cannot choose one"
		return
	}
	status := jsondoc.Quote(statusName(raw))
	p.Fix = []source.Edit{source.Replace(cp.raw.Span, status)}
}

func mismatched(a, b string) bool {
	x, y := StatusOf(a), StatusOf(b)
	return x != nil && y != nil && !x.StepOnly && !y.StepOnly && x != y
}

func (c *checker) cycles() {
	n, limit, err := c.fixes()
	if err == nil && n > limit {
		p := c.add(ruleFixCycles, c.loop("fix_cycle_count").Span, "loop_state.fix_cycle_count",
			`"fix_cycle_count" is %d, over the limit of %d, so the loop must ask a person`, n, limit)
		p.Warning = c.Step() == Complete
	}
	cp := c.Checkpoint(Fix)
	v := cp.Value.Get("cycle")
	if cycle, ok := number(v); ok && cycle != n {
		c.warn(ruleFixCycles, v.Span, cp.path()+".cycle",
			`"cycle" is %d, but "fix_cycle_count" is %d`, cycle, n)
	}
}

func stepNames() (names []string) {
	for _, s := range steps {
		names = append(names, s.Name)
	}
	return names
}

func statusNames(current bool) (names []string) {
	for _, s := range statuses {
		if current || !s.StepOnly {
			names = append(names, s.Name)
		}
	}
	return names
}
