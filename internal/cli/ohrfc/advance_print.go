package ohrfc

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocol"
)

type advance struct {
	std      app.Streams
	target   *workspace.Target
	settings *workspace.Settings
	json     bool
	move     *ohrfc.Move
}

func (a *advance) state() string {
	return a.target.DisplayPath(path.Join(path.Dir(a.target.Main), ohrfc.StateFile))
}

func (a *advance) rfc() *ohrfc.Workspace {
	in := a.settings.Input(tree.Dir(a.target.Root), a.target)
	return in.Checker.Read(in).Model.(*ohrfc.Model).RFC
}

func (a *advance) noteRestart() error {
	w := change.For(a.target, write.Changing(a.std, "advance", nil))
	if a.move.Restart == ohrfc.MandatoryRestart {
		return w.WriteMemo(protocol.RestartNote, string(a.move.Event)+"\n")
	}
	return w.RemoveMemo(protocol.RestartNote)
}

func (a *advance) print(_ *change.Made, found []lint.Diagnostic) error {
	if err := a.noteRestart(); err != nil { // not wrapped, because the phase was written
		return app.WithHints(errors.New("the phase was changed, but the note about a restart could not be written: "+err.Error()), "every file is complete; to print the restart sequence: mdck bootstrap")
	}
	if a.json {
		return report.Indented(a.std.Out, a.jsonMove(a.state(), a.move, a.due()))
	}
	name := report.Name(a.state())
	if a.move.Into == a.move.Leaves {
		fmt.Fprintf(a.std.Out, "%s: current_phase is still %s\n", name, a.move.Into)
	}
	for _, set := range a.move.Sets {
		fmt.Fprintf(a.std.Out, "%s: %s\n", name, setLine(set))
	}
	if a.move.Note != "" {
		fmt.Fprintf(a.std.Out, "%s: note: %s\n", name, a.move.Note)
	}
	found = slices.DeleteFunc(found, func(d lint.Diagnostic) bool { return d.Rule.ID == ohrfc.DueRule }) // printed below, as due items
	if err := report.Text(a.std.Out, []report.File{{Shown: a.target.DisplayPath, Path: a.target.Main, Diagnostics: found}}); err != nil {
		return err
	}
	due := a.due()
	for _, d := range due {
		fmt.Fprintf(a.std.Out, "Due: %s; run: %s\n", d.Problem, d.Command)
	}
	if len(due) == 0 {
		fmt.Fprintln(a.std.Out, "Nothing is due.")
	}
	if a.move.Restart == ohrfc.MandatoryRestart {
		return nil // a due item reports it
	}
	_, err := fmt.Fprintln(a.std.Out, ohrfc.RestartDue(a.move.Restart, a.move.Into, a.target.ID()))
	return err
}

func (a *advance) due() []bootstrap.Due { return pick.Due(a.target, a.settings) }

func setLine(set ohrfc.Set) string {
	was, is := string(set.Was), string(set.Is)
	switch {
	case was == "":
		was = "missing"
	case set.Key == "current_phase":
		was, is = strings.Trim(was, `"`), strings.Trim(is, `"`)
	}
	return fmt.Sprintf("%s %s -> %s", set.Key, app.Excerpt(was), app.Excerpt(is))
}

func (a *advance) list(phase string, moves []ohrfc.Move) error {
	if a.json {
		out := jsonMoves{Path: a.state(), Phase: phase, Events: []jsonMove{}, Due: a.due()}
		for i := range moves {
			out.Events = append(out.Events, a.jsonMove("", &moves[i], nil))
		}
		return report.Indented(a.std.Out, out)
	}
	lines := ohrfc.Possible(phase, moves, pick.Argument(a.target))
	for _, d := range a.due() {
		lines = append(lines, "Due: "+d.Problem+"; run: "+d.Command)
	}
	_, err := fmt.Fprintf(a.std.Out, "%s: %s\n", report.Name(a.state()), strings.Join(lines, "\n"))
	return err
}

// The names in the JSON forms are part of the interface.
type (
	jsonMoves struct {
		Path   string          `json:"path"`
		Phase  string          `json:"phase"`
		Events []jsonMove      `json:"events"`
		Due    []bootstrap.Due `json:"due"`
	}
	jsonMove struct {
		Path  string      `json:"path,omitempty"`
		Event ohrfc.Event `json:"event"`
		*ohrfc.Move
		Checkpoint jsonCheckpoint  `json:"checkpoint"`
		Note       string          `json:"note,omitempty"`
		Refused    string          `json:"refused,omitempty"` // why the transition is refused
		Lacks      []bootstrap.Due `json:"lacks,omitempty"`   // what the transition needs
		Due        []bootstrap.Due `json:"due,omitempty"`     // what is due after the transition
	}
	jsonCheckpoint struct {
		Section string `json:"section"` // section for the transition, or ""
		Title   string `json:"title,omitempty"`
		Due     bool   `json:"due"` // the section must still be written
		Command string `json:"command,omitempty"`
	}
)

func (a *advance) jsonMove(name string, m *ohrfc.Move, due []bootstrap.Due) jsonMove {
	out := jsonMove{
		Path: name, Event: m.Event, Move: m, Note: m.Note, Due: due,
		Checkpoint: jsonCheckpoint{Section: m.Section, Title: m.Title, Due: m.Write != nil},
	}
	if m.Write != nil && m.Write.Command != nil {
		out.Checkpoint.Command = m.Write.CommandLine(pick.Argument(a.target))
	}
	if m.Refused != nil && due == nil {
		out.Refused, out.Lacks = m.Refused.Error(), pick.DueItems(a.target, m.Refused.Due)
	}
	return out
}
