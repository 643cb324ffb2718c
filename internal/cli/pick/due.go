package pick

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// DueItems formats due items with command lines for the current directory. It never returns nil.
func DueItems(t *workspace.Target, all []protocol.Due) []bootstrap.Due {
	items := []bootstrap.Due{}
	for _, d := range all {
		items = append(items, bootstrap.Due{Path: t.DisplayPath(d.Path), Problem: report.OneLine(d.Problem), Command: d.CommandLine(Argument(t)), Person: d.Person})
	}
	return items
}

// Due returns what is due for the files on disk.
func Due(t *workspace.Target, s *workspace.Settings) []bootstrap.Due {
	return DueItems(t, t.Due(s.Input(tree.Dir(t.Root), t), nil))
}

// Argument returns the argument that selects t in the current directory.
func Argument(t *workspace.Target) string {
	root := t.DisplayPath(".")
	isNested := t.Row().At != nil && root != "." // the id may select a project inside t
	cwd, _ := os.Getwd()
	isOutside := strings.HasPrefix(root, "..") && workspace.Repository(cwd) != workspace.Repository(t.Root)
	return t.Argument(t.DisplayPath, isNested || isOutside || !IsID(t.ID()))
}

// ExplainRefused adds the commands that must run before a refused transition. For other errors, ok
// is false.
func ExplainRefused(t *workspace.Target, err error) (explained error, ok bool) {
	refused, ok := errors.AsType[*protocol.Refused](err)
	if !ok {
		return err, false
	}
	if refused.Path != "" {
		err = fmt.Errorf("%s: %w", t.DisplayPath(refused.Path), err)
	}
	var hints []string
	due := DueItems(t, refused.Due)
	several := slices.ContainsFunc(due, func(d bootstrap.Due) bool { return d.Command != due[0].Command })
	for _, d := range due {
		line := d.Command
		if several || refused.Reason != "" {
			line = d.Problem + ": " + line // the problem that the command solves
		}
		hints = append(hints, line)
	}
	hints = slices.Compact(hints)
	for _, line := range refused.Open {
		hints = append(hints, strings.ReplaceAll(line, protocol.TargetWord, Argument(t)))
	}
	if !refused.Never {
		hints = append(hints, "--force runs the command anyway; its use is recorded")
	}
	return app.WithHints(app.Refuse(fmt.Errorf("%w; nothing was written", err)), hints...), true
}
