package agents

import (
	"fmt"
	"path"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
)

// Names of the transitions of an agent, as [Protocol].Allow takes them and the ledger has them.
const (
	BeatTransition     = "beat"
	CompleteTransition = "complete"
	ResumeTransition   = "resume"
	TakeoverTransition = "takeover"
)

// A requirement is what has to be true of a checkpoint before a transition.
type requirement struct {
	transition string
	// missing returns what is wrong, and the command that solves it; "" if nothing is.
	missing func(c *Checkpoint) (problem string, command []string)
}

// requirements is the table of what the transitions require. Source: checkpoint (status,
// can_resume, recovery), stale (takeover).
var requirements = [...]requirement{
	{BeatTransition, func(c *Checkpoint) (string, []string) {
		return c.over("a heartbeat says that it is at work", "beat", "--status", InProgress)
	}},
	{ResumeTransition, func(c *Checkpoint) (string, []string) {
		return c.over("nothing is left to resume", "beat", "--status", InProgress)
	}},
	{ResumeTransition, func(c *Checkpoint) (string, []string) {
		if can, known := c.CanResume(); can || !known {
			return "", nil
		}
		return fmt.Sprintf("%q of %s is false", CanResumeKey, c.Shown()), command("beat", "--can-resume")
	}},
	{TakeoverTransition, func(c *Checkpoint) (string, []string) {
		return c.over("nothing is left to take over", "takeover", "--notes", "REASON")
	}},
	{CompleteTransition, func(c *Checkpoint) (string, []string) {
		next := c.Next()
		if len(next) == 0 {
			return "", nil
		}
		return fmt.Sprintf("%s has %s, the first is %q", NextKey, entries(len(next)), shorten(next[0].Text)), command("beat", "--next", "none")
	}},
	{CompleteTransition, func(c *Checkpoint) (string, []string) {
		if n := len(c.Blockers()); n > 0 {
			return fmt.Sprintf("%s has %s", BlockersKey, entries(n)), command("beat", "--clear-blockers")
		}
		return "", nil
	}},
}

// over returns a problem if the agent is complete.
func (c *Checkpoint) over(why, name string, flags ...string) (problem string, solution []string) {
	if !c.complete() {
		return "", nil
	}
	return fmt.Sprintf("%s is %s: %s", c.Shown(), foldStatus(c.Status()), why), command(name, flags...)
}

// command returns the arguments of a command about the agent.
func command(name string, flags ...string) []string {
	return append([]string{Name, name, protocol.TargetWord}, flags...)
}

// refusal returns a [*protocol.Refused] if the state of the agent forbids the transition.
func (c *Checkpoint) refusal(transition string) error {
	refused := &protocol.Refused{Transition: transition, Path: c.Path()}
	for _, r := range requirements {
		if r.transition != transition {
			continue
		}
		if problem, solution := r.missing(c); problem != "" {
			refused.Due = append(refused.Due, protocol.Due{Path: c.Path(), Problem: problem, Command: solution})
		}
	}
	if len(refused.Due) == 0 {
		return nil
	}
	return refused
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
	var all []protocol.Due
	for _, f := range folder.Faults {
		name := path.Join(folder.Dir, f.Name)
		if in.Path != in.Main && in.Path != name || !HasBackup(in.Tree, path.Dir(folder.Dir), f.Name) {
			continue
		}
		line := command("restore")
		if in.Path == in.Main { // the words that name the epic do not name the agent
			line = []string{Name, "restore", IDOf(f.Agent()), protocol.TargetWord}
		}
		all = append(all, protocol.Due{Path: name, Problem: f.Name + " cannot be read", Command: line})
	}
	return all
}
