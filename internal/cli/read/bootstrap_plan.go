package read

import (
	"fmt"
	"path"
	"path/filepath"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/workspace"
)

// folderInput adds to in which folder and file t means, and what became of its files.
func folderInput(in *bootstrap.Input, t *workspace.Target, git *pick.Git) {
	in.Path, in.ID = t.Folder, t.ID()
	if t.Path != t.Folder {
		in.Selected = t.Path
	}
	in.Outside.Changed, in.Outside.Fate = git.Uncommitted(t), git.Fate(t)
}

// putAway is the directory of a milestone that was put away, if name is one, or one in it,
// and "" otherwise.
func putAway(t *workspace.Target, name string) string {
	if t.Row().Part == nil || name == "" || !app.IsDir(name) {
		return ""
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(t.Root, abs)
	if err != nil {
		return ""
	}
	part, past := t.Row().Part(path.Join(filepath.ToSlash(rel), "x"))
	if !past {
		return ""
	}
	return part
}

// notAtHand says that of a milestone that was put away nothing comes next.
func notAtHand(t *workspace.Target, part string) error {
	shown := t.Shown(part)
	return app.Hinted(fmt.Errorf("%s was put away, or is of the backlog: none of its plans comes next", report.Name(shown)),
		"mdck bootstrap "+app.Quote(t.Shown(t.Folder))+" goes on with the plans at hand", "mdck plan order "+app.Quote(shown)+" lists its plans; one that is named by its path is gone on with")
}
