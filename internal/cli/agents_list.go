package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"mdck/internal/report"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/source"
)

const agentsListHelp = `Prints a line for each agent, the primary too: its age (45m, 3h, 13d) and what that means, stage, status and current step. From 30 minutes on it is a warning, from 60 on the agent is stale; one that is complete or waiting, and not to be resumed, rests. Archives and backups are no agents.

The status is 1 when an agent is stale, and 2 when a checkpoint cannot be read.

Examples:

    mdck agents list
    mdck agents list --epic epics/KAI-7 --json`

type agentsListCommand struct {
	JSON bool `help:"Print one JSON object."`
	epicFlag
	ageFlag
}

// Run lists the agents.
func (c *agentsListCommand) Run(std Streams) error {
	e, err := c.of(std, "")
	if err != nil {
		return err
	}
	if err := recoverWrite(&e.target, std.Err); err != nil {
		return err
	}
	r, err := e.roster(c.clock())
	if err != nil {
		return err
	}
	if r.empty() {
		return r.verdict()
	}
	if c.JSON {
		err = report.Indented(std.Out, r.json())
	} else {
		_, err = io.WriteString(std.Out, r.text())
	}
	return errors.Join(err, r.verdict())
}

// A roster is the list of the agents of an epic at a time.
type roster struct {
	epic   *epic
	now    time.Time
	folder *agents.Folder
	of     map[string][]*agents.Checkpoint // as [agents.Folder.ByAgent] has them
}

func (e *epic) roster(now time.Time) (*roster, error) {
	f, err := agents.ReadEpic(e.tree())
	if err != nil {
		return nil, withDisplayPath(&e.target, err)
	}
	return rosterOf(e, now, f), nil
}

func rosterOf(e *epic, now time.Time, f *agents.Folder) *roster {
	return &roster{e, now, f, f.ByAgent()}
}

// stale reports whether an agent is.
func (r *roster) stale() bool {
	for _, c := range r.folder.Agents {
		if c.Age(r.now).Class == agents.Stale {
			return true
		}
	}
	return false
}

func (r *roster) empty() bool { return len(r.folder.Agents)+len(r.folder.Faults) == 0 }

// verdict is nil, the answer that an agent is stale, or what cannot be read, which
// may be that there is nothing.
func (r *roster) verdict() error {
	if r.empty() {
		return hinted(fmt.Errorf("no agents in %s", r.epic.shown(agents.CheckpointDir)), "mdck agents create makes the checkpoint of one")
	}
	var faults []error
	for _, f := range r.folder.Faults {
		err := r.fault(f)
		if hints := recoveryHints(&r.epic.target, agents.CheckpointDir+"/"+f.Name); len(hints) > 0 {
			err = hinted(err, hints...)
		}
		faults = append(faults, err)
	}
	if len(faults) == 0 && r.stale() {
		return errFindings
	}
	return errors.Join(faults...)
}

// fault is why a checkpoint cannot be read, with its name.
func (r *roster) fault(f agents.Fault) error {
	_, located := errors.AsType[*source.Error](f.Err)
	_, unread := errors.AsType[*fs.PathError](f.Err)
	err := withDisplayPath(&r.epic.target, f.Err)
	if !located && !unread { // these have the name
		err = fmt.Errorf("%s: %w", r.epic.target.Shown(agents.CheckpointDir+"/"+f.Name), err)
	}
	return err
}

// rosterColumns is how many columns the list has, none of which is cut.
const rosterColumns = 7

// text is the list for people: columns, and the step last, as it may be long.
func (r *roster) text() string {
	var rows [][]string
	for _, c := range r.folder.Agents {
		old := c.Age(r.now)
		rows = append(rows, []string{
			c.Shown(), formatAge(minutesOf(old)), string(old.Class), orDash(c.Stage()), orDash(c.Status()), c.Base(), r.remark(c),
		})
	}
	for _, f := range r.folder.Faults {
		rows = append(rows, []string{agents.AskedID(f.Name), "-", "unreadable", "-", "-", f.Name, ""})
	}
	var b strings.Builder
	_ = report.Table(&b, rows, make([]int, rosterColumns), 0) // a builder takes all
	return b.String()
}

// minutesOf are the minutes of an age; nil if it is not known.
func minutesOf(a agents.Age) *int {
	if !a.Known {
		return nil
	}
	return &a.Minutes
}

// remark is the current step, or the blockers of who has some.
func (r *roster) remark(c *agents.Checkpoint) string {
	text := c.Step()
	if all := c.Blockers(); len(all) > 0 {
		text = "blocked: " + all[0].Text
		if len(all) > 1 {
			text += fmt.Sprintf(" (and %d more)", len(all)-1)
		}
	}
	if same := r.of[c.Agent()]; len(same) > 1 {
		other := same[0]
		if other == c {
			other = same[1]
		}
		text = fmt.Sprintf("[also %s] %s", other.Base(), text)
	}
	return text
}
