package section

import (
	"fmt"
	"os"
	"path"
	"slices"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// session moves the copies of a progress file to the archive. It writes all of them to the archive
// before it removes one.
func (c *pruneCommand) session(std app.Streams) error {
	t, err := c.project()
	if err != nil {
		return err
	}
	if err := pick.RecoverWrite(&t, std.Err); err != nil {
		return err
	}
	copies, err := copiesOf(&t)
	if err == nil && len(copies) == 0 && !app.Exists(t.File(t.Main)) && !app.Exists(t.File(t.State)) {
		err = app.Hinted(c.Pick.NoCheckpointError(path.Dir(t.Shown(t.Main)), pick.Of(t.Protocol)), "--archives: expected the project of a session, or a file of the session")
	}
	if err != nil {
		return err
	}
	return c.Writer(std, "prune", t, nil).Write(archiveCopies(copies))
}

// project returns the session with the copies: the one that the argument names, or the current one.
// The files of the current one may be missing.
func (c *pruneCommand) project() (workspace.Target, error) {
	copied := func(p *protocol.Protocol) bool { return p.IsCopy != nil }
	if c.Target != "" {
		return c.Pick.FindOne(c.Target, "prune --archives", pick.Query{Offers: copied})
	}
	cwd, err := os.Getwd()
	if err != nil {
		return workspace.Target{}, err
	}
	all := c.Pick.Table.All()
	return c.Pick.Finder().Current(all[slices.IndexFunc(all, copied)], cwd)
}

// copiesOf returns the names of the copies in the project, ordered by time. Only regular files can
// be archived.
func copiesOf(t *workspace.Target) (copies []string, err error) {
	entries, err := os.ReadDir(t.Root)
	for _, e := range entries {
		if t.Row().IsCopy(e.Name()) && e.Type().IsRegular() {
			copies = append(copies, e.Name())
		}
	}
	return copies, err
}

func archiveCopies(names []string) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		out := &protocol.Change{Kept: names, None: "there are no copies of this file"}
		for _, name := range names {
			text, exists, err := read.Text(name)
			if err == nil && !exists {
				err = fmt.Errorf("%q: %w", name, change.ErrChanged)
			}
			if err != nil {
				return nil, err
			}
			out.Archive = append(out.Archive, protocol.Text{Name: name, Text: text})
			out.Files = append(out.Files, protocol.File{Name: name, Before: text, Exists: true, Gone: true})
		}
		return out, nil
	}
}
