package cli

import "mdck/mdcheckpoint/ccc"

// sessionJSON is the object that mdck ccc show --json prints. Its names are part of
// the interface. What is not known is "" or null; lists are never null.
type sessionJSON struct {
	Version       int                `json:"version"`
	Progress      fileJSON           `json:"progress"`
	State         fileJSON           `json:"state"`
	Shape         string             `json:"shape"` // P, E or mixed; "" without a progress file
	Issue         string             `json:"issue"`
	Title         string             `json:"title"`
	Goal          string             `json:"goal"`
	Mode          string             `json:"mode"`
	Session       string             `json:"session"` // as the file has it
	Task          *taskJSON          `json:"task"`
	Completed     []entryJSON        `json:"completed"`
	Current       []entryJSON        `json:"current"`
	Remaining     []entryJSON        `json:"remaining"`
	Decisions     []entryJSON        `json:"decisions"`
	Learnings     []entryJSON        `json:"learnings"`
	Blockers      []entryJSON        `json:"blockers"`
	Prompt        string             `json:"prompt"`
	PromptLacks   []string           `json:"promptLacks"`
	Loop          *loopJSON          `json:"loop"`
	Disagreements []disagreementJSON `json:"disagreements"`
}

type fileJSON struct {
	Path  string `json:"path"`
	There bool   `json:"there"`
	Fault string `json:"fault,omitempty"` // why a file that is there cannot be used
}

type taskJSON struct {
	N  int `json:"n"` // counted from 1
	Of int `json:"of"`
}

// An entryJSON is an entry. Which of the keys are there depends on the section.
type entryJSON struct {
	Text   string `json:"text"`
	Status string `json:"status,omitempty"` // of the current task
	Reason string `json:"reason,omitempty"` // of a decision
	Until  string `json:"until,omitempty"`  // what unblocks a blocker
	Mark   string `json:"mark,omitempty"`
	Commit string `json:"commit,omitempty"`
	Stamp  string `json:"stamp,omitempty"` // of a learning
	Line   int    `json:"line"`            // counted from 1
}

type loopJSON struct {
	Phase       string   `json:"phase"`
	Attempt     int      `json:"attempt"` // at the task
	MaxAttempts int      `json:"maxAttempts"`
	Global      int      `json:"globalAttempt"` // at all tasks
	MaxGlobal   int      `json:"maxGlobalAttempts"`
	Gate        *int     `json:"gate"` // that is awaited
	Replans     int      `json:"replans"`
	MaxReplans  int      `json:"maxReplans"`
	Updated     string   `json:"updated"`
	Limits      []string `json:"limits"` // that are reached
}

type disagreementJSON struct {
	Key      string `json:"key"`
	Name     string `json:"name"`
	Recorded string `json:"recorded"` // in the progress file
	Actual   string `json:"actual"`   // by the state
	Line     int    `json:"line"`
	Column   int    `json:"column"`
}

// json is the view as an object.
func (v *sessionView) json() *sessionJSON {
	f := &v.facts
	out := &sessionJSON{
		Version: 1, Progress: v.fileJSON(v.target.Main), State: v.fileJSON(v.target.State),
		Issue: f.Issue, Title: f.Title, Mode: f.Mode, PromptLacks: append([]string{}, v.lacks...),
		Loop: loopOf(v.session), Disagreements: []disagreementJSON{},
	}
	if f.Total > 0 {
		out.Task = &taskJSON{N: f.N, Of: f.Total}
	}
	if p := v.session.Progress; p != nil {
		out.Shape, out.Goal, out.Session, out.Prompt = string(p.Shape), p.Goal().Text, p.Session.Text, p.Prompt.Text
	}
	for i, to := range []*[]entryJSON{&out.Completed, &out.Current, &out.Remaining, &out.Decisions, &out.Learnings, &out.Blockers} {
		*to = entriesJSON(v.session.Progress, viewSections[i].key)
	}
	for _, d := range v.disagrees {
		at := v.position(d)
		out.Disagreements = append(out.Disagreements, disagreementJSON{Key: d.Key, Name: d.Name, Recorded: d.Recorded, Actual: d.Actual, Line: at.Line, Column: at.Column})
	}
	return out
}

func (v *sessionView) fileJSON(name string) fileJSON {
	f := fileJSON{Path: v.target.Shown(name), There: v.session.Has(name)}
	if err := v.session.Faults[name]; err != nil {
		f.Fault = withDisplayPath(v.target, err).Error()
	}
	return f
}

func entriesJSON(p *ccc.Progress, key string) []entryJSON {
	all := []entryJSON{}
	if p == nil {
		return all
	}
	for _, e := range entries(p, key) {
		out := entryJSON{Text: e.Text, Mark: string(e.Mark), Commit: e.Commit, Stamp: e.Stamp, Line: p.Document.File.Position(e.Body.Start).Line}
		switch key {
		case ccc.CurrentKey:
			out.Status = e.Detail
		case ccc.DecisionsKey:
			out.Reason = e.Detail
		case ccc.BlockersKey:
			out.Until = e.Detail
		}
		all = append(all, out)
	}
	return all
}

func loopOf(session *ccc.Session) *loopJSON {
	s := session.State
	if s == nil {
		return nil
	}
	limits := s.Limits(session.Preferences)
	loop := &loopJSON{
		Phase: s.Phase(), Attempt: s.Int(ccc.TaskField), MaxAttempts: limits.Task,
		Global: s.Int(ccc.GlobalField), MaxGlobal: limits.Global,
		Replans: s.Int(ccc.ReplanField), MaxReplans: limits.Replans, Updated: updated(s), Limits: []string{},
	}
	if gate, _ := s.Gate(); gate != 0 {
		loop.Gate = &gate
	}
	for _, c := range s.Caps(session.Preferences) {
		loop.Limits = append(loop.Limits, c.Message)
	}
	return loop
}
