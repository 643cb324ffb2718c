package restore

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

func restorable() pick.Query {
	return pick.Query{Offers: func(p *protocol.Protocol) bool { return p.Copies == "" }, As: true, Absent: true, Restores: true}
}

func (c *restoreCommand) target(name string) (workspace.Target, error) {
	switch {
	case c.As != "":
		return c.Pick.TargetAs(name, c.As, restorable())
	case name == "":
		return c.findUnnamed()
	}
	return c.named(name)
}

func (c *restoreCommand) named(name string) (workspace.Target, error) {
	p := c.Pick.Table.Named(name)
	if p != nil && p.Current != nil && pick.IsID(name) {
		return c.Pick.Current(p)
	}
	t, err := c.Pick.FindOne(name, "restore", restorable())
	if other, ok := errors.AsType[*pick.OtherProtocolError](err); ok && other.Found.Row().Copies != "" {
		agent := "AGENT"
		if other.Found.Path != other.Found.Main {
			agent = pick.Argument(other.Found)
		}
		return t, app.WithHints(err, "to restore the newest backup of the agent: "+other.Found.Row().Copies+" "+agent)
	}
	lost := c.lost()
	if i := slices.IndexFunc(lost, func(t workspace.Target) bool { return t.ID() == name }); err != nil && i >= 0 {
		return lost[i], nil
	}
	if err == nil && t.Folder != "" && t.Path == t.Folder {
		err = app.Errorf("to list the backups of a file: mdck restore FILE", "%s contains %s, whose files are restored one by one", report.Name(t.DisplayPath(t.Path)), t.Row().Noun)
	}
	return t, err
}

// findUnnamed finds the checkpoint around the current directory, otherwise the only one, even if its files
// are lost.
func (c *restoreCommand) findUnnamed() (workspace.Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return workspace.Target{}, err
	}
	var placed *workspace.Target
	here := func(dir string) bool {
		placed = c.Pick.Placed(tree.Relative(cwd, dir))
		return placed != nil
	}
	if _, ok := workspace.Enclosing(cwd, here); ok {
		return *placed, nil
	}
	t := workspace.Target{}
	if _, err := c.Pick.Finder().Elsewhere(); err != nil {
		return t, err
	}
	q := restorable()
	q.Offers = func(p *protocol.Protocol) bool { return p.Copies == "" && pick.HasFiles(p) }
	found, err := c.Pick.Find(nil, q)
	found = slices.DeleteFunc(found, func(t workspace.Target) bool { return t.Folder != "" })
	switch all := append(c.lost(), found...); {
	case err != nil && !errors.Is(err, pick.ErrNoCheckpoint):
		return t, err
	case len(all) == 1:
		return all[0], nil
	case len(all) > 1:
		return t, pick.SeveralError(all, "restore")
	}
	if t, ok := c.session(cwd); ok {
		return t, nil
	}
	return c.named("")
}

// lost returns the checkpoints that have backups but no files.
func (c *restoreCommand) lost() []workspace.Target {
	cwd, err := os.Getwd()
	if err != nil {
		return nil
	}
	var lost []workspace.Target
	start := c.Pick.Finder().Start(cwd)
	for _, p := range c.Pick.Table.All() {
		for _, parent := range append(slices.Clone(p.Folders), p.Home) {
			dir := filepath.Join(start, filepath.FromSlash(parent))
			entries, _ := os.ReadDir(dir)
			for _, e := range entries {
				t := c.Pick.Placed(tree.Relative(cwd, filepath.Join(dir, e.Name())))
				if t != nil && p.HomeFile != "" && isLost(t) {
					lost = append(lost, *t)
				}
			}
		}
	}
	return lost
}

func isLost(t *workspace.Target) bool {
	exist := func(name string) bool { return app.Exists(t.File(name)) }
	return app.IsDir(filepath.Join(t.Dir(), ".mdck")) && !tree.IsRepository(t.Dir()) && !slices.ContainsFunc(pick.RestorableFiles(t), exist)
}

func (c *restoreCommand) session(cwd string) (t workspace.Target, ok bool) {
	for _, p := range c.Pick.Table.All() {
		if p.Current == nil {
			continue
		}
		t, err := c.Pick.Finder().Current(p, cwd)
		if err == nil && slices.ContainsFunc(t.Files(), func(name string) bool { all, _ := t.Backups(name); return len(all) > 0 }) {
			return t, true
		}
	}
	return t, false
}
