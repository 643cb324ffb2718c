package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"mdck/internal/report"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/source"
)

const agentsListHelp = `Prints a line for each agent, the primary too: its age (45m, 3h, 13d) and what that means, stage, status and current step. After more than 30 minutes it is a warning, after more than 60 the agent is stale; one that is complete or waiting, and not to be resumed, rests. Archives and backups are no agents.

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
		_, err = io.WriteString(std.Out, r.json().text())
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

// rosterJSON is the object that mdck agents list --json prints. Its names are part of
// the interface. What is not known is "" or null; lists are never null.
type rosterJSON struct {
	Version int         `json:"version"`
	Epic    string      `json:"epic"`
	Now     string      `json:"now"`
	Stale   bool        `json:"stale"` // whether an agent is
	Agents  []agentJSON `json:"agents"`
	Faults  []faultJSON `json:"faults"`
}

type agentJSON struct {
	Agent          string   `json:"agent"`
	Path           string   `json:"path"`
	Class          string   `json:"class"`      // active, warning, stale, resting or unknown
	AgeMinutes     *int     `json:"ageMinutes"` // whole ones
	LastCheckpoint string   `json:"lastCheckpoint"`
	NextExpected   string   `json:"nextExpected"`
	Session        string   `json:"session"`
	Feature        string   `json:"feature"`
	Stage          string   `json:"stage"`
	Phase          string   `json:"phase"`
	Status         string   `json:"status"`
	Step           string   `json:"step"`
	Blockers       []string `json:"blockers"`
	CanResume      *bool    `json:"canResume"`
	Unread         *int     `json:"unreadMessages"`
	Also           []string `json:"also"` // names of further checkpoints of the agent
}

type faultJSON struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

func (r *roster) json() *rosterJSON {
	out := &rosterJSON{
		Version: 1, Epic: displayPath(r.epic.target.Root), Now: r.now.UTC().Format(agents.TimeLayout), Stale: r.stale(),
		Agents: []agentJSON{}, Faults: []faultJSON{},
	}
	for _, c := range r.folder.Agents {
		out.Agents = append(out.Agents, r.agentJSON(c))
	}
	for _, f := range r.folder.Faults {
		out.Faults = append(out.Faults, faultJSON{r.epic.target.Shown(agents.CheckpointDir + "/" + f.Name), r.fault(f).Error()})
	}
	return out
}

func (r *roster) agentJSON(c *agents.Checkpoint) agentJSON {
	age := c.Age(r.now)
	out := agentJSON{
		Agent: c.Shown(), Path: r.epic.target.Shown(c.Path()), Class: string(age.Class),
		LastCheckpoint: formatTime(c.Last()), NextExpected: formatTime(c.Expected()), Session: c.Session(), Feature: c.Feature(),
		Stage: c.Stage(), Phase: c.Phase(), Status: c.Status(), Step: c.Step(), Blockers: []string{}, Also: []string{},
	}
	if age.Known {
		out.AgeMinutes = &age.Minutes
	}
	if can, known := c.CanResume(); known {
		out.CanResume = &can
	}
	if n, ok := c.Unread(); ok {
		out.Unread = &n
	}
	for _, b := range c.Blockers() {
		out.Blockers = append(out.Blockers, b.Text)
	}
	for _, o := range r.of[c.Agent()] {
		if o != c {
			out.Also = append(out.Also, o.Base())
		}
	}
	return out
}

// rosterColumns is how many columns the list has, none of which is cut.
const rosterColumns = 7

// text is the list for people: columns, and the step last, as it may be long.
func (r *rosterJSON) text() string {
	var rows [][]string
	for _, a := range r.Agents {
		rows = append(rows, []string{a.Agent, formatAge(a.AgeMinutes), a.Class, orDash(a.Stage), orDash(a.Status), path.Base(a.Path), a.remark()})
	}
	for _, f := range r.Faults {
		rows = append(rows, []string{agents.AskedID(path.Base(f.Path)), "-", "unreadable", "-", "-", path.Base(f.Path), ""})
	}
	var b strings.Builder
	_ = report.Table(&b, rows, make([]int, rosterColumns), 0) // a builder takes all
	return b.String()
}

// remark is the current step, or the blockers of who has some.
func (a *agentJSON) remark() string {
	text := a.Step
	if n := len(a.Blockers); n > 0 {
		text = "blocked: " + a.Blockers[0]
		if n > 1 {
			text += fmt.Sprintf(" (and %d more)", n-1)
		}
	}
	if len(a.Also) > 0 {
		text = fmt.Sprintf("[also %s] %s", a.Also[0], text)
	}
	return text
}
