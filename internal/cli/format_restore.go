package cli

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// formatTarget is the file of a format that name means to restore, whether or not it is
// there.
func (c *restoreCommand) formatTarget(name string) (workspace.Target, bool) {
	if name == "" || isDir(name) {
		return workspace.Target{}, false
	}
	t, ok, err := c.finder().Unsaved(name)
	return t, err == nil && ok && t.Protocol == workspace.Format && isDir(t.Dir())
}

// formatBackupTarget is the file of a format to which name, a file in .mdck/backups or
// .mdck/archive, belongs, whether or not it is there, and the path of that file in the
// store.
func (c *restoreCommand) formatBackupTarget(name string) (t workspace.Target, kept string, ok bool) {
	dir, kept, ok := splitBackupPath(name)
	if !ok {
		return t, "", false
	}
	for _, file := range backupOriginals(dir, kept) {
		if c.As == "" {
			t, ok = c.formatTarget(filepath.Join(dir, file))
		} else {
			var err error
			t, err = c.formatTargetAs(filepath.Join(dir, file), c.As)
			ok = err == nil
		}
		if ok && formatHasKept(&t, kept) {
			return t, kept, true
		}
	}
	return t, "", false
}

// keptStrange is why name, a backup or an archived text, cannot be taken back: by its name
// it is of a file that no protocol and no format takes. It is nil for any other.
func (c *restoreCommand) keptStrange(name string) error {
	dir, kept, ok := splitBackupPath(name)
	names := originalNames(kept)
	switch {
	case !ok:
		return nil
	case c.As != "" || len(names) > 0 && c.isFormatFile(filepath.Join(dir, names[0])): // or it would have been found
		return fmt.Errorf("%s is no backup and no archived text of a file of %s", report.Name(filepath.ToSlash(name)), report.Name(filepath.ToSlash(dir)))
	case len(names) == 0:
		return nil
	}
	file := filepath.Join(dir, names[0])
	if _, known, err := c.finder().Unsaved(file); err != nil || known || !exists(name) {
		return nil
	}
	err := fmt.Errorf("%s was kept of %s, which is not a checkpoint of any known protocol or format", report.Name(filepath.ToSlash(name)), report.Name(filepath.ToSlash(file)))
	if as := asHint(onlyFormats(), formatNames(c.formatsAt(file))); as != "" {
		return hinted(err, as)
	}
	return err
}

// isFormatFile reports whether the file at a path is of a format, whether or not it is there.
func (c *restoreCommand) isFormatFile(name string) bool {
	_, ok := c.formatTarget(name)
	return ok
}

// formatHasKept reports whether the text at a path of the store is of t.
func formatHasKept(t *workspace.Target, kept string) bool {
	k := &restoreSource{target: t}
	archive, _ := formatArchive(k)
	backups, _ := k.store().Backups(k.files()[0])
	refused, _ := k.store().Refused(k.files()[0])
	return slices.ContainsFunc(archive, func(a safefile.Kept) bool { return a.Path == kept }) ||
		slices.ContainsFunc(append(backups, refused...), func(b safefile.Backup) bool { return b.Path == kept })
}

// formatArchive are the archived texts of the file of k.
func formatArchive(k *restoreSource) ([]safefile.Kept, error) {
	all, err := k.store().Archive()
	return slices.DeleteFunc(all, func(a safefile.Kept) bool { return !custom.IsArchiveOf(a.Name, k.target.Main) }), err
}

// sectionTitles says which sections an archived text holds, for people.
func sectionTitles(text string) string {
	all, err := custom.Sections(text)
	switch {
	case err != nil || len(all) == 0:
		return ""
	case len(all) == 1:
		return all[0].Title
	}
	return fmt.Sprintf("%d sections, %s to %s", len(all), all[0].Title, all[len(all)-1].Title)
}

// archivedSection is the archived section that which means by its title, in one of the texts
// that hold several; before a slash stands the text, where more than one has it. It is
// nil without one.
func (k *restoreSource) archivedSection(which string) (*restoreText, error) {
	all, err := k.rounds()
	if err != nil {
		return nil, err
	}
	text, title, several := strings.Cut(which, "/")
	if !several {
		title = which
	}
	var found []*restoreText
	for _, kept := range all {
		if several && !k.matches(text, kept) {
			continue
		}
		t, err := k.sectionIn(kept, title)
		if err != nil {
			return nil, err
		}
		if t != nil {
			found = append(found, t)
		}
	}
	if len(found) > 1 {
		var lines []string
		for _, t := range found {
			lines = append(lines, t.name)
		}
		return nil, hinted(fmt.Errorf("%d archived texts hold %q, want one: --archive NUMBER/SECTION", len(found), title), lines...)
	}
	return slices.Concat(found, []*restoreText{nil})[0], nil
}

// sectionIn is the section called title of an archived text; nil without one.
func (k *restoreSource) sectionIn(kept safefile.Kept, title string) (*restoreText, error) {
	text, err := k.store().Text(kept.Path)
	if err != nil {
		return nil, err
	}
	sections, err := custom.Sections(text)
	if err != nil {
		return nil, err
	}
	for _, s := range sections {
		if slug := schema.Slug(s.Title); slug != "" && slug == schema.Slug(title) {
			return &restoreText{name: path.Base(kept.Path) + "/" + slug, text: s.Text}, nil
		}
	}
	return nil, nil
}

// fromArchive reports whether an archived text was chosen.
func (k *restoreSource) fromArchive() bool {
	return k.archive != nil || path.Base(path.Dir(k.named)) == "archive"
}

// restoreSection puts an archived section of a file of a format back.
func (c *restoreCommand) restoreSection(std Streams, from *restoreSource) error {
	settings, err := c.settingsFor(from.target)
	if err != nil {
		return err
	}
	w := &writer{std: std, name: "restore", target: *from.target, settings: settings, clock: c.clock, diff: c.Diff, force: c.Force, refills: true}
	return w.write(func(read *protocol.Reader) (*protocol.Change, error) {
		if _, err := read.Snapshot(); err != nil { // what cannot be replaced comes before what is wrong with the choice
			return nil, err
		}
		taken, err := from.pick()
		if err != nil {
			return nil, err
		}
		return from.target.Row().PutBack(protocol.Kept{Name: taken.name, Text: taken.text, Force: c.Force})(read)
	})
}
