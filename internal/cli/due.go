package cli

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// A dueItem is something that is due, as the user is shown it. Names are part of the interface.
type dueItem struct {
	Path    string `json:"path"`
	Problem string `json:"problem"`
	Command string `json:"command"`
	Person  bool   `json:"person,omitempty"` // only a person can provide it
}

// line is the item in a line of text.
func (d *dueItem) line() string { return d.Problem + ": " + d.Command }

// dueItems returns what is due of t as the user is shown it.
func dueItems(t *workspace.Target, all []protocol.Due) []dueItem {
	var items []dueItem
	for _, d := range all {
		items = append(items, dueItem{t.Shown(d.Path), report.OneLine(d.Problem), d.CommandLine(targetWord(t), quote), d.Person})
	}
	return items
}

// targetWord returns the words by which a command names t: its id if that leads to it from
// here, else a path.
func targetWord(t *workspace.Target) string {
	if args := t.Row().Args; args != nil {
		return args(t.Target, t.Shown("."), quote)
	}
	shown := t.Shown(t.Main)
	if path.IsAbs(shown) || strings.HasPrefix(shown, "../") || !isID(t.ID()) {
		return quote(shown)
	}
	return quote(t.ID())
}

// explainRefused returns err with the file that it is about and what provides what is missing,
// as hints, if the protocol does not allow a transition; ok is false for another error.
func explainRefused(t *workspace.Target, err error) (explained error, ok bool) {
	refused, ok := errors.AsType[*protocol.Refused](err)
	if !ok {
		return err, false
	}
	if refused.Path != "" {
		err = fmt.Errorf("%s: %w", t.Shown(refused.Path), err)
	}
	var hints []string
	for _, d := range dueItems(t, refused.Due) {
		hints = append(hints, d.line())
	}
	hints = append(hints, refused.Open...)
	if !refused.Never {
		hints = append(hints, "--force does it all the same, and is recorded")
	}
	return hinted(refusal{fmt.Errorf("nothing was written: %w", err)}, hints...), true
}
