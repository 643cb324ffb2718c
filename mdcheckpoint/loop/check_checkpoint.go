package loop

import (
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/spelling"
)

// checkpoint holds that a checkpoint has what its status asks for.
func (c *checker) checkpoint(cp *Checkpoint) {
	if cp.Value.Kind != jsondoc.Object {
		return
	}
	path := "loop_state.checkpoints." + cp.Key
	var missing []string
	switch s := StatusOf(cp.Status); {
	case cp.Started.Set && StepOf(cp.Key) != nil && s == nil:
		span := cp.RawStatus.Span
		if span.End == 0 {
			span = brace(cp.Value)
		}
		c.add(RuleSchema, jsondoc.BadValue, span, path+".status", "checkpoint %q was started, and its status is %q: want one of %s", cp.Key, short(cp.RawStatus.Text), statusNames(false))
	case cp.Value.Get("status") == nil:
		missing = append(missing, "status")
	default:
		c.status("status", path+".status", cp.RawStatus, false)
	}
	if cp.Status != "" && cp.Status != NotStarted && cp.Status != Skipped && !cp.inferred() {
		if !cp.Started.Set {
			missing = append(missing, "started_at")
		}
		if cp.Agent.Text == "" {
			missing = append(missing, "agent")
		}
		if c.strict && !cp.Updated.Set {
			missing = append(missing, "last_updated")
		}
	}
	if cp.Status == Passed && !cp.inferred() && !c.m.Done() {
		missing = append(missing, cp.unrecorded()...)
	}
	if len(missing) > 0 {
		p := c.warn(RuleSchema, brace(cp.Value), path, "checkpoint %q has no %s", cp.Key, spelling.List(missing))
		p.Class = jsondoc.Missing
	}
	c.period(cp, path)
	c.counts(cp, path)
}

// unrecorded returns the fields that a step which passed should have and does not have. Source: checkpoint.
func (c *Checkpoint) unrecorded() []string {
	var missing []string
	if len(c.Outputs) == 0 && (c.Step == Planning || c.Step == Brainstorm) {
		missing = append(missing, "output_files")
	}
	if len(c.Notes) == 0 && (c.Step == Planning || c.Step == Fix) {
		missing = append(missing, "notes")
	}
	return missing
}

// counts holds that no more is done than there is to do.
func (c *checker) counts(cp *Checkpoint, path string) {
	for _, pair := range [...]struct{ done, total string }{{"tasks_completed", "tasks_total"}, {"issues_fixed", "issues_total"}} {
		done, span, counted := cp.Count(pair.done)
		total, _, known := cp.Count(pair.total)
		if counted && known && done > total {
			c.warn(RuleSchema, span, path+"."+pair.done, "%q is %d, and %q is %d", pair.done, done, pair.total, total)
		}
	}
}

// period holds that the times of a checkpoint fit its status and each other.
func (c *checker) period(cp *Checkpoint, path string) {
	done := cp.Completed
	switch {
	case !done.Set && cp.Status == Passed && !cp.inferred():
		c.warn(RuleTime, cp.RawStatus.Span, path+".completed_at", "checkpoint %q is %s and has no \"completed_at\"", cp.Key, cp.Status)
	case done.OK && (cp.Status == InProgress || cp.Status == NotStarted):
		c.warn(RuleTime, done.Span, path+".completed_at", "checkpoint %q is %s and has a \"completed_at\"", cp.Key, cp.Status)
	}
	c.order(cp.Value, path+".", "started_at", "completed_at")
	c.order(cp.Value, path+".", "started_at", "last_updated")
}

// order checks that a time is not before another of the same object.
func (c *checker) order(v *jsondoc.Value, path, first, second string) {
	if a, b := moment(v.Get(first)), moment(v.Get(second)); a.OK && b.OK && b.before(a) {
		c.warn(RuleTime, b.Span, path+second, "%q %q is before %q %q", second, b.Text, first, a.Text)
	}
}

// times holds that all times can be read.
func (c *checker) times() {
	see := func(v *jsondoc.Value, path, key string) {
		if t := moment(v.Get(key)); t.Text != "" && !t.OK || t.Set && t.Text == "" && v.Get(key).Kind == jsondoc.String {
			c.warn(RuleTime, t.Span, path+key, "%q is %q, want a time such as %s, or null", key, short(t.Text), TimeLayout)
		}
	}
	for _, key := range []string{"created_at", "created", "updated_at", "completed_at"} {
		see(c.m.Doc.Root, "", key)
	}
	c.order(c.m.Doc.Root, "", "created_at", "updated_at")
	see(c.m.Doc.Root.Get("loop_state"), "loop_state.", "step_started_at")
	for _, cp := range c.all {
		for _, key := range []string{"started_at", "completed_at", "last_updated"} {
			see(cp.Value, "loop_state.checkpoints."+cp.Key+".", key)
		}
	}
	for _, b := range c.m.Blockers() {
		for _, key := range []string{"blocked_at", "resolved_at"} {
			see(b.value, strings.Join(b.path, ".")+".", key)
		}
	}
}

// lastTask holds that last_task is a task of the plan. Of a plan in which there are no
// boxes, or of a number where its tasks have none, it cannot be told.
func (c *checker) lastTask() {
	cp := c.m.Checkpoint(Execute)
	if cp == nil || c.plan == nil {
		return
	}
	last := cp.LastTask()
	switch {
	case strings.TrimSpace(last.Text) == "" || c.plan.Find(last.Text) != nil,
		c.plan.Total() == 0 && strings.TrimSpace(c.plan.File.Text) != "",
		c.plan.Total() > 0 && !c.plan.Numbered() && taskID(last.Text) != "":
		return
	}
	c.warn(RuleLastTask, last.Span, "loop_state.checkpoints."+cp.Key+".last_task", "last_task %q is not a task of %s", short(last.Text), PlanFile)
}
