package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"mdck/internal/change"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

// session makes the progress file of a session.
func (c *initCommand) session(std Streams) error {
	shape := ccc.Shape(strings.ToUpper(c.Shape))
	switch {
	case c.Shape != "" && shape != ccc.ShapeP && shape != ccc.ShapeE:
		return fmt.Errorf("--shape is %q, want %s or %s", c.Shape, ccc.ShapeP, ccc.ShapeE)
	case shape == ccc.ShapeE && c.Mode != "":
		return errors.New("--mode: a progress file of shape E has no place for it")
	}
	cwd, err := os.Getwd()
	if err != nil {
		return err
	}
	t, err := std.finder().Current(&ccc.Protocol, cwd)
	if err != nil {
		return err
	}
	flags := configFlags{table: std.Table}
	if err := flags.load(); err != nil {
		return err
	}
	config, err := flags.configFor(&t)
	if err != nil {
		return err
	}
	if err := recoverWrite(&t, std.Err); err != nil {
		return err
	}
	around := openGitContext(&t, config.Team())
	defer around.close()
	edit := ccc.Edit{Main: t.Main, State: t.State, Fresh: true, Shape: shape, Team: around.Team, Branch: around.Branch, Build: c.begin}
	made, err := std.changer(&t, "init", c.clock).Update(edit.Apply)
	if err != nil {
		return c.unmade(&t, err)
	}
	return printSession(std, &t, made)
}

// begin makes the change of a new progress file that names the issue and the mode.
func (c *initCommand) begin(s *ccc.Session) (*ccc.Change, error) {
	id := c.ID
	if id == "" && c.Title != "" {
		if id = s.Progress.IssueID; id == "" {
			return nil, hinted(errors.New("--title is that of an issue, and none is known"), "mdck init ccc ISSUE --title TITLE")
		}
	}
	change := &ccc.Change{Text: s.Progress.Text(), After: s.Progress}
	var err error
	if id != "" {
		if change, err = change.After.SetIssue(id, c.Title); err != nil {
			return nil, err
		}
	}
	if c.Mode == "" {
		return change, nil
	}
	return change.After.SetSession(c.clock(), c.Mode)
}

// unmade is err with what can be done about it.
func (c *initCommand) unmade(t *workspace.Target, err error) error {
	if errors.Is(err, ccc.ErrExists) {
		return hinted(fmt.Errorf("%s %w; nothing was written", t.Shown(t.Main), err), "mdck show ccc draws it, mdck ccc --help says how to go on")
	}
	return withConflictHint(t, withRequestHint(err))
}

// printSession prints the file that was made, and what comes next.
func printSession(std Streams, t *workspace.Target, made *change.Made) error {
	name := report.Name(t.Shown(t.Main))
	std.printFound(name, made.Found)
	_, err := fmt.Fprintf(std.Out, "%s\nNext: mdck ccc next adds tasks, mdck ccc current says which is at hand.\n", name)
	return err
}
