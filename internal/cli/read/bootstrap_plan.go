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
	return app.WithHints(fmt.Errorf("%s is archived or in the backlog, so it has no next plan", report.Name(shown)),
		"to continue with the current plans: mdck bootstrap "+app.Quote(t.DisplayPath(t.Folder)), "to list the plans there: mdck plan order "+app.Quote(shown))
}
