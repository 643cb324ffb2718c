package loop

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
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
	if m == nil {
		return nil
	}
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
	c.commits()
	return c
}

// commits collects the commits in the order of the keys below.
func (c *Checkpoint) commits() {
	add := func(v *jsondoc.Value, task string, listed bool) {
		if t := text(v); t.Text != "" || listed && v != nil && v.Kind == jsondoc.String {
			c.Commits = append(c.Commits, Commit{t, task, listed})
		}
	}
	add(c.Value.Get("commit_sha"), "", false)
	for _, list := range []struct{ key, sha string }{{"commits", "sha"}, {"fixes_applied", "commit_sha"}} {
		for _, e := range c.Value.Get(list.key).List() {
			if e.Kind == jsondoc.Object {
				add(e.Get(list.sha), text(e.Get("task")).Text, true)
			} else if list.key == "commits" {
				add(e, "", true)
			}
		}
	}
	add(c.find("last_commit"), c.LastTask().Text, false)
}

// committed are the tasks that commits names, by their keys; none of a nil checkpoint.
func (c *Checkpoint) committed() map[string]bool {
	done := map[string]bool{}
	if c == nil {
		return done
	}
	for _, commit := range c.Commits {
		if commit.Listed && commit.Task != "" {
			done[taskKey(commit.Task)] = true
		}
	}
	return done
}

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
	if v := c.find(key); v != nil {
		n, ok = number(v)
		return n, v.Span, ok
	}
	return 0, source.Span{}, false
}

// LastTask is last_task, wherever it stands.
func (c *Checkpoint) LastTask() Text { return text(c.find("last_task")) }

// Remaining are the fixes that are left to be made.
func (c *Checkpoint) Remaining() []string {
	var all []string
	for _, e := range c.Value.Get("fixes_remaining").List() {
		if t := strings.TrimSpace(text(e).Text); t != "" {
			all = append(all, t)
		} else if t := text(e.Get("issue")).Text; t != "" {
			all = append(all, t)
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
