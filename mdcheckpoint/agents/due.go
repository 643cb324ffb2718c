package agents

import (
	"fmt"
	"io/fs"
	"path"
	"time"

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
	if foldStatus(c.Status()) != Complete {
		return "", nil
	}
	return fmt.Sprintf("%s is %s: %s", c.Shown(), Complete, why), command(name, flags...)
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

// due returns the checkpoints that cannot be read, and of each agent what it should have done by
// what the files record: take the line out that says it is stale, read its messages.
func due(in lint.Input, c *lint.Checkpoint) []protocol.Due {
	folder := c.Model.(*Folder)
	d := overdue{in: &in, folder: folder, epic: path.Dir(folder.Dir)}
	for _, f := range folder.Faults {
		if d.hasBackup(f.Name, f.Agent()) { // without one it is for a person to say what becomes of it
			d.add(path.Join(folder.Dir, f.Name), f.Agent(), f.Name+" cannot be read", "restore")
		}
	}
	readme, err := fs.ReadFile(in.Tree, path.Join(d.epic, EpicFile))
	for _, a := range folder.Agents {
		if line, seen, ok := staleMark(string(readme), a.Shown()); err == nil && ok {
			if last, known := a.Last(); known && !seen.IsZero() && last.After(seen) && a.refusal(ResumeTransition) == nil {
				d.add(a.Path(), a.Agent(), fmt.Sprintf("%s:%d says that %s is stale, and it wrote its checkpoint since", EpicFile, line, a.Shown()), "resume")
			}
		}
		if n := a.unanswered(in.Tree, d.epic); n > 0 {
			d.add(a.Path(), a.Agent(), fmt.Sprintf("%s did not look at its messages for %d minutes of work, %d unread", a.Shown(), int(a.sinceInbox()/time.Minute), n), "inbox", "--read")
		}
	}
	return d.all
}

// An overdue collects what is due.
type overdue struct {
	in     *lint.Input
	folder *Folder
	epic   string // folder of the epic in the tree
	all    []protocol.Due
}

// add adds what is due of the checkpoint at name, if in is about it. Where in is about the
// whole epic, the command names the agent.
func (d *overdue) add(name, agent, problem, verb string, flags ...string) {
	if d.in.Path != d.in.Main && d.in.Path != name {
		return
	}
	line := command(verb, flags...)
	if d.in.Path == d.in.Main {
		line = append([]string{Name, verb, IDOf(agent), protocol.TargetWord}, flags...)
	}
	d.all = append(d.all, protocol.Due{Path: name, Problem: problem, Command: line})
}

// hasBackup reports whether a backup of the checkpoint called name can be restored.
func (d *overdue) hasBackup(name, agent string) bool {
	dir := path.Join(d.epic, BackupDir)
	entries, _ := fs.ReadDir(d.in.Tree, dir)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	for _, backup := range Backups(name, names) {
		text, err := readRegular(d.in.Tree, path.Join(dir, backup))
		if c, failed := Parse(name, text); err == nil && failed == nil && c.ID() != "" && c.Agent() == agent {
			return true
		}
	}
	return false
}

// sinceInbox returns how long the agent worked on after it looked at its messages last, by what
// it records; 0 if it does not.
func (c *Checkpoint) sinceInbox() time.Duration {
	text, _ := c.Doc.Root.Get(CoordinationKey, InboxCheckKey).Str()
	checked, ok := ReadTime(text)
	last, known := c.Last()
	if !ok || !known {
		return 0
	}
	return last.Sub(checked)
}

// unanswered returns how many messages are unread although the agent wrote its checkpoint more
// than [WarningAfter] minutes after it looked for them.
func (c *Checkpoint) unanswered(tree fs.FS, epic string) int {
	if int(c.sinceInbox()/time.Minute) <= WarningAfter || c.resting() {
		return 0
	}
	n := 0
	for _, box := range readInboxes(tree, epic, c.Agent()) {
		n += len(box.messages.Unread())
	}
	return n
}
