package restore

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// target is the checkpoint that name means, and the path of the backup or archived text
// that name is, "" for none. Files that are lost are
// what restore is for: they need not exist.
func (c *restoreCommand) target(name string) (t workspace.Target, kept string, err error) {
	if t, kept, ok := c.keptFormatFile(name); ok {
		return t, kept, nil
	}
	if err := c.strangeBackup(name); err != nil {
		return t, "", err
	}
	if c.As != "" {
		t, err = c.FormatTargetAs(name, c.As)
		return t, "", err
	}
	if dir, kept, ok := pick.SplitBackupPath(name); ok {
		if t, ok := c.inDirectory(dir); ok {
			return t, t.InTree(kept), nil
		}
	}
	if t, ok, err := c.lostFile(name); ok || err != nil {
		return t, "", err
	}
	lost := c.lostHere()
	if name == "" && len(lost) > 0 {
		t, err = c.chooseLost(lost)
		return t, "", err
	}
	t, err = c.only(name)
	if err == nil {
		return t, "", nil
	}
	if i := slices.IndexFunc(lost, func(t workspace.Target) bool { return t.ID() == name }); i >= 0 {
		return lost[i], "", nil
	}
	if t, ok := c.lostOfProject(); ok && name == "" && errors.Is(err, pick.ErrNoCheckpoint) {
		return t, "", nil
	}
	return t, "", cmp.Or(c.Strange(name), err)
}

// lostFile is the checkpoint that has its place where name says, or for "" where the user is,
// whether or not its files exist.
func (c *restoreCommand) lostFile(name string) (t workspace.Target, ok bool, err error) {
	cwd, err := os.Getwd()
	switch {
	case err != nil:
		return t, false, err
	case name == "":
		_, ok = workspace.Enclosing(cwd, func(dir string) bool {
			t, ok = c.placedIn(workspace.Relative(cwd, dir, nil))
			return ok
		})
		return t, ok, nil
	case pick.IsID(name):
		if p := c.Table.Named(name); p != nil && p.Current != nil {
			t, err = c.Finder().Current(p, cwd)
			return t, err == nil, err
		}
	case app.IsDir(name):
		if t, ok = c.placedIn(name); ok {
			return t, true, nil
		}
	}
	t, ok, err = c.Finder().Unsaved(name)
	return t, ok && t.Row().Copies == "" && app.IsDir(t.Dir()), err
}

// inDirectory is the checkpoint whose files are in dir.
func (c *restoreCommand) inDirectory(dir string) (workspace.Target, bool) {
	if t, ok := c.placedIn(dir); ok || !app.IsDir(dir) {
		return t, ok
	}
	for _, p := range c.Table.All() {
		if p.At != nil {
			t, err := c.Finder().At(p, dir)
			return t, err == nil
		}
	}
	return workspace.Target{}, false
}

// placedIn is the checkpoint whose place is dir, whether or not its files exist.
func (c *restoreCommand) placedIn(dir string) (workspace.Target, bool) {
	if !app.IsDir(dir) {
		return workspace.Target{}, false
	}
	for _, home := range homes(c.Table) {
		t, ok, err := c.Finder().Unsaved(filepath.Join(dir, path.Base(home.glob)))
		if err == nil && ok && t.Protocol == home.protocol && t.Path == t.Main {
			return t, true
		}
	}
	return workspace.Target{}, false
}

// A home is where a protocol has its checkpoints, each in a directory of its own.
type home struct{ protocol, glob string } // "ohrfc", ".ohrfc/*/checkpoint.md"

// homes returns one home for each protocol that has one, with the main file, which its row
// names before the files beside it.
func homes(table *protocol.Table) []home {
	var all []home
	for _, p := range table.All() {
		for _, glob := range p.Globs {
			glob = strings.TrimPrefix(glob, "**/")
			if dir, base := path.Split(glob); path.Base(dir) == "*" && !strings.ContainsAny(path.Dir(path.Clean(dir))+base, "*?[{") {
				all = append(all, home{p.Name, glob})
				break
			}
		}
	}
	return all
}

// lostHere returns the checkpoints of the project here that have no file, but something kept.
func (c *restoreCommand) lostHere() []workspace.Target {
	cwd, err := os.Getwd()
	if err != nil {
		return nil
	}
	start := c.Finder().Start(cwd)
	if t, ok := c.placedIn(start); ok {
		start = t.Root
	}
	var lost []workspace.Target
	for _, home := range homes(c.Table) {
		parent := filepath.Join(start, filepath.FromSlash(path.Dir(path.Dir(home.glob))))
		entries, _ := os.ReadDir(parent)
		for _, e := range entries {
			t, ok := c.placedIn(workspace.Relative(cwd, filepath.Join(parent, e.Name()), nil))
			if !ok || !app.IsDir(filepath.Join(t.Dir(), ".mdck")) || tree.IsRepository(t.Dir()) {
				continue
			}
			exist := func(name string) bool { return app.Exists(t.File(name)) }
			if !slices.ContainsFunc((&pick.Kept{Target: &t}).Files(), exist) {
				lost = append(lost, t)
			}
		}
	}
	return lost
}

// lostOfProject is the checkpoint of the project here, of a protocol with one in each, if it
// has a file or a backup.
func (c *restoreCommand) lostOfProject() (t workspace.Target, ok bool) {
	cwd, err := os.Getwd()
	if err != nil {
		return t, false
	}
	for _, p := range c.Table.All() {
		if p.Current == nil {
			continue
		}
		if t, err = c.Finder().Current(p, cwd); err != nil {
			continue
		}
		for _, name := range t.Files() {
			if all, err := t.Backups(name); app.Exists(t.File(name)) || err == nil && len(all) > 0 {
				return t, true
			}
		}
	}
	return t, false
}

