package read

import (
	"fmt"
	"path"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
)

// isAtHand returns an error if name is in an archived milestone.
func isAtHand(t *workspace.Target, name string) error {
	abs, err := filepath.Abs(name)
	rel, ok := tree.Within(t.Root, abs)
	if t.Row().Part == nil || name == "" || err != nil || !ok || !app.IsDir(name) {
		return nil
	}
	part, past := t.Row().Part(path.Join(rel, "x"))
	if !past {
		return nil
	}
	shown := t.DisplayPath(part)
	return app.Hinted(fmt.Errorf("%s is archived or in the backlog: none of its plans is next", report.Name(shown)),
		"mdck bootstrap "+app.Quote(t.DisplayPath(t.Folder))+" continues with the current plans", "mdck plan order "+app.Quote(shown)+" lists its plans; give the path of a plan to continue with it")
}
