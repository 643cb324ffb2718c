package ccc

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"mdck/internal/protocols/ccc/prose"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
)

func checkInit(r protocol.InitRequest) error {
	shape := Shape(strings.ToUpper(r.Flags["shape"]))
	switch {
	case shape != "" && shape != ShapeP && shape != ShapeE:
		return fmt.Errorf("--shape is %q; expected %s or %s", r.Flags["shape"], ShapeP, ShapeE)
	case shape == ShapeE && r.Flags["mode"] != "":
		return errors.New("--mode: a progress file of shape E has no line for the mode")
	}
	return nil
}

func makeInit(r protocol.InitRequest) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		var made *Change
		e := Edit{
			Main: read.Main, State: read.State, Fresh: true, Shape: Shape(strings.ToUpper(r.Flags["shape"])), Team: r.Team, Branch: r.Branch,
			Build: func(s *Session) (_ *Change, err error) {
				made, err = s.Progress.initial(r, read)
				return made, err
			},
		}
		change, err := e.Apply(read)
		if err != nil {
			return nil, err
		}
		change.Due = "Next: add tasks with mdck ccc next, then set the current task with mdck ccc current."
		if made.After.Issue.Text == "" {
			change.Due += "\nThe issue is unknown. To set it: echo '{\"issue\": \"CIA-123\"}' | mdck ccc write"
		}
		return change, nil
	}
}

func (p *Progress) initial(r protocol.InitRequest, read *protocol.Reader) (*Change, error) {
	id := r.ID
	if id == "" && r.Title != "" {
		if id = p.IssueID; id == "" {
			return nil, protocol.BadRequest("mdck init ccc ISSUE --title TITLE", "--title needs an issue, but no issue is known")
		}
	}
	change := &Change{Text: p.Text(), After: p}
	var err error
	if id != "" {
		if change, err = p.SetIssue(id, r.Title); err != nil {
			return nil, err
		}
	}
	if r.Flags["mode"] == "" {
		return change, nil
	}
	return change.After.SetSession(read.Now, r.Flags["mode"])
}

func newProgress(template string, f Facts, session time.Time) string {
	const unknown = "none"
	mode, issue, colon := unknown, unknown, unknown
	if f.Mode != "" {
		mode = none
	}
	if f.Issue != "" {
		issue, colon = none, none
	}
	if name, err := knownMode(f.Mode); err == nil {
		mode = "exec:" + name
	}
	if id := strings.ToUpper(f.Issue); id != "" && prose.IssueAt(id) == id {
		issue, colon = id, id
		if title := spelling.CleanLine(f.Title); title != "" {
			issue, colon = id+dash+title, id+": "+title
		}
	}
	return strings.NewReplacer("{issue}", issue, "{issue:}", colon, "{session}", spelling.FormatTime(session), "{mode}", mode).Replace(template)
}
