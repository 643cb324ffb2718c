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
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

const syncHelp = `Prints where the state of a project (STATE.md or TRANSPONDER.md) disagrees with itself or with the plans: phase, status and percent of the front matter and of the body, the bar and its number, the counts of plans and phases. Status 1 if it does.

--from names the side that is right, and the others are made to say the same: front (the front matter), body (text), or plans (the plans, their summaries, and the boxes of ROADMAP.md). What that side does not say is left as it is. It is written under the lock that tools of the family take, STATE.md.lock.

Projects count in several ways: the phases of the milestone, with or without those that have no folder yet, the phases that have a folder, or those of all milestones, archived ones included. --from plans keeps to the way that the state follows, and writes only what files, summaries and roadmap agree on. A number of plans or phases is never lowered, one of what is done only with the names of the plans that are not. The rest is left, with a note.

Examples:

    mdck plan sync
    mdck plan sync --from plans --diff
    mdck plan sync .planning/STATE.md --from front`

type syncCommand struct {
	Path string `arg:"" optional:"" help:"The state, or a directory with one (default: the repository)."`
	From string `help:"Which side is right: front, body or plans." enum:",front,body,plans" default:"" placeholder:"front|body|plans"`
	pick.ConfigFlags
	write.Flags
}

// Run lists the differences, or mends them.
func (c *syncCommand) Run(std app.Streams) error {
	if c.Diff && c.From == "" {
		return app.Hinted(errors.New("--diff shows what would be written, and without --from nothing is"), "--from front, body or plans says which side is right")
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
		if err == nil {
			change.None = strings.Join(append([]string{"the others say what that side says"}, change.Notes...), "\n")
		}
		return change, err
	})
}

// state is the only state of a project that is meant: of several beside each other that
// which counts.
func (c *syncCommand) state() (workspace.Target, error) {
	found, err := c.Find(given(c.Path), pick.Of(plan.Name))
	if len(found) == 0 {
		return workspace.Target{}, err
	}
	var states []workspace.Target
	for _, name := range position.StateNames() { // in the order in which they count
		for _, t := range found {
			isBeside := func(o workspace.Target) bool { return o.File(o.Folder) == t.File(t.Folder) }
			if t.Main == name && !slices.ContainsFunc(states, isBeside) {
				states = append(states, t)
			}
		}
	}
	switch len(states) {
	case 0:
		return workspace.Target{}, app.Hinted(errors.New("no state of plans found"), "looked for "+strings.Join(position.StateNames(), ", "))
	case 1:
		return states[0], nil
	}
	return workspace.Target{}, pick.SeveralError(states, "plan sync")
}

// read reads the state from a tree, and counts the plans beside it; a nil tally with an
// error says why they cannot be counted.
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

// list prints the differences.
func (c *syncCommand) list(std app.Streams, t *workspace.Target) error {
	if err := pick.RecoverWrite(t, std.Err); err != nil {
		return err
	}
	s, tally, uncounted, err := readState(tree.Dir(t.Root), t)
	if err != nil {
		return app.WithDisplayPath(t, err)
	}
	if uncounted != nil {
		fmt.Fprintf(std.Err, "mdck: note: the plans are not counted: %s\n", report.OneLine(uncounted.Error()))
	}
	name := report.Name(t.Shown(t.Main))
	if s.FrontErr != nil {
		fmt.Fprintf(std.Err, "mdck: note: the front matter cannot be read: %s\n", report.OneLine(app.WithDisplayPath(t, s.FrontErr).Error()))
	}
	for _, left := range s.Unknown(tally) {
		fmt.Fprintf(std.Err, "mdck: note: %s\n", left)
	}
	all := s.Differences(tally)
	if len(all) == 0 {
		_, err := fmt.Fprintf(std.Out, "%s: all sides agree\n", name)
		return err
	}
	for _, n := range all {
		at := s.File.Position(n.Span.Start)
		if _, err := fmt.Fprintf(std.Out, "%s:%d:%d: %s\n", name, at.Line, at.Column, report.OneLine(n.Message)); err != nil {
			return err
		}
	}
	return app.Hinted(app.Refuse(fmt.Errorf("%s: %s", name, report.Counted(len(all), "difference"))), "mdck plan sync --from front, body or plans makes all say what that side says; --diff shows it first")
}

// build makes the change of the state as it is in a tree.
func (c *syncCommand) build(files fs.FS, t *workspace.Target) (before string, change *planfile.Change, err error) {
	s, tally, uncounted, err := readState(files, t)
	if err != nil {
		return "", nil, err
	}
	from := position.Side(c.From)
	switch {
	case from == position.Plans && uncounted != nil:
		return "", nil, fmt.Errorf("%s: the plans cannot be counted: %w", t.Shown(t.Main), uncounted)
	case from == position.Front && s.FrontErr != nil:
		return "", nil, s.FrontErr
	case from == position.Front && s.Front == nil:
		return "", nil, app.Hinted(fmt.Errorf("%s has no front matter", t.Shown(t.Main)), "--from plans goes by the plans")
	}
	change, err = s.Sync(from, tally)
	if failed, ok := errors.AsType[*position.SyncError](err); ok {
		err = app.Hinted(app.Refuse(fmt.Errorf("%s: %w", t.Shown(t.Main), failed)), "nothing was written; paused_at in the front matter, or a second field of the name, decides what it is")
	}
	if err != nil {
		return "", nil, err
	}
	if s.FrontErr != nil {
		change.Notes = append(change.Notes, "the front matter is left, it cannot be read: "+app.WithDisplayPath(t, s.FrontErr).Error())
	}
	left, tally, _, err := readState(tree.Overlay(files, map[string]string{t.Main: change.Text}), t)
	if err != nil {
		return "", nil, err
	}
	for _, n := range left.Differences(tally) {
		change.Notes = append(change.Notes, "left: "+n.Message)
	}
	return s.File.Text, change, nil
}
