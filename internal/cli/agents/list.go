package agents

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/agents"
)

const listHelp = `Prints one line for each agent, including the primary: the age of its checkpoint (45m, 3h, 13d), the class of that age, and the stage, status and current step. The class is active, unknown, or one of these:

    warning      older than 30 minutes
    stale        older than 60 minutes
    resting      the agent is complete, or it waits and must not be resumed
    duplicate    another file of the same agent is in use

Archives and backups are not listed.

The exit status is 1 if an agent is stale, 2 if a checkpoint cannot be read.

Examples:

    mdck agents list
    mdck agents list --epic epics/KAI-7 --json`

type listCommand struct {
	JSON bool `help:"Print one JSON object."`
	epicFlag
	app.NowFlag
}

func (c *listCommand) Run(std app.Streams) error {
	e, err := c.open(std, "")
	if err != nil {
		return err
	}
	r, err := e.roster(c.Clock())
	if err != nil {
		return err
	}
	switch {
	case r.empty():
	case c.JSON:
		err = report.Indented(std.Out, r)
	default:
		_, err = io.WriteString(std.Out, r.text())
	}
	return errors.Join(err, r.verdict)
}

func (e *epic) roster(now time.Time) (*rosterJSON, error) {
	f, err := agents.ReadEpic(e.tree())
	if err != nil {
		return nil, app.WithDisplayPath(&e.target, err)
	}
	return e.rosterOf(now, f), nil
}

func (e *epic) rosterOf(now time.Time, f *agents.Folder) *rosterJSON {
	r := &rosterJSON{
		Version: 1, Epic: app.DisplayPath(e.target.Root), Now: spelling.FormatTime(now), Agents: []agentJSON{}, Faults: []faultJSON{},
	}
	for _, c := range f.Agents {
		if c.Err == nil {
			a := e.agentJSON(c, now)
			r.Agents, r.Stale = append(r.Agents, a), r.Stale || a.Class == string(agents.Stale)
			continue
		}
		err := app.WithDisplayPath(&e.target, c.Err)
		r.Faults = append(r.Faults, faultJSON{e.target.DisplayPath(c.Path()), err.Error()})
		if hints := pick.RecoveryHints(&e.target, c.Path()); len(hints) > 0 {
			err = app.WithHints(err, hints...)
		}
		r.verdict = errors.Join(r.verdict, err)
	}
	switch {
	case r.empty():
		r.verdict = app.Errorf("to create the checkpoint of an agent: mdck agents create AGENT", "no agents in %s", e.shown(agents.CheckpointDir))
	case r.verdict == nil && r.Stale:
		r.verdict = app.ErrFindings
	}
	return r
}

func (r *rosterJSON) empty() bool { return len(r.Agents)+len(r.Faults) == 0 }

// rosterJSON is the output of mdck agents list --json. Its names are part of the interface.
type rosterJSON struct {
	Version int         `json:"version"`
	Epic    string      `json:"epic"`
	Now     string      `json:"now"`
	Stale   bool        `json:"stale"`
	Agents  []agentJSON `json:"agents"`
	Faults  []faultJSON `json:"faults"`

	verdict error // why the exit status is not 0
}

type agentJSON struct {
	Agent          string   `json:"agent"`
	Path           string   `json:"path"`
	Class          string   `json:"class"`      // active, warning, stale, resting, unknown or duplicate
	AgeMinutes     *int     `json:"ageMinutes"` // rounded down
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
	Also           []string `json:"also"` // names of the agent's other checkpoints
}

type faultJSON struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

func (e *epic) agentJSON(c *agents.Checkpoint, now time.Time) agentJSON {
	age := c.Age(now)
	out := agentJSON{
		Agent: c.DisplayID(), Path: e.target.DisplayPath(c.Path()), Class: string(age.Class),
		LastCheckpoint: app.FormatTime(c.Last()), NextExpected: app.FormatTime(c.Expected()), Session: c.Str(agents.SessionKey), Feature: c.Feature(),
		Stage: c.Stage(), Phase: c.Str(agents.PhaseKey), Status: c.Status(), Step: c.Step(), Blockers: []string{}, Also: []string{},
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
	for _, o := range c.Same {
		if o != c {
			out.Also = append(out.Also, o.Base())
		}
	}
	return out
}

func (r *rosterJSON) text() string {
	if r.empty() {
		return ""
	}
	rows := [][]string{{"AGENT", "AGE", "CLASS", "STAGE", "STATUS", "FILE", "STEP"}}
	for _, a := range r.Agents {
		rows = append(rows, []string{a.Agent, app.FormatAge(a.AgeMinutes), a.Class, app.OrDash(a.Stage), app.OrDash(a.Status), path.Base(a.Path), a.remark()})
	}
	for _, f := range r.Faults {
		rows = append(rows, []string{agents.ParseID(path.Base(f.Path)), "-", "unreadable", "-", "-", path.Base(f.Path), ""})
	}
	var b strings.Builder
	_ = report.Table(&b, rows, make([]int, len(rows[0])), 0) // writing to a Builder never fails
	return b.String()
}

func (a *agentJSON) remark() string {
	text := a.Step
	if n := len(a.Blockers); n > 0 {
		text = "blocked: " + a.Blockers[0]
		if n > 1 {
			text += fmt.Sprintf(" (and %d more)", n-1)
		}
	}
	if len(a.Also) > 0 {
		text = app.JoinNonEmpty(" ", text, "(other file: "+a.Also[0]+")")
	}
	return text
}
