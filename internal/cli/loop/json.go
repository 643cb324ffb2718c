package loop

import (
	"mdck/bootstrap"
	"mdck/internal/cli/pick"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/loop/tasks"
)

// resumeJSON is the output of mdck loop resume --json. Its lists are never null.
type resumeJSON struct {
	Version int    `json:"version"`
	Track   string `json:"track"` // ID of the track
	Path    string `json:"path"`
	*loop.Resume
	Next    *taskJSON       `json:"next_task"`
	Earlier []taskJSON      `json:"open_before"` // open tasks in front of the next one
	Due     []bootstrap.Due `json:"due"`         // what the protocol requires first
}

type taskJSON struct {
	ID   string `json:"id"` // "" without a number
	Text string `json:"text"`
	Mark string `json:"mark"` // "open" or "in progress"
	Path string `json:"path"`
	Line int    `json:"line"` // counted from 1
}

func (v *resumeView) json() *resumeJSON {
	out := &resumeJSON{
		Version: 1, Track: v.target.ID(), Path: v.target.DisplayPath(v.target.Main), Resume: v.resume,
		Earlier: []taskJSON{}, Due: pick.DueItems(v.target, v.resume.Due),
	}
	for _, t := range v.resume.Earlier {
		out.Earlier = append(out.Earlier, v.taskJSON(t))
	}
	if t := v.resume.Next; t != nil {
		next := v.taskJSON(t)
		out.Next = &next
	}
	return out
}

func (v *resumeView) taskJSON(t *tasks.Task) taskJSON {
	return taskJSON{t.ID, t.Text, t.Mark.String(), v.planPath(), t.Line}
}

func (v *resumeView) planPath() string { return v.target.DisplayPath(v.track.PathOf(loop.PlanFile)) }
