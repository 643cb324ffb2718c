package agents

import (
	"fmt"
	"io/fs"
	"path"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
)

// Transitions of an agent, as the ledger names them.
const (
	beatTransition     = "beat"
	completeTransition = "complete"
	resumeTransition   = "resume"
	takeoverTransition = "takeover"
)

// obstacles returns the problems to solve before a transition. Source: checkpoint (status,
// can_resume, recovery), stale (takeover).
func (c *Checkpoint) obstacles(transition string) (all []protocol.Due) {
	add := func(isObstacle bool, command []string, format string, args ...any) {
		if isObstacle {
			all = append(all, protocol.Due{
				Path:    c.Path(),
				Problem: fmt.Sprintf(format, args...),
				Command: command,
			})
		}
	}
	const prefix = "%s is %s: "
	done, id, status := c.complete(), c.DisplayID(), foldStatus(c.Status())
	switch transition {
	case beatTransition:
		add(done, command("beat", "--status", InProgress), prefix+"it writes no more heartbeats", id, status)
	case resumeTransition:
		can, known := c.CanResume()
		add(done, command("beat", "--status", InProgress), prefix+"it has no work to resume", id, status)
		add(known && !can, command("beat", "--can-resume"), "%q of %s is false", canResumeKey, id)
	case takeoverTransition:
		add(done, command("takeover", "--notes", "REASON"), prefix+"it has no work to take over", id, status)
	case completeTransition:
		next, blockers := len(c.Next()), len(c.Blockers())
		add(next > 0, command("beat", "--next", "none"), "%s is not empty; it begins with %q", nextKey, shorten(c.nextAction()))
		add(blockers > 0, command("beat", "--clear-blockers"), "%s has %s", blockersKey, entries(blockers))
	}
	return all
}

func command(name string, flags ...string) []string {
	return append([]string{Name, name, protocol.TargetWord}, flags...)
}

func (c *Checkpoint) refusal(transition string) error {
	obstacles := c.obstacles(transition)
	if len(obstacles) == 0 {
		return nil
	}
	return &protocol.Refused{
		Path: c.Path(),
		Due:  obstacles,
	}
}

func allow(in lint.Input, c *lint.Checkpoint, transition string) error {
	for _, a := range c.Model.(*Folder).Agents {
		if a.Path() == in.Path {
			return a.refusal(transition)
		}
	}
	return nil
}

func due(in lint.Input, c *lint.Checkpoint) []protocol.Due {
	folder := c.Model.(*Folder)
	epic, err := fs.Sub(in.Tree, path.Dir(folder.Dir))
	var all []protocol.Due
	for _, a := range folder.Agents {
		isSelected := in.Path == in.Main || in.Path == a.Path()
		if err != nil || a.Err == nil || !isSelected || !hasBackup(epic, a.Base()) {
			continue
		}
		line := command("restore")
		if in.Path == in.Main { // the target is the whole epic, so the command also names the agent
			line = []string{Name, "restore", a.DisplayID(), protocol.TargetWord}
		}
		all = append(all, protocol.Due{
			Path:    a.Path(),
			Problem: a.Base() + " cannot be read",
			Command: line,
		})
	}
	return all
}
