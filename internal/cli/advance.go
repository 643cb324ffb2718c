package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/nearest"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocol"
)

const advanceHelp = `Moves current_phase in state.json where EVENT leads, with what the event sets besides: gate_a_result, gate_b_result, gate_b_round, rejection_count, baseline_accepted. No other file changes. Says whether a checkpoint and a context restart are due. An event that the workflow does not allow in the present phase is refused: status 1, the events that are possible, and nothing is written.

The first failure of Gate-B is gate-b-fail. A later one demands a choice, which is an event of its own: auto-fix while a round is left, scope-cut, risk-accepted, or after the last round escalate.

Without EVENT, or with an ID in its place, the events that are possible now are listed.

Examples:

    mdck advance
    mdck advance discover-done
    mdck advance gate-b-fail rfc-20261104-sync --diff
    mdck advance risk-accepted --to design --json`

type advanceCommand struct {
	Event  string `arg:"" optional:"" help:"What happened; in any case, with - or _."`
	Target string `arg:"" optional:"" name:"id|path" help:"The checkpoint, where there is more than one."`
	To     string `help:"Where to go, if the event leads to more than one phase." placeholder:"PHASE"`
	Diff   bool   `help:"Print what would be written as a unified diff; write nothing."`
	JSON   bool   `help:"Print one JSON object."`
	settingFlags
	nowFlag
	linksFlag
}

// Run moves the RFC, or lists where it may go.
func (c *advanceCommand) Run(std Streams) error {
	if c.Diff && c.JSON {
		return errors.New("--diff and --json are two forms: not both")
	}
	to, err := phaseNamed(c.To)
	if err != nil {
		return err
	}
	event, known := ohrfc.ReadEvent(c.Event)
	if !known {
		return c.list(std)
	}
	t, err := c.findOne(ohrfc.Name, c.Target, "advance "+string(event))
	if err != nil {
		return err
	}
	settings, err := c.settingsFor(&t)
	if err != nil {
		return err
	}
	a := &advance{std: std, target: &t, named: c.Target != "", json: c.JSON}
	edit := ohrfc.Advancing(event, to, func(m *ohrfc.Move) { a.move = m })
	w := &writer{std: std, name: "advance", target: t, settings: settings, clock: c.clock, diff: c.Diff, print: a.print}
	return w.write(func(read *protocol.Reader) (*protocol.Change, error) {
		change, err := edit(read)
		return change, a.refused(err)
	})
}

// phaseNamed is the phase that --to names; "" for none.
func phaseNamed(name string) (string, error) {
	phase := strings.ReplaceAll(strings.ToLower(name), "-", "_")
	if name == "" || slices.Contains(ohrfc.Phases, phase) {
		return phase, nil
	}
	err := fmt.Errorf("--to: unknown phase %q", name)
	if near := nearest.Of(phase, ohrfc.Phases); len(near) > 0 {
		return "", hinted(err, "did you mean "+near[0]+"?")
	}
	return "", hinted(err, "phases: "+strings.Join(ohrfc.Phases, ", "))
}

// list prints where the RFC may go, or says that c.Event is no event.
func (c *advanceCommand) list(std Streams) error {
	t, err := c.findOne(ohrfc.Name, c.Event, "advance")
	if c.Target != "" || err != nil && c.Event != "" && isID(c.Event) {
		return c.unknown(std)
	}
	if err != nil {
		return err
	}
	if c.Diff || c.To != "" {
		return errors.New("--diff and --to want an EVENT")
	}
	if err := recoverWrite(&t, std.Err); err != nil {
		return err
	}
	room := ohrfc.Read(tree.Dir(t.Root), t.Main)
	moves, err := room.Moves()
	if err != nil {
		return (&writer{target: t}).explain(err)
	}
	a := &advance{std: std, target: &t, named: c.Event != "", json: c.JSON}
	return a.list(room.State.Phase(), moves)
}

// unknown says that c.Event is no event, what was meant, and what is possible.
func (c *advanceCommand) unknown(std Streams) error {
	event, _ := ohrfc.ReadEvent(c.Event)
	err := fmt.Errorf("unknown event %q", c.Event)
	if swapped, ok := ohrfc.ReadEvent(c.Target); ok {
		return hinted(err, fmt.Sprintf("the event comes first: mdck advance %s %s", swapped, c.Event))
	}
	var lines, names []string
	for _, t := range ohrfc.Transitions {
		names = append(names, string(t.Event))
	}
	if near := nearest.Of(string(event), names); len(near) > 0 {
		lines = append(lines, "did you mean "+near[0]+"?")
	}
	t, missing := c.findOne(ohrfc.Name, c.Target, "advance")
	if missing != nil {
		return hinted(err, append(lines, "events: "+strings.Join(names, ", "))...)
	}
	room := ohrfc.Read(tree.Dir(t.Root), t.Main)
	moves, fault := room.Moves()
	if fault != nil {
		return hinted(err, append(lines, "events: "+strings.Join(names, ", "))...)
	}
	return hinted(err, append(lines, possible(room.State.Phase(), moves)...)...)
}

// possible says which events lead on from phase, a line each.
func possible(phase string, moves []ohrfc.Move) []string {
	if phase == ohrfc.PhaseInit {
		return []string{"no event leads out of init: whoever makes a workspace leaves it in discover, so set current_phase of state.json to that"}
	}
	lines := []string{"possible in " + phase + ":"}
	for _, m := range moves {
		line := fmt.Sprintf("%s leads to %s", m.Event, strings.Join(append([]string{m.Into}, m.Also...), " or "))
		if m.Does != "" {
			line += ": " + m.Does
		}
		lines = append(lines, line)
	}
	return lines
}
