package cli

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/format"
)

// ownMeant is the file of a format that name means to restore, whether or not it is
// there.
func (c *restoreCommand) ownMeant(name string) (workspace.Target, bool) {
	if name == "" || isDir(name) {
		return workspace.Target{}, false
	}
	t, ok, err := c.finder().Unsaved(name)
	return t, err == nil && ok && t.Protocol == workspace.Format && isDir(t.Dir())
}

// ownKept is the file of a format to which name, a file in .mdck/backups or
// .mdck/archive, belongs, and the path of that file in the store.
func (c *restoreCommand) ownKept(name string) (t workspace.Target, kept string, ok bool) {
	dir, kind := filepath.Dir(filepath.Dir(name)), filepath.Base(filepath.Dir(name))
	if name == "" || filepath.Base(dir) != ".mdck" || kind != "backups" && kind != "archive" {
		return t, "", false
	}
	kept = path.Join(".mdck", kind, filepath.Base(name))
	entries, err := os.ReadDir(filepath.Dir(dir))
	if err != nil {
		return t, "", false
	}
	for _, e := range entries {
		if !workspace.IsMarkdown(e.Name()) {
			continue
		}
		t, ok = c.ownMeant(filepath.Join(filepath.Dir(dir), e.Name()))
		if ok && ownHas(&t, kept) {
			return t, kept, true
		}
	}
	return t, "", false
}

// ownHas reports whether the text at a path of the store is of t.
func ownHas(t *workspace.Target, kept string) bool {
	k := &keeper{target: t}
	archive, _ := ownArchive(k)
	backups, _ := k.store().Backups(k.files()[0])
	return slices.ContainsFunc(archive, func(a safefile.Kept) bool { return a.Path == kept }) ||
		slices.ContainsFunc(backups, func(b safefile.Backup) bool { return b.Path == kept })
}

// ownPrefix is what the names of archived sections of t begin with.
func ownPrefix(t *workspace.Target) string { return format.ArchivePrefix(t.Main) }

// ownArchive are the archived sections of the file of k.
func ownArchive(k *keeper) ([]safefile.Kept, error) {
	all, err := k.store().Archive()
	return slices.DeleteFunc(all, func(a safefile.Kept) bool { return !strings.HasPrefix(a.Name, ownPrefix(k.target)) }), err
}

// titleOf is the first heading of text; "" without one.
func titleOf(text string) string {
	d, err := mdcheckpoint.Parse("", text)
	if err != nil || len(d.Sections) == 0 {
		return ""
	}
	return d.Sections[0].Title
}

// fromArchive reports whether an archived text was chosen.
func (k *keeper) fromArchive() bool {
	return k.archive != nil || path.Base(path.Dir(k.named)) == "archive"
}

// ownArchived puts an archived section of a file of a format back.
func (c *restoreCommand) ownArchived(std Streams, from *keeper) error {
	settings, err := c.of(from.target)
	if err != nil {
		return err
	}
	own := settings.FormatNamed(from.target.Format)
	if own == nil {
		return fmt.Errorf("no format %q in the configuration for %s", from.target.Format, from.target.Shown(from.target.Main))
	}
	w := &ownWriter{std: std, name: "restore", target: *from.target, settings: settings, format: own, now: c.now(), diff: c.Diff, force: c.Force}
	w.build = func(r *format.Reading) (*format.Change, error) {
		taken, err := from.pick()
		if err != nil {
			return nil, err
		}
		return r.Restore(taken.text, c.Force)
	}
	return w.write()
}
