package plan

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/protocols/plan/position"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

const syncHelp = `Finds contradictions between the front matter of STATE.md or TRANSPONDER.md, the text of this file, and the plans. mdck compares the phase, the status, the percent, the progress bar, and the numbers of plans and phases. The exit status is 1 if there is a contradiction.

--from copies the values of one place to the others:

    front    the front matter
    body     the text below the front matter
    plans    the plans, their summaries, and the boxes of ROADMAP.md

--from plans changes a number only if the plans, the summaries and the roadmap agree on it. Otherwise mdck prints a note.

Examples:

    mdck plan sync
    mdck plan sync --from plans --diff
    mdck plan sync .planning/STATE.md --from front`

type syncCommand struct {
	Path string `arg:"" optional:"" help:"The state file, or a directory that contains one (default: the repository)."`
	From string `help:"Copy the values from the front matter (front), the text (body) or the plans (plans)." enum:",front,body,plans" default:"" placeholder:"front|body|plans"`
	pick.ConfigFlags
	write.Flags
}

func (c *syncCommand) Run(std app.Streams) error {
	if c.Diff && c.From == "" {
		return app.Errorf("to copy the values of one place to the others, add --from front, --from body or --from plans", "--diff requires --from, because mdck plan sync writes nothing without --from")
	}
	t, err := c.state()
	if err != nil {
		return err
	}
	if c.From == "" {
		return c.list(std, &t)
	}
	w := c.Writer(std, "plan sync", t, nil)
	edit := editOf(t.Main, func(files fs.FS) (string, *planfile.Change, error) { return c.build(files, &t) })
	return w.Write(func(read *protocol.Reader) (*protocol.Change, error) {
		change, err := edit(read)
		if err == nil && !change.Changed() {
			change.None, change.Notes = strings.Join(append([]string{"the other values already match --from " + c.From}, change.Notes...), "\n"), nil
		}
		return change, err
	})
}

func (c *syncCommand) state() (workspace.Target, error) {
	found, err := c.Pick.Find(listOf(c.Path), pick.Of(plan.Name))
	if len(found) == 0 {
		return workspace.Target{}, err
	}
	var states []workspace.Target
	for _, name := range position.StateNames() {
		for _, t := range found {
			isBeside := func(o workspace.Target) bool { return o.File(o.Folder) == t.File(t.Folder) }
			if t.Main == name && !slices.ContainsFunc(states, isBeside) {
				states = append(states, t)
			}
		}
	}
	switch len(states) {
	case 0:
		return workspace.Target{}, app.Errorf("mdck looked for "+strings.Join(position.StateNames(), ", "), "no state of plans found")
	case 1:
		return states[0], nil
	}
	return workspace.Target{}, pick.SeveralError(states, "plan sync")
}

func readState(files fs.FS, t *workspace.Target) (s *position.State, tally *position.Tally, uncounted, err error) {
	text, err := source.ReadRegular(files, t.Main)
	if err == nil {
		s, err = position.ParseState(t.Main, text)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	if tally, uncounted = s.Tally(files); uncounted != nil {
		tally = nil
	}
	return s, tally, uncounted, nil
}

func (c *syncCommand) list(std app.Streams, t *workspace.Target) error {
	if err := pick.RecoverWrite(t, std.Err); err != nil {
		return err
	}
	s, tally, uncounted, err := readState(tree.Dir(t.Root), t)
	if err != nil {
		return app.WithDisplayPath(t, err)
	}
	if uncounted != nil {
		fmt.Fprintf(std.Err, "mdck: note: the plans are not counted, because %s\n", report.OneLine(uncounted.Error()))
	}
	name := report.Name(t.DisplayPath(t.Main))
	if s.FrontErr != nil {
		fmt.Fprintf(std.Err, "mdck: note: the front matter cannot be read: %s\n", report.OneLine(app.WithDisplayPath(t, s.FrontErr).Error()))
	}
	for _, left := range s.Unknown(tally) {
		fmt.Fprintf(std.Err, "mdck: note: %s\n", left)
	}
	all := s.Differences(tally)
	if len(all) == 0 {
		_, err := fmt.Fprintf(std.Out, "%s: no contradictions\n", name)
		return err
	}
	for _, n := range all {
		at := s.File.Position(n.Span.Start)
		if _, err := fmt.Fprintf(std.Out, "%s:%d:%d: %s\n", name, at.Line, at.Column, report.OneLine(n.Message)); err != nil {
			return err
		}
	}
	return app.WithHints(app.Refuse(fmt.Errorf("%s: %s", name, spelling.Count(len(all), "contradiction"))), "to copy the values of one place to the others, add --from front, --from body or --from plans")
}

func (c *syncCommand) build(files fs.FS, t *workspace.Target) (before string, change *planfile.Change, err error) {
	s, tally, uncounted, err := readState(files, t)
	if err != nil {
		return "", nil, err
	}
	from := position.Side(c.From)
	switch {
	case from == position.Plans && uncounted != nil:
		return "", nil, fmt.Errorf("%s: the plans cannot be counted, because %w", t.DisplayPath(t.Main), uncounted)
	case from == position.Front && s.FrontErr != nil:
		return "", nil, s.FrontErr
	case from == position.Front && s.Front == nil:
		return "", nil, app.Errorf("to copy the values of the plans, use --from plans", "%s has no front matter", t.DisplayPath(t.Main))
	}
	change, err = s.Sync(from, tally)
	if failed, ok := errors.AsType[*position.SyncError](err); ok {
		err = app.WithHints(app.Refuse(fmt.Errorf("%s: %w", t.DisplayPath(t.Main), failed)), "nothing was written, because another field sets this value, such as paused_at")
	}
	if err != nil {
		return "", nil, err
	}
	if s.FrontErr != nil {
		change.Notes = append(change.Notes, "the front matter is not changed, because it cannot be read: "+app.WithDisplayPath(t, s.FrontErr).Error())
	}
	left, tally, _, err := readState(tree.Overlay(files, map[string]string{t.Main: change.Text}), t)
	if err != nil {
		return "", nil, err
	}
	for _, n := range left.Differences(tally) {
		change.Notes = append(change.Notes, n.Message+"; mdck does not change this")
	}
	return s.File.Text, change, nil
}
