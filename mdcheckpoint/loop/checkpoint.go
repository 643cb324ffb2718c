package loop

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/loop/tasks"
	"mdck/mdcheckpoint/source"
)

// A Checkpoint is what the metadata holds of one step.
type Checkpoint struct {
	Key   string         // as it is written
	Step  string         // by its name in Steps if it has one there
	Value *jsondoc.Value // all of it

	Status    string // by its name in Statuses if it has one there; "" without one
	RawStatus Text   // as it is written
	Agent     Text
	Started   Moment
	Completed Moment
	Updated   Moment // last_updated

	Notes   []Text // an array, or a string in the place of one
	Outputs []Text // output_files, likewise
	Commits []Commit
}

// A Commit is one that a checkpoint names.
type Commit struct {
	SHA    Text
	Task   string // "" where none is named
	Listed bool   // whether it stands in commits or fixes_applied
}

// Checkpoints are the checkpoints in the order of the file, those of steps that
// the protocol does not know included.
func (m *Metadata) Checkpoints() []*Checkpoint {
	var all []*Checkpoint
	for _, member := range m.checkpointMembers() {
		all = append(all, checkpoint(member))
	}
	return all
}

func (m *Metadata) checkpointMembers() []jsondoc.Member {
	if v := m.loop("checkpoints"); v != nil {
		return v.Members
	}
	return nil
}

func checkpoint(m jsondoc.Member) *Checkpoint {
	v := m.Value
	c := &Checkpoint{Key: m.Key, Step: m.Key, Value: v, RawStatus: text(v.Get("status"))}
	if s := StepOf(m.Key); s != nil {
		c.Step = s.Name
	}
	if v.Kind == jsondoc.String {
		c.RawStatus = text(v) // "PLAN": "PASSED"
	}
	c.Status = statusName(c.RawStatus.Text)
	c.Agent = text(v.Get("agent"))
	c.Started, c.Completed, c.Updated = moment(v.Get("started_at")), moment(v.Get("completed_at")), moment(v.Get("last_updated"))
	c.Notes, c.Outputs = texts(v.Get("notes")), texts(v.Get("output_files"))
	c.readCommits()
	return c
}

// readCommits collects the commits in the order of the keys below.
func (c *Checkpoint) readCommits() {
	add := func(v *jsondoc.Value, task string, listed bool) {
		if t := text(v); t.Text != "" {
			c.Commits = append(c.Commits, Commit{t, task, listed})
		}
	}
	add(c.Value.Get("commit_sha"), "", false)
	for _, e := range c.Value.Get("commits").List() {
		if e.Kind == jsondoc.Object {
			add(e.Get("sha"), text(e.Get("task")).Text, true)
		} else {
			add(e, "", true)
		}
	}
	for _, e := range c.Value.Get("fixes_applied").List() {
		add(e.Get("commit_sha"), "", true)
	}
	add(c.find("last_commit"), c.LastTask().Text, false)
}

// path is that of the checkpoint in the metadata.
func (c *Checkpoint) path() string { return "loop_state.checkpoints." + c.Key }

// inferred reports whether the checkpoint is as [Track.Migrate] infers it: without times
// and an agent, and with a note that says so.
func (c *Checkpoint) inferred() bool {
	noted := slices.ContainsFunc(c.Notes, func(n Text) bool { return n.Text == inferredNote })
	return noted && !c.Started.Set && !c.Completed.Set && c.Agent.Text == ""
}

// find is the value of a key beside the status or in "progress", whichever is
// there and not null; nil if neither is.
func (c *Checkpoint) find(key string) *jsondoc.Value {
	for _, v := range []*jsondoc.Value{c.Value.Get(key), c.Value.Get("progress", key)} {
		if !v.IsNothing() {
			return v
		}
	}
	return nil
}

// Count is a number such as tasks_completed, beside the status or in "progress";
// ok is false where there is none.
func (c *Checkpoint) Count(key string) (n int, span source.Span, ok bool) {
	v := c.find(key)
	if v == nil {
		return 0, source.Span{}, false
	}
	n, ok = number(v)
	return n, v.Span, ok
}

// LastTask is last_task, wherever it stands.
func (c *Checkpoint) LastTask() Text { return text(c.find("last_task")) }

// done are the keys of the tasks that the plan, or commits with them, have as done. Where there
// is a plan with tasks, they are some of those.
func (c *Checkpoint) done(p *tasks.Plan) map[string]bool {
	done := map[string]bool{}
	for _, t := range p.Tasks() {
		if t.Mark == tasks.Done {
			done[tasks.Key(t.Name())] = true
		}
	}
	for _, commit := range c.Commits {
		if commit.Listed && commit.Task != "" && (p.Total() == 0 || p.Find(commit.Task) != nil) {
			done[p.KeyOf(commit.Task)] = true
		}
	}
	return done
}

// Remaining are the fixes that are left to be made.
func (c *Checkpoint) Remaining() []string { return issueTexts(c.Value.Get("fixes_remaining").List()) }

// issueTexts are issues for people: of an object its issue or, without one, all of it.
func issueTexts(issues []*jsondoc.Value) []string {
	var all []string
	for _, e := range issues {
		text := strings.TrimSpace(text(e.Get("issue")).Text)
		if text == "" {
			text = entry(e)
		}
		if text != "" {
			all = append(all, text)
		}
	}
	return all
}

// Checkpoint returns the checkpoint of a step: of that name, else of the other name of
// the same step, else in another spelling; nil if there is none.
func (m *Metadata) Checkpoint(step string) *Checkpoint {
	members := m.checkpointMembers()
	for _, same := range []func(key string) bool{
		func(key string) bool { return key == step },
		func(key string) bool { return Fold(key) == Fold(step) },
		func(key string) bool { return sameStep(key, step) },
	} {
		if i := slices.IndexFunc(members, func(m jsondoc.Member) bool { return same(m.Key) }); i >= 0 {
			return checkpoint(members[i])
		}
	}
	return nil
}

// Recorded is what the progress of the step says, for people, a line each, such as
// "current_phase 2 of 5": what a session cannot find out that goes on with a step that
// was interrupted. Source: checkpoint of a step.
func (c *Checkpoint) Recorded() []string {
	var all []string
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

// Failures are what the step found to be wrong, its failure_items, failure_reasons and
// the issues of its evaluators, each once.
func (c *Checkpoint) Failures() []string {
	all := append(entries(c.Value.Get("failure_items")), entries(c.Value.Get("failure_reasons"))...)
	for _, run := range c.Value.Get("evaluators_run").List() {
		all = append(all, entries(run.Get("issues"))...)
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(text string) bool {
		again := seen[text]
		seen[text] = true
		return again
	})
}

// FailedIn is the checkpoint of the evaluation whose findings the step works off; nil
// if there is none.
func (m *Metadata) FailedIn(step string) *Checkpoint {
	switch {
	case sameStep(step, Fix):
		return m.Checkpoint(EvaluateExecution)
	case sameStep(step, Planning):
		return m.Checkpoint(EvaluatePlan)
	}
	return nil
}
