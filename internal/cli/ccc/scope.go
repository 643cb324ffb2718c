package ccc

import (
	"os"

	"mdck/internal/cli/app"
	"mdck/internal/cli/write"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/protocol"
)

const scopeHelp = `Writes a list of files and directories to activeTaskFiles in .ccc-state.json. mdck ccc save commits these files, and the next prompt names them as key files. The new list replaces the old list. mdck ccc save does not commit a new file before you run git add for the file.

Examples:

    mdck ccc scope internal/parse report.go
    mdck ccc scope --none`

type scopeCommand struct {
	Files []string `arg:"" optional:"" name:"file" help:"File or directory of the current task."`
	None  bool     `help:"Empty activeTaskFiles."`
	sessionFlag
	write.Flags
}

func (c *scopeCommand) Run(std app.Streams) error {
	if c.None == (len(c.Files) > 0) {
		return app.Errorf("name the files of the task: mdck ccc scope FILE...", "ccc scope: expected either files or --none")
	}
	t, err := c.session("ccc scope")
	if err != nil {
		return err
	}
	files, err := inProject(&t, "", c.Files)
	if err != nil {
		return err
	}
	w := c.Writer(std, "ccc scope", t, nil)
	w.About, w.Files = t.State, []string{t.State}
	return w.Write(func(read *protocol.Reader) (*protocol.Change, error) {
		change, err := engine.SetScope(read, t.State, files)
		if err == nil {
			change.Notes = untracked(&t, files)
		}
		return change, err
	})
}

func untracked(t *workspace.Target, files []string) []string {
	repo := t.Git().Repo()
	if repo == nil {
		return nil
	}
	var notes []string
	for _, name := range files {
		rel, _ := repo.Rel(t.File(name))
		tracked, err := repo.Tracked(rel)
		if info, statErr := os.Lstat(t.File(name)); err == nil && !tracked && statErr == nil && !info.IsDir() {
			notes = append(notes, t.DisplayPath(name)+" is not tracked; mdck ccc save commits the file only after git add")
		}
	}
	return notes
}
