package loop

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/loop/tasks"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// Keys of the claims of a track.
const (
	ClaimOutput = "output"          // a file of output_files exists
	ClaimCommit = "commit"          // a commit that is named exists
	ClaimLast   = "last-task"       // the plan has last_task as done
	ClaimDone   = "tasks-completed" // as many tasks are done in the plan
	ClaimTotal  = "tasks-total"     // the plan has as many
	ClaimID     = "track-id"        // the directory has the name of the track
)

// Claims are what the metadata says of the tree, in the order of its checkpoints:
// the files of a step, its commits and, of the step that works the plan off, the
// last task and the counts. A track without metadata claims nothing; one whose plan
// is missing claims what cannot be verified.
func (t *Track) Claims(out claim.Outside) []claim.Claim {
	if t.Metadata == nil {
		return nil
	}
	var c claims
	m := t.Metadata
	if id := text(m.get("track_id")).Text; id != "" && t.ID != "" {
		c.add(ClaimID, "directory of the track", id, m.Doc.Root.Get("track_id").Span, func(fs.FS) (string, error) { return t.ID, nil })
	}
	plan := m.Checkpoint(Execute)
	for _, cp := range m.Checkpoints() {
		for _, f := range cp.Outputs {
			c.add(ClaimOutput, "file "+f.Text, claim.Present, f.Span, t.exists(f.Text))
		}
		c.ofCommits(cp, out)
		if plan != nil && cp.Key == plan.Key {
			t.ofPlan(&c, cp)
		}
	}
	return c.all
}

type claims struct{ all []claim.Claim }

func (c *claims) add(key, name, recorded string, span source.Span, actual func(fs.FS) (string, error)) {
	c.all = append(c.all, claim.Claim{Key: key, Name: name, Span: span, Recorded: recorded, Actual: actual})
}

// ofCommits claims that the commits of a step exist, each once.
func (c *claims) ofCommits(cp *Checkpoint, out claim.Outside) {
	seen := map[string]bool{}
	for _, commit := range cp.Commits {
		sha := strings.TrimSpace(commit.SHA.Text)
		if seen[sha] || sha == "" {
			continue
		}
		seen[sha] = true
		name, actual := "commit "+spelling.OneLine(sha), out.CommitExists(sha)
		if !claim.IsCommit(sha) {
			actual = func(fs.FS) (string, error) { return "", errNoHash }
		}
		c.add(ClaimCommit, name, claim.Present, commit.SHA.Span, actual)
	}
}

// errNoHash says that what is recorded as a commit is the name of none, but of a
// branch, or a word: that says nothing about what was committed.
var errNoHash = errors.New("no commit hash: want 7 to 64 hex digits")

// ofPlan claims what the step that works the plan off says of it.
func (t *Track) ofPlan(c *claims, cp *Checkpoint) {
	if last := cp.LastTask(); strings.TrimSpace(last.Text) != "" {
		c.add(ClaimLast, "task "+last.Text+" of "+PlanFile, tasks.Done.String(), last.Span, t.ask(func(p *tasks.Plan) string {
			if task := p.Find(last.Text); task != nil {
				return task.Mark.String()
			}
			return "missing"
		}))
	}
	if n, span, ok := cp.Count("tasks_completed"); ok {
		c.add(ClaimDone, "tasks done in "+PlanFile, itoa(n), span, t.ask(func(p *tasks.Plan) string { return itoa(p.Count(tasks.Done)) }))
	}
	if n, span, ok := cp.Count("tasks_total"); ok {
		c.add(ClaimTotal, "tasks of "+PlanFile, itoa(n), span, t.ask(func(p *tasks.Plan) string { return itoa(p.Total()) }))
	}
}

// ask asks the plan, which has to be there and to have tasks.
func (t *Track) ask(question func(p *tasks.Plan) string) func(fs.FS) (string, error) {
	return func(fs.FS) (string, error) {
		switch err := t.Faults[t.Beside(PlanFile)]; {
		case err != nil:
			return "", err
		case t.Plan == nil:
			return "", fmt.Errorf("%s is not there", t.Beside(PlanFile))
		case t.Plan.Total() == 0:
			return "", fmt.Errorf("%s has no tasks", t.Beside(PlanFile))
		}
		return question(t.Plan), nil
	}
}

// exists looks for a file below the project and, as people write it too, below the
// directory of the track.
func (t *Track) exists(name string) func(fs.FS) (string, error) {
	return func(tree fs.FS) (string, error) {
		if path.IsAbs(name) || strings.Contains(name, `\`) {
			return "", errors.New("it is no path relative to the project")
		}
		found, err := claim.Exists(path.Join(t.Root, name))(tree)
		if found == claim.Present {
			return found, nil
		}
		if beside, err := claim.Exists(path.Join(t.Dir, name))(tree); err == nil && beside == claim.Present {
			return beside, nil
		}
		return found, err
	}
}
