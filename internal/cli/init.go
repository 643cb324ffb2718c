package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
)

const initHelp = `Makes .ohrfc/ID with state.json, evidence.json and rfc.md as the protocol's own script makes them. The first checkpoint is written by mdck append. In a workspace that is there, what is missing is made; nothing that is there is touched.

Examples:

    mdck init ohrfc rfc-20261104-sync --title "Offline sync"
    mdck init ohrfc rfc-20261104-sync --strictness full`

type initCommand struct {
	Protocol   string `arg:"" help:"The protocol: ${enum}." enum:"ohrfc"`
	ID         string `arg:"" name:"id" help:"Name of the workspace."`
	Title      string `help:"Title of the RFC (default: the id)." placeholder:"TITLE"`
	Strictness string `help:"How strict the workflow is: ${enum}." enum:"light,standard,full" default:"standard"`
	nowFlag
}

// Run makes the workspace.
func (c *initCommand) Run(std Streams) error {
	title := c.Title
	if title == "" {
		title = c.ID
	}
	files, err := ohrfc.New(c.ID, title, c.Strictness, c.clock())
	if err != nil {
		return err
	}
	cwd, err := os.Getwd()
	if err != nil {
		return err
	}
	root := workspace.Start(cwd)
	if filepath.Base(filepath.Dir(root)) == ohrfc.Dir { // within a workspace: beside it
		root = filepath.Dir(filepath.Dir(root))
	}
	dir := filepath.Join(root, ohrfc.Dir, c.ID)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	t, ok := workspace.Detect(filepath.Join(dir, ohrfc.CheckpointFile))
	if !ok {
		return fmt.Errorf("id %q: %s would be no workspace", c.ID, dir)
	}
	var made []string
	_, err = store(&t, "init").Update(func(old safefile.Old) (safefile.Change, error) {
		var change safefile.Change
		for _, f := range files {
			_, there, err := old(f.Name)
			if err != nil {
				return change, err
			}
			if !there {
				change.Files = append(change.Files, safefile.File{Name: f.Name, New: f.Text})
				made = append(made, f.Name)
			}
		}
		if len(made) == 0 {
			return change, fmt.Errorf("%s is there already, with all its files; nothing was written", t.Shown(ohrfc.Dir+"/"+c.ID))
		}
		return change, nil
	})
	if err != nil {
		return changedMeanwhile(&t, err)
	}
	for _, name := range made {
		if _, err := fmt.Fprintln(std.Out, t.Shown(ohrfc.Dir+"/"+c.ID+"/"+name)); err != nil {
			return err
		}
	}
	return nil
}
