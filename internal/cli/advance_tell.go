package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
	"text/tabwriter"

	"mdck/internal/change"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
)

// An advance is a move of an RFC, as it is told.
type advance struct {
	std    Streams
	target *workspace.Target
	named  bool // by the user
	json   bool
	move   *ohrfc.Move
}

// state is state.json as the user is shown it.
func (a *advance) state() string {
	return a.target.Shown(path.Join(path.Dir(a.target.Main), ohrfc.StateFile))
}

// id is the id of the target where commands have to name it, else "".
func (a *advance) id() string {
	if a.named {
		return a.target.ID()
	}
	return ""
}

// refused makes a refusal of err if the workflow does not allow the move.
func (a *advance) refused(err error) error {
	refused, ok := errors.AsType[*ohrfc.EventError](err)
	if !ok {
		return err
	}
	no := refusal{fmt.Errorf("%s: %w", a.state(), err)}
	if refused.From == "" {
		return no
	}
	return hinted(no, possible(refused.From, refused.Open)...)
}

// print prints what was written, and what is due.
func (a *advance) print(_ *change.Made, found []lint.Diagnostic) error {
	if a.json {
		return report.Indented(a.std.Out, a.jsonMove(a.state(), a.move))
	}
	name := report.Name(a.state())
	if a.move.Into == a.move.From {
		fmt.Fprintf(a.std.Out, "%s: current_phase stays %s\n", name, a.move.Into)
	}
	for _, set := range a.move.Sets {
		fmt.Fprintf(a.std.Out, "%s: %s\n", name, setLine(set))
	}
	if a.move.Note != "" {
		fmt.Fprintf(a.std.Out, "%s: note: %s\n", name, a.move.Note)
	}
	if err := report.Text(a.std.Out, []report.File{{Shown: a.target.Shown, Path: a.target.Main, Diagnostics: found}}); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.std.Out, "%s\n%s\n", checkpointDue(a.move, a.id()), ohrfc.RestartDue(a.move.Restart, a.move.Into, a.target.ID()))
	return err
}

// setLine is a value that changes, on one line. Phases stand without quotes.
func setLine(set ohrfc.Set) string {
	was, is := set.Was, set.Is
	switch {
	case was == "":
		was = "missing"
	case set.Key == "current_phase":
		was, is = strings.Trim(was, `"`), strings.Trim(is, `"`)
	}
	return fmt.Sprintf("%s %s -> %s", set.Key, excerpt(was), excerpt(is))
}

// list prints where the RFC may go from phase.
func (a *advance) list(phase string, moves []ohrfc.Move) error {
	if a.json {
		out := jsonMoves{Path: a.state(), Phase: phase, Events: []jsonMove{}}
		for i := range moves {
			out.Events = append(out.Events, a.jsonMove("", &moves[i]))
		}
		return report.Indented(a.std.Out, out)
	}
	fmt.Fprintf(a.std.Out, "%s: current_phase is %s\n", report.Name(a.state()), phase)
	if len(moves) == 0 {
		_, err := fmt.Fprintln(a.std.Out, strings.Join(possible(phase, moves), "\n"))
		return err
	}
	table := tabwriter.NewWriter(a.std.Out, 0, 0, 2, ' ', 0)
	for i := range moves {
		m := &moves[i]
		into := "-> " + m.Into
		for _, other := range m.Also {
			into += " (--to " + other + ")"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", m.Event, into, strings.Join(effects(m), "; "))
	}
	return table.Flush()
}

// effects are what m means besides the new phase.
func effects(m *ohrfc.Move) []string {
	var all []string
	if m.Does != "" {
		all = append(all, m.Does)
	}
	var sets []string
	for _, set := range m.Sets {
		if set.Key != "current_phase" {
			sets = append(sets, setLine(set))
		}
	}
	if len(sets) > 0 {
		all = append(all, strings.Join(sets, ", "))
	}
	switch {
	case m.Section == "":
		return append(all, "no checkpoint")
	case m.Written:
		all = append(all, dueTitle(m)+" is written")
	default:
		all = append(all, "checkpoint: "+dueTitle(m))
	}
	return append(all, "restart: "+string(m.Restart))
}

// The JSON forms. Names are part of the interface.
type (
	jsonMoves struct {
		Path   string     `json:"path"`
		Phase  string     `json:"phase"`
		Events []jsonMove `json:"events"`
	}
	jsonMove struct {
		Path       string            `json:"path,omitempty"`
		Event      ohrfc.Event       `json:"event"`
		From       string            `json:"from"`
		To         string            `json:"to"`
		Also       []string          `json:"also,omitempty"` // phases that --to takes instead
		Writes     []jsonSet         `json:"writes"`
		Failure    int               `json:"failure,omitempty"` // number of the Gate-B failure that it records
		Checkpoint jsonCheckpoint    `json:"checkpoint"`
		Restart    ohrfc.RestartNeed `json:"restart"`
		Note       string            `json:"note,omitempty"`
	}
	jsonSet struct {
		Key string          `json:"key"`
		Was json.RawMessage `json:"was"` // null if the key was missing, too
		Is  json.RawMessage `json:"is"`
	}
	jsonCheckpoint struct {
		Section string `json:"section"` // key of the section that belongs to the move; "" if none does
		Title   string `json:"title,omitempty"`
		Due     bool   `json:"due"` // false if there is none, or it is written already
		Command string `json:"command,omitempty"`
	}
)

func (a *advance) jsonMove(name string, m *ohrfc.Move) jsonMove {
	out := jsonMove{
		Path: name, Event: m.Event, From: m.From, To: m.Into, Also: m.Also, Writes: []jsonSet{},
		Failure: m.Failure, Restart: m.Restart, Note: m.Note,
	}
	for _, set := range m.Sets {
		one := jsonSet{Key: set.Key, Is: json.RawMessage(set.Is)}
		if set.Was != "" {
			one.Was = json.RawMessage(set.Was)
		}
		out.Writes = append(out.Writes, one)
	}
	if m.Section == "" {
		return out
	}
	out.Checkpoint = jsonCheckpoint{Section: m.Section, Title: dueTitle(m), Due: !m.Written}
	if !m.Written {
		out.Checkpoint.Command = appendCommandLine(m, a.id())
	}
	return out
}
