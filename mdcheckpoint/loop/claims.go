package loop

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/loop/tasks"
)

const (
	claimOutput = "output"
	claimCommit = "commit" // a commit exists
	claimLast   = "last-task"
	claimDone   = "tasks-completed"
	claimTotal  = "tasks-total"
	claimID     = "track-id" // the directory has the name track_id
)

func (t *Track) claims(out claim.Outside) []claim.Claim {
	var all claimList
	m := t.Metadata
	if id := m.get("track_id"); text(id) != "" && t.ID != "" {
		actual := t.ID
		if rest, ok := strings.CutPrefix(actual, text(id)); ok && strings.IndexAny(rest, "_-") == 0 { // a date or a name follows
			actual = text(id)
		}
		all.add(claimID, "name of the directory", text(id), id, func(fs.FS) (string, error) {
			return actual, nil
		})
	}
	plan := m.Checkpoint(Execute)
	for _, cp := range m.Checkpoints() {
		for _, f := range cp.outputs() {
			all.add(claimOutput, "file "+text(f), claim.Present, f, t.exists(text(f)))
		}
		seen := map[string]bool{"": true}
		for _, commit := range cp.commits() {
			sha := strings.TrimSpace(text(commit.SHA))
			if !seen[sha] {
				all.add(claimCommit, "commit "+spelling.OneLine(sha), claim.Present, commit.SHA, commitExists(out, sha))
			}
			seen[sha] = true
		}
		if cp.Key == plan.Key {
			t.addPlan(&all, cp)
		}
	}
	return all
}

type claimList []claim.Claim

func (l *claimList) add(key, name, recorded string, v *jsondoc.Value, actual func(fs.FS) (string, error)) {
	*l = append(*l, claim.Claim{Key: key, Name: name, Span: v.Span, Recorded: recorded, Actual: actual})
}

func (t *Track) addPlan(all *claimList, cp *Checkpoint) {
	if last := cp.lastTask(); strings.TrimSpace(last) != "" {
		all.add(claimLast, "task "+strings.TrimPrefix(last, "Task ")+" of "+PlanFile, tasks.Done.String(), cp.find("last_task"), t.fromPlan(func(p *tasks.Plan) string {
			return markOf(p.Find(last))
		}))
	}
	for _, n := range [...]struct {
		key, claim, name string
		count            func(*tasks.Plan) int
	}{
		{"tasks_completed", claimDone, "number of done tasks in ", func(p *tasks.Plan) int { return p.Count(tasks.Done) }},
		{"tasks_total", claimTotal, "number of tasks in ", (*tasks.Plan).Total},
	} {
		if recorded, ok := cp.Count(n.key); ok {
			actual := t.fromPlan(func(p *tasks.Plan) string { return itoa(n.count(p)) })
			all.add(n.claim, n.name+PlanFile, itoa(recorded), cp.find(n.key), actual)
		}
	}
}

func commitExists(out claim.Outside, sha string) func(fs.FS) (string, error) {
	if claim.IsCommit(sha) {
		return out.CommitExists(sha)
	}
	return func(fs.FS) (string, error) {
		return "", errors.New("it is not a commit hash; expected 7 to 64 hex digits")
	}
}

func markOf(t *tasks.Task) string {
	if t == nil {
		return "missing"
	}
	return t.Mark.String()
}

func (t *Track) fromPlan(value func(p *tasks.Plan) string) func(fs.FS) (string, error) {
	return func(fs.FS) (string, error) {
		switch err := t.Faults[t.PathOf(PlanFile)]; {
		case err != nil:
			return "", err
		case t.Plan == nil:
			return "", fmt.Errorf("%s does not exist", t.PathOf(PlanFile))
		case t.Plan.Total() == 0:
			return "", fmt.Errorf("%s has no tasks", t.PathOf(PlanFile))
		}
		return value(t.Plan), nil
	}
}

func (t *Track) exists(name string) func(fs.FS) (string, error) {
	return func(tree fs.FS) (string, error) {
		if path.IsAbs(name) || strings.Contains(name, `\`) {
			return "", errors.New("it is not a path relative to the project")
		}
		found, err := claim.Exists(path.Join(t.Root, name))(tree)
		if found == claim.Present {
			return found, nil
		}
		if beside, _ := claim.Exists(path.Join(t.Dir, name))(tree); beside == claim.Present {
			return beside, nil
		}
		return found, err
	}
}
