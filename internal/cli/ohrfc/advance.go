package ohrfc

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/mdcheckpoint/ohrfc"
)

const advanceHelp = `Records an event: sets current_phase in state.json to the next phase, and updates the keys that the event changes, such as gate_b_round. No other file changes. The command prints what is due next, and whether to restart the context.

If the workflow does not allow the event, nothing is written and the exit status is 1. The command then prints what is missing, or which events are possible. discover-done and design-done require the section of their phase. gate-b-pass requires a summary.json whose result is not FAIL. --force allows the event in any phase; its use is recorded.

At the first failure of Gate-B, the event is gate-b-fail. At a later failure, it is one of these:

    auto-fix         if another round is allowed
    scope-cut        if you remove what fails
    risk-accepted    if you accept the remaining findings
    escalate         after the last round, if a person must decide

Without EVENT, the command lists the possible events, what they set, and what is missing.

Examples:

    mdck ohrfc advance
    mdck ohrfc advance discover-done
    mdck ohrfc advance gate-b-fail rfc-20261104-sync --diff
    mdck ohrfc advance risk-accepted --to design --json`

type advanceCommand struct {
	Event  string `arg:"" optional:"" help:"The event that happened, such as gate-b-fail."`
	Target string `arg:"" optional:"" name:"id|path" help:"Which checkpoint, if there are several."`
	To     string `help:"The next phase, if the event can lead to several phases." placeholder:"PHASE"`
	Force  bool   `help:"Allow an event that the workflow forbids; the use of this flag is recorded."`
	JSON   bool   `help:"Print one JSON object."`
	pick.SettingFlags
	write.Flags
}

func (c *advanceCommand) Run(std app.Streams) error {
	if c.Diff && c.JSON {
		return errors.New("--diff cannot be used with --json")
	}
	to, err := phaseNamed(c.To)
	if err != nil {
		return err
	}
	event, known := ohrfc.ReadEvent(c.Event)
	if !known {
		return c.list(std)
	}
	t, err := c.Pick.FindOne(c.Target, "ohrfc advance "+string(event), pick.Of(ohrfc.Name))
	if err != nil {
		return err
	}
	settings, err := c.Pick.SettingsFor(&t)
	if err != nil {
		return err
	}
	a := &advance{std: std, target: &t, settings: settings, json: c.JSON}
	edit := ohrfc.Advancing(event, to, func(m *ohrfc.Move) { a.move = m })
	w := c.Writer(std, "advance", t, settings)
	w.Print = a.print
	return w.Write(t.Row().Guarded(edit, ohrfc.TransitionName(event, to), c.Force))
}

func phaseNamed(name string) (string, error) {
	phase := strings.ReplaceAll(strings.ToLower(name), "-", "_")
	if name == "" || slices.Contains(ohrfc.Phases, phase) {
		return phase, nil
	}
	hints := append(app.DidYouMean("", phase, ohrfc.Phases), "phases: "+strings.Join(ohrfc.Phases, ", "))
	return "", app.WithHints(fmt.Errorf("--to: unknown phase %q", name), hints...)
}

func (c *advanceCommand) list(std app.Streams) error {
	t, err := c.Pick.FindOne(c.Event, "ohrfc advance", pick.Of(ohrfc.Name))
	if c.Target != "" || err != nil && c.Event != "" && pick.IsID(c.Event) {
		return c.unknown()
	}
	if err != nil {
		return err
	}
	if c.Diff || c.Force || c.To != "" {
		return errors.New("--diff, --force and --to require an EVENT")
	}
	if err := pick.RecoverWrite(&t, std.Err); err != nil {
		return err
	}
	settings, err := c.Pick.SettingsFor(&t)
	if err != nil {
		return err
	}
	a := &advance{std: std, target: &t, settings: settings, json: c.JSON}
	rfc := a.rfc()
	moves, err := rfc.Moves()
	if err != nil {
		return (&write.Writer{Name: "advance", Target: t}).Explain(err)
	}
	return a.list(rfc.State.Phase(), moves)
}

func (c *advanceCommand) unknown() error {
	event, _ := ohrfc.ReadEvent(c.Event)
	err := fmt.Errorf("unknown event %q", c.Event)
	if swapped, ok := ohrfc.ReadEvent(c.Target); ok {
		return app.WithHints(err, fmt.Sprintf("the event comes first: mdck ohrfc advance %s %s", swapped, c.Event))
	}
	var names []string
	for _, t := range ohrfc.Transitions {
		names = append(names, string(t.Event))
	}
	return app.WithHints(err, append(app.DidYouMean("", string(event), names), "events: "+strings.Join(names, ", "))...)
}
