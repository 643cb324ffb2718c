package loop

import (
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/loop/tasks"
)

func (c *checker) checkpoint(cp *Checkpoint) {
	if cp.Value.Kind != jsondoc.Object {
		return
	}
	path := cp.path() + ".status"
	if cp.has("started_at") && stepOf(cp.Key) != nil && StatusOf(cp.Status) == nil {
		span := brace(cp.Value)
		if text(cp.raw) != "" {
			span = cp.raw.Span
		}
		c.add(ruleSchema, span, path,
			"checkpoint %q was started, but its status is %q; expected one of %s", cp.Key, short(text(cp.raw)), strings.Join(statusNames(false), ", "))
	} else {
		c.checkName("status", "status", path, cp.raw, statusNames(false))
	}
	if missing := c.missing(cp); len(missing) > 0 {
		c.warn(ruleSchema, brace(cp.Value), cp.path(), "checkpoint %q lacks %s", cp.Key, spelling.List(missing))
	}
	c.period(cp)
	c.counts(cp)
}

// missing returns the keys that the checkpoint lacks but its status requires. Source: checkpoint
// protocol.
func (c *checker) missing(cp *Checkpoint) []string {
	begun := cp.Status != "" && cp.Status != NotStarted && cp.Status != Skipped && !cp.inferred()
	passed := cp.Status == Passed && !cp.inferred() && !c.Done()
	plans, noted := cp.Step == Planning || cp.Step == Brainstorm, cp.Step == Planning || cp.Step == Fix
	var missing []string
	for _, f := range [...]struct {
		name  string
		lacks bool
	}{
		{"status", cp.Value.Get("status") == nil && !cp.has("started_at")},
		{"started_at", begun && !cp.has("started_at")},
		{"agent", begun && cp.agent() == ""},
		{"last_updated", begun && c.strict && !cp.has("last_updated")},
		{"output_files", passed && plans && len(cp.outputs()) == 0},
		{"notes", passed && noted && len(cp.notes()) == 0},
	} {
		if f.lacks {
			missing = append(missing, f.name)
		}
	}
	return missing
}

func (c *checker) counts(cp *Checkpoint) {
	for _, pair := range [...]struct{ done, total string }{{"tasks_completed", "tasks_total"}, {"issues_fixed", "issues_total"}} {
		done, counted := cp.Count(pair.done)
		total, known := cp.Count(pair.total)
		if counted && known && done > total {
			c.warn(ruleSchema, cp.find(pair.done).Span, cp.path()+"."+pair.done,
				"%q is %d, but %q is %d", pair.done, done, pair.total, total)
		}
	}
}

func (c *checker) period(cp *Checkpoint) {
	done, path := cp.Value.Get("completed_at"), cp.path()
	_, read := moment(done)
	switch {
	case done.IsNothing() && cp.Status == Passed && !cp.inferred():
		c.warn(ruleTime, cp.raw.Span, path+".completed_at",
			`checkpoint %q is %s but has no "completed_at"`, cp.Key, cp.Status)
	case read && (cp.Status == InProgress || cp.Status == NotStarted):
		c.warn(ruleTime, done.Span, path+".completed_at",
			`checkpoint %q is %s but has a "completed_at"`, cp.Key, cp.Status)
	}
	c.order(cp.Value, path+".", "started_at", "completed_at")
	c.order(cp.Value, path+".", "started_at", "last_updated")
}

func (c *checker) order(v *jsondoc.Value, path, first, second string) {
	early, late := v.Get(first), v.Get(second)
	a, read := moment(early)
	b, both := moment(late)
	if read && both && spelling.Earlier(b, text(late), a, text(early)) {
		c.warn(ruleTime, late.Span, path+second,
			"%q (%q) is before %q (%q)", second, text(late), first, text(early))
	}
}

func (c *checker) times() {
	c.eachTime(func(path, key string, v *jsondoc.Value) {
		if _, ok := moment(v); !ok && (text(v) != "" || isString(v)) {
			c.warn(ruleTime, v.Span, strings.TrimPrefix(path+"."+key, "."),
				"%q is %q; expected a time such as %s, or null", key, short(text(v)), spelling.TimeLayout)
		}
	})
	c.order(c.Doc.Root, "", "created_at", "updated_at")
}

func (c *checker) lastTask() {
	cp := c.Checkpoint(Execute)
	if c.plan == nil {
		return
	}
	last := cp.lastTask()
	switch {
	case strings.TrimSpace(last) == "" || c.plan.Find(last) != nil,
		c.plan.Total() == 0 && strings.TrimSpace(c.plan.File.Text) != "",
		c.plan.Total() > 0 && !c.plan.Numbered() && tasks.IDOf(last) != "":
		return
	}
	c.warn(ruleLastTask, cp.find("last_task").Span, cp.path()+".last_task",
		"last_task %q is not a task of %s", short(last), PlanFile)
}
