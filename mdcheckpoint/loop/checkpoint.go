package loop

import (
	"cmp"
	"slices"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/loop/tasks"
)

// A Checkpoint is the state of one step in the metadata.
type Checkpoint struct {
	Value  *jsondoc.Value
	Key    string
	Step   string // name in steps, or else Key
	Status string // name in statuses, or else as written
	raw    *jsondoc.Value
}

type commit struct {
	SHA    *jsondoc.Value
	Task   string
	Listed bool // the id is in commits or fixes_applied, not in commit_sha or last_commit
}

// Checkpoints returns all checkpoints in file order, including those of unknown steps.
func (m *Metadata) Checkpoints() (all []*Checkpoint) {
	if v := m.loop("checkpoints"); v != nil {
		for _, member := range v.Members {
			all = append(all, checkpoint(member))
		}
	}
	return all
}

func checkpoint(m jsondoc.Member) *Checkpoint {
	c := &Checkpoint{Key: m.Key, Step: m.Key, Value: m.Value}
	c.raw = c.Value.Get("status")
	if s := stepOf(m.Key); s != nil {
		c.Step = s.Name
	}
	if c.Value.Kind == jsondoc.String {
		c.raw = m.Value // such as "PLAN": "PASSED"
	}
	c.Status = statusName(text(c.raw))
	return c
}

// Checkpoint returns the checkpoint of a step, or an empty one.
func (m *Metadata) Checkpoint(step string) *Checkpoint {
	v := m.loop("checkpoints")
	if v == nil {
		return &Checkpoint{}
	}
	for _, same := range [...]func(key string) bool{
		func(key string) bool { return key == step },
		func(key string) bool { return Fold(key) == Fold(step) },
		func(key string) bool { return sameStep(key, step) },
	} {
		if i := slices.IndexFunc(v.Members, func(m jsondoc.Member) bool { return same(m.Key) }); i >= 0 {
			return checkpoint(v.Members[i])
		}
	}
	return &Checkpoint{}
}

func (c *Checkpoint) commits() (all []commit) {
	add := func(sha *jsondoc.Value, task string, listed bool) {
		if text(sha) != "" {
			all = append(all, commit{sha, task, listed})
		}
	}
	add(c.Value.Get("commit_sha"), "", false)
	for _, e := range c.Value.Get("commits").List() {
		add(cmp.Or(e.Get("sha"), e), text(e.Get("task")), true)
	}
	for _, e := range c.Value.Get("fixes_applied").List() {
		add(e.Get("commit_sha"), "", true)
	}
	add(c.find("last_commit"), c.lastTask(), false)
	return all
}

func (c *Checkpoint) path() string { return "loop_state.checkpoints." + c.Key }

func (c *Checkpoint) has(key string) bool {
	return !c.Value.Get(key).IsNothing()
}

func (c *Checkpoint) agent() string { return text(c.Value.Get("agent")) }

func (c *Checkpoint) notes() (all []string) {
	for _, v := range texts(c.Value.Get("notes")) {
		all = append(all, text(v))
	}
	return all
}

func (c *Checkpoint) outputs() []*jsondoc.Value {
	return texts(c.Value.Get("output_files"))
}

// inferred reports whether a migration added the checkpoint.
func (c *Checkpoint) inferred() bool {
	known := c.has("started_at") || c.has("completed_at") || c.agent() != ""
	return !known && slices.Contains(c.notes(), inferredNote)
}

func (c *Checkpoint) find(key string) *jsondoc.Value {
	for _, v := range [...]*jsondoc.Value{c.Value.Get(key), c.Value.Get("progress", key)} {
		if !v.IsNothing() {
			return v
		}
	}
	return nil
}

// Count returns a number such as tasks_completed, from the checkpoint or its object "progress".
func (c *Checkpoint) Count(key string) (n int, ok bool) {
	return number(c.find(key))
}

func (c *Checkpoint) lastTask() string { return text(c.find("last_task")) }

// done returns the keys of the tasks that the plan or a recorded commit shows as done.
func (c *Checkpoint) done(p *tasks.Plan) map[string]bool {
	done := c.listed(p)
	for _, t := range p.Tasks() {
		key := tasks.Key(t.Name())
		if t.Mark == tasks.Done && done[key] {
			key = repeated(key, t)
		}
		if t.Mark == tasks.Done {
			done[key] = true
		}
	}
	return done
}

// repeated returns a key for t, if another task has the same key.
func repeated(key string, t *tasks.Task) string { return key + "\n" + itoa(t.Line) }

// listed returns the keys of tasks that have a commit and no tick in the plan.
func (c *Checkpoint) listed(p *tasks.Plan) map[string]bool {
	listed := map[string]bool{}
	for _, commit := range c.commits() {
		t := p.Find(commit.Task)
		if isKnown := p.Total() == 0 || t != nil && t.Mark != tasks.Done; commit.Listed && commit.Task != "" && isKnown {
			listed[p.KeyOf(commit.Task)] = true
		}
	}
	return listed
}

func (c *Checkpoint) remaining() []string {
	return entries(c.Value.Get("fixes_remaining"), "issue")
}

// recorded returns the progress of the step as lines, such as "current_phase 2 of 5".
func (c *Checkpoint) recorded() (all []string) {
	for _, r := range [...]struct{ key, total string }{
		{"current_phase", "total_phases"}, {"current_task", ""}, {"last_task", ""}, {"tasks_completed", "tasks_total"},
		{"current_issue", ""}, {"issues_fixed", "issues_total"},
	} {
		value, total := entry(c.find(r.key)), entry(c.find(r.total))
		if value != "" && total != "" {
			value += " of " + total
		}
		if value != "" {
			all = append(all, r.key+" "+value)
		}
	}
	return all
}

func (c *Checkpoint) failures() (all []string) {
	items, reasons := entries(c.Value.Get("failure_items"), ""), entries(c.Value.Get("failure_reasons"), "")
	for _, text := range slices.Concat(items, reasons, c.evaluated("")) {
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

func (c *Checkpoint) evaluated(key string) (all []string) {
	for _, run := range c.Value.Get("evaluators_run").List() {
		all = append(all, entries(run.Get("issues"), key)...)
	}
	return all
}

func (m *Metadata) issues() []string {
	c := m.Checkpoint(EvaluateExecution)
	if all := entries(c.Value.Get("failure_items"), "issue"); len(all) > 0 {
		return all
	}
	return c.evaluated("issue")
}

// failedIn returns the checkpoint of the evaluation that step repairs, or an empty one.
func (m *Metadata) failedIn(step string) *Checkpoint {
	if i := slices.IndexFunc(steps, func(s stepRow) bool { return s.Repair != "" && s.Repair == step }); i >= 0 {
		return m.Checkpoint(steps[i].Name)
	}
	return &Checkpoint{}
}
