package agents

import (
	"fmt"
	"io/fs"
	"path"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
)

// Names of the transitions of an agent, as [Protocol].Allow takes them and the ledger has them.
const (
	beatTransition     = "beat"
	completeTransition = "complete"
	resumeTransition   = "resume"
	takeoverTransition = "takeover"
)

// missing returns what has to be solved before a transition. Source: checkpoint (status,
// can_resume, recovery), stale (takeover).
func (c *Checkpoint) missing(transition string) (all []protocol.Due) {
	add := func(is bool, command []string, format string, args ...any) {
		if is {
			all = append(all, protocol.Due{
				Path:    c.Path(),
				Problem: fmt.Sprintf(format, args...),
				Command: command,
			})
		}
	}
	const over = "%s is %s: "
	done, id, status := c.complete(), c.Shown(), foldStatus(c.Status())
	switch transition {
	case beatTransition:
		add(done, command("beat", "--status", InProgress), over+"a heartbeat is for agents at work", id, status)
	case resumeTransition:
		can, known := c.CanResume()
		add(done, command("beat", "--status", InProgress), over+"nothing remains to resume", id, status)
		add(known && !can, command("beat", "--can-resume"), "%q in %s is false", canResumeKey, id)
	case takeoverTransition:
		add(done, command("takeover", "--notes", "REASON"), over+"nothing remains to take over", id, status)
	case completeTransition:
		next, blockers := len(c.Next()), len(c.Blockers())
		add(next > 0, command("beat", "--next", "none"), "%s has %s, the first is %q", nextKey, entries(next), shorten(c.nextAction()))
		add(blockers > 0, command("beat", "--clear-blockers"), "%s has %s", blockersKey, entries(blockers))
	}
	return all
}

func command(name string, flags ...string) []string {
	return append([]string{Name, name, protocol.TargetWord}, flags...)
}

// refusal returns a [*protocol.Refused] if the state of the agent forbids the transition.
func (c *Checkpoint) refusal(transition string) error {
	missing := c.missing(transition)
	if len(missing) == 0 {
		return nil
	}
	return &protocol.Refused{
		Transition: transition,
		Path:       c.Path(),
		Due:        missing,
	}
}

// allow returns a [*protocol.Refused] if the agent of in.Path cannot make the transition. A
// checkpoint that cannot be read forbids none.
func allow(in lint.Input, c *lint.Checkpoint, transition string) error {
	for _, a := range c.Model.(*Folder).Agents {
		if a.Path() == in.Path {
			return a.refusal(transition)
		}
	}
	return nil
}

// due returns the checkpoints that cannot be read and have a backup: without one it is for a person
// to say what becomes of it.
func due(in lint.Input, c *lint.Checkpoint) []protocol.Due {
	folder := c.Model.(*Folder)
	epic, err := fs.Sub(in.Tree, path.Dir(folder.Dir))
	var all []protocol.Due
	for _, a := range folder.Agents {
		isMeant := in.Path == in.Main || in.Path == a.Path()
		if err != nil || a.Err == nil || !isMeant || !hasBackup(epic, a.Base()) {
			continue
		}
		line := command("restore")
		if in.Path == in.Main { // the words that name the epic do not name the agent
			line = []string{Name, "restore", a.Shown(), protocol.TargetWord}
		}
		all = append(all, protocol.Due{
			Path:    a.Path(),
			Problem: a.Base() + " cannot be read",
			Command: line,
		})
	}
	return all
}