// only is the one checkpoint that name means; if no name is given, those whose backups are
// not kept here, or whose files are many, do not count.
func (c *restoreCommand) only(name string) (workspace.Target, error) {
	found, err := c.FindHere("")
	mine := slices.DeleteFunc(slices.Clone(found), func(t workspace.Target) bool {
		return t.Row().Copies != "" || t.Folder != "" || t.Format != ""
	})
	switch {
	case name != "" || err != nil || len(mine) == 0 || len(mine) == len(found):
		t, err := c.FindOne("", name, "restore")
		switch {
		case err != nil:
		case t.Row().Copies != "":
			err = otherCopiesError(&t)
		case t.Folder != "":
			err = app.Hinted(fmt.Errorf("%s holds %s, whose files are taken back one by one", report.Name(t.Shown(t.Path)), t.Row().Noun), "mdck restore FILE lists the backups of one")
		}
		return t, err
	case len(mine) == 1:
		return mine[0], nil
	}
	return workspace.Target{}, pick.SeveralError(mine, "restore")
}

// otherCopiesError refuses a checkpoint whose copies its protocol keeps.
func otherCopiesError(t *workspace.Target) error {
	agent := "AGENT"
	if t.Path != t.Main {
		agent = t.Row().Args(t.Target, t.Shown("."), app.Quote)
	} else if epic := t.Shown("."); epic != "." {
		agent += " --epic " + app.Quote(epic)
	}
	return app.Hinted(fmt.Errorf("%s belongs to %s, whose backups are their protocol's own", report.Name(t.Shown(t.Path)), t.Row().Noun),
		t.Row().Copies+" "+agent+" takes back the newest")
}

// chooseLost returns the only checkpoint that can be meant if some have lost their files:
// the only one of these, unless others are sound.
func (c *restoreCommand) chooseLost(lost []workspace.Target) (workspace.Target, error) {
	found, err := c.FindHere("")
	if app.IgnoreError(err, pick.ErrNoCheckpoint) != nil {
		return workspace.Target{}, err
	}
	if len(found) == 0 && len(lost) == 1 {
		return lost[0], nil
	}
	lines := []string{"name one: mdck restore ID"}
	for _, t := range append(lost, found...) {
		lines = append(lines, t.ID()+"  "+t.Shown(t.Main))
	}
	return workspace.Target{}, app.Hinted(fmt.Errorf("%d checkpoints found, %d of them without files: want one", len(found)+len(lost), len(lost)), lines...)
}

// formatFile is the file of a format that name means, whether or not it exists.
func (c *restoreCommand) formatFile(name string) (t workspace.Target, ok bool) {
	var err error
	if c.As != "" {
		t, err = c.FormatTargetAs(name, c.As)
		return t, err == nil
	}
	t, ok, err = c.Finder().Unsaved(name)
	return t, err == nil && ok && t.Format != "" && app.IsDir(t.Dir())
}

// keptFormatFile is the file of a format to which name, a file in .mdck/backups or
// .mdck/archive, belongs, whether or not it exists, and the path of that file.
func (c *restoreCommand) keptFormatFile(name string) (t workspace.Target, kept string, ok bool) {
	dir, kept, ok := pick.SplitBackupPath(name)
	if !ok {
		return t, "", false
	}
	for _, file := range pick.BackupOriginals(dir, kept) {
		if t, ok = c.formatFile(filepath.Join(dir, file)); ok && hasKept(&t, t.InTree(kept)) {
			return t, t.InTree(kept), true
		}
	}
	return t, "", false
}

// hasKept reports whether a backup or archived text is of t.
func hasKept(t *workspace.Target, kept string) bool {
	k := &pick.Kept{Target: t}
	archive, _ := k.ArchiveTexts()
	backups, _ := t.Backups(t.Main)
	refused, _ := t.RefusedTexts(t.Main)
	return slices.ContainsFunc(archive, func(a pick.ArchivedText) bool { return a.Path == kept }) ||
		slices.ContainsFunc(append(backups, refused...), func(b workspace.Backup) bool { return b.Path == kept })
}

// strangeBackup returns the error that name, a backup or an archived text, was kept of a file
// that no protocol and no format knows; nil for any other name.
func (c *restoreCommand) strangeBackup(name string) error {
	dir, kept, ok := pick.SplitBackupPath(name)
	names := pick.OriginalNames(kept)
	if !ok || len(names) == 0 && c.As == "" {
		return nil
	}
	slash := report.Name(filepath.ToSlash(name))
	if c.As == "" {
		file := filepath.Join(dir, names[0])
		if _, mine := c.formatFile(file); !mine {
			if _, known, err := c.Finder().Unsaved(file); err != nil || known || !app.Exists(name) {
				return nil
			}
			err := fmt.Errorf("%s was kept of %s, which is not a checkpoint of any known protocol or format", slash, report.Name(filepath.ToSlash(file)))
			if as := pick.AsHint(pick.OnlyFormats(), pick.FormatNames(c.FormatsAt(file))); as != "" {
				return app.Hinted(err, as)
			}
			return err
		}
	}
	return fmt.Errorf("%s is no backup and no archived text of a file of %s", slash, report.Name(filepath.ToSlash(dir))) // or it would have been found
}
