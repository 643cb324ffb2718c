package loop

import (
	"mdck/bootstrap"
	"mdck/internal/cli/pick"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/loop/tasks"
)

// resumeJSON is the object that mdck loop resume --json prints. Its names are part of
// the interface; they are spelled as those of the metadata are. What is not known is
// "" or null; lists are never null.
type resumeJSON struct {
	Version    int               `json:"version"`
	Track      string            `json:"track"` // its id
	Path       string            `json:"path"`
	Step       string            `json:"step"`
	Status     string            `json:"status"`
	Action     string            `json:"action"` // dispatch, continue, move, board, partial, escalate, complete or nothing
	To         string            `json:"to"`     // the step that move goes to
	Agent      string            `json:"agent"`
	ResumeFrom string            `json:"resume_from"` // the value of --resume-from
	NextTask   *taskLineJSON     `json:"next_task"`
	OpenBefore []taskLineJSON    `json:"open_before"` // tasks before the next one that are open
	Fixes      []string          `json:"fixes_remaining"`
	Blockers   []blockerLineJSON `json:"blockers"`        // that stand
	Cycles     *int              `json:"fix_cycle_count"` // null where it cannot be read
	Limit      *int              `json:"max_fix_cycles"`  // likewise
	Due        []bootstrap.Due   `json:"due"`             // what is overdue, which then is the next action
	Notes      []string          `json:"notes"`
	Reasons    []string          `json:"reasons"`
	Warnings   []string          `json:"warnings"`
}

type taskLineJSON struct {
	ID   string `json:"id"` // "" for a task without a number
	Text string `json:"text"`
	Mark string `json:"mark"` // open or in progress
	Path string `json:"path"`
	Line int    `json:"line"` // counted from 1
}

type blockerLineJSON struct {
	ID          string `json:"id"`
	Description string `json:"description"`
	Step        string `json:"step"`
	At          string `json:"blocked_at"` // as the file has it
}

// json is the view as an object.
func (v *resumeView) json() *resumeJSON {
	cycles := v.track.Metadata.Fixes()
	r, list := v.resume, func(all []string) []string { return append([]string{}, all...) }
	out := &resumeJSON{
		Version: 1, Track: v.target.ID(), Path: v.target.Shown(v.target.Main), Step: r.Step, Status: r.Status,
		Action: string(r.Action), To: r.To, Agent: r.Agent, ResumeFrom: r.From, OpenBefore: []taskLineJSON{},
		Fixes: list(r.Fixes), Blockers: []blockerLineJSON{}, Cycles: cycles[0], Limit: cycles[1],
		Due: pick.DueItems(v.target, r.Due), Notes: list(r.Notes), Reasons: list(r.Reasons), Warnings: list(r.Warnings),
	}
	if r.Next != nil {
		next := v.taskLine(r.Next)
		out.NextTask = &next
	}
	for _, t := range r.Earlier {
		out.OpenBefore = append(out.OpenBefore, v.taskLine(t))
	}
	for _, b := range r.Blockers {
		out.Blockers = append(out.Blockers, blockerLineJSON{b.ID, b.Description, b.Step, b.At()})
	}
	return out
}

func (v *resumeView) taskLine(t *tasks.Task) taskLineJSON {
	return taskLineJSON{ID: t.ID, Text: t.Text, Mark: t.Mark.String(), Path: v.target.Shown(v.track.Beside(loop.PlanFile)), Line: t.Line}
}
