package cli

import "mdck/mdcheckpoint/agents"

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
	out.AgeMinutes = minutesOf(age)
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
