package loop

// tasksDone are the tasks that the plan or the commits have as done, and last_task
// with them if that is wanted, by their keys.
func (e *edit) tasksDone(last bool) map[string]bool {
	c := e.existing()
	done := e.t.Plan.doneWith(c)
	if name := c.LastTask().Text; last && (e.t.Plan.Total() == 0 || e.t.Plan.Find(name) != nil) {
		done[e.t.Plan.keyOf(name)] = true
	}
	delete(done, "")
	return done
}

// doneWith are the tasks that the plan, or the commits of c, have as done, by their
// keys. Where there is a plan with tasks, they are some of those.
func (p *Plan) doneWith(c *Checkpoint) map[string]bool {
	done := map[string]bool{}
	for _, t := range p.Tasks() {
		if t.Mark == Done {
			done[taskKey(t.Name())] = true
		}
	}
	for _, commit := range c.Commits {
		if commit.Listed && (p.Total() == 0 || p.Find(commit.Task) != nil) { // the other one is that of last_task
			done[p.keyOf(commit.Task)] = true
		}
	}
	delete(done, "")
	return done
}

// keyOf is the same for all names of one task: that of the task of the plan that is
// meant, where there is one.
func (p *Plan) keyOf(name string) string {
	if task := p.Find(name); task != nil {
		name = task.Name()
	}
	return taskKey(name)
}

// tally sets how many tasks are done, and how many there are. The tasks count that
// the plan or the commits have as done, and as many as before: not all who work a
// plan off tick its boxes. A task that is named counts if it is new. A number that is
// above that of the plan is not to be trusted.
func (e *edit) tally(name string) {
	done, total := e.tasksDone(true), e.t.Plan.Total()
	before, _, known := e.existing().Count("tasks_completed")
	n := max(before, len(done))
	if key := e.t.Plan.keyOf(name); key != "" && !done[key] {
		done[key] = true
		n++
	}
	if total > 0 && before > total {
		n = len(done)
		e.note("tasks_completed was %d, and %s has %d tasks", before, PlanFile, total)
	}
	if total > 0 {
		n = min(n, total)
	}
	if known || name != "" || n > 0 || total > 0 {
		e.count("tasks_completed", n)
	}
	if total > 0 {
		e.count("tasks_total", total)
	}
}
