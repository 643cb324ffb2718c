package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/source"
)

// errNoRounds refuses the archive where there is no RFC.
func errNoRounds(t *workspace.Target) error {
	if t.Protocol == workspace.Loop {
		return hinted(errors.New("a track has no rounds: --archive is for the checkpoint of an RFC"), "mdck restore "+quote(t.Shown(t.Main))+" lists the backups of the track")
	}
	if t.Protocol == workspace.Plan {
		return hinted(errors.New("plans have no rounds: --archive is for the checkpoint of an RFC"), "mdck restore FILE lists the backups of a file of plans")
	}
	return hinted(errors.New("a session has no rounds: --archive is for the checkpoint of an RFC"),
		"mdck restore ccc lists the backups of a session; copies that mdck prune --archives moved are plain files in .mdck/archive")
}

// plain takes back a file of a session or a track, byte by byte: it has no version, and
// no other file has to be in step.
func (c *restoreCommand) plain(std Streams, from *restoreSource) error {
	if err := recoverWrite(from.target, std.Err); err != nil {
		return err
	}
	if c.Diff {
		return c.plainDiff(std, from)
	}
	var picked *restoreText
	place := std.store(from.target, "restore")
	place.Refills = true
	result, err := place.Update(func(old safefile.Old) (safefile.Change, error) {
		var err error
		if picked, err = c.sound(from); err != nil {
			return safefile.Change{}, err
		}
		if _, _, err := old(picked.file); err != nil {
			return safefile.Change{}, err
		}
		return safefile.Change{
			Files:  []safefile.File{{Name: picked.file, New: picked.text}},
			Ledger: []safefile.Entry{{Path: picked.file, Content: ohrfc.ContentHash(picked.text), Command: "restore", Time: c.now()}},
		}, nil
	})
	if err != nil {
		return withConflictHint(from.target, err)
	}
	std.printFound(report.Name(from.target.Shown(from.target.Main)), result.Found)
	said := "restored " + picked.name
	if len(result.Changed) == 0 {
		said = "nothing written: it is what " + picked.name + " has"
	}
	if _, err = fmt.Fprintf(std.Out, "%s: %s\n", report.Name(from.displayPath(picked.file)), report.OneLine(said)); err != nil {
		return err
	}
	return c.found(std, from.target)
}

// found prints what lint says of a file of a format, as it may be over a budget again.
func (c *restoreCommand) found(std Streams, t *workspace.Target) error {
	if t.Protocol != workspace.Format {
		return nil
	}
	settings, err := c.settingsFor(t)
	if err != nil {
		return err
	}
	found, err := lint.Run(settings.input(tree.Dir(t.Root), t))
	if err != nil {
		return err
	}
	return report.Text(std.Out, []report.File{{Shown: t.Shown, Path: t.Main, Diagnostics: found}})
}

// sound is the text that was chosen, if it can be read as what it is to be.
func (c *restoreCommand) sound(from *restoreSource) (*restoreText, error) {
	picked, err := from.pick()
	if err != nil {
		return nil, err
	}
	if err := picked.intact(c.Force); err != nil {
		return nil, err
	}
	if err := from.parses(picked.file, picked.name, picked.text); err != nil {
		return nil, hinted(err, "--print prints it as it is")
	}
	return picked, nil
}

// plainDiff prints what [restoreCommand.plain] would write.
func (c *restoreCommand) plainDiff(std Streams, from *restoreSource) error {
	picked, err := c.sound(from)
	if err != nil {
		return err
	}
	now, err := fs.ReadFile(tree.Dir(from.target.Dir()), picked.file)
	if ignoreError(err, fs.ErrNotExist) != nil {
		return withDisplayPath(from.target, err)
	}
	return report.Diff(std.Out, from.target.InDiff(from.inTree(picked.file)), string(now), picked.text, err == nil)
}

// describePlain adds to out what the text of a backup of a session or a track tells.
func (k *restoreSource) describePlain(out *jsonBackup, text string) {
	out.Lines = source.NewFile(out.File, text).Lines()
	if err := k.parses(out.File, out.File, text); err != nil {
		out.Problem = cause(err)
	}
}

// parses reports what keeps a text from being the file of that name in the store;
// errors call it name.
func (k *restoreSource) parses(file, name, text string) (err error) {
	switch {
	case k.target.Protocol == workspace.Ohrfc && file == ohrfc.StateFile:
		_, err = ohrfc.ParseState(name, text)
	case k.target.Protocol == workspace.Ohrfc:
		_, err = ohrfc.ParseCheckpoint(name, text)
	case k.target.Protocol == workspace.Loop:
		_, err = loop.Parse(name, text)
	case k.target.Protocol == workspace.Format:
		_, err = mdcheckpoint.Parse(name, text)
	case k.target.Protocol == workspace.Plan:
		err = parsesAsPlan(file, name, text)
	case file == k.target.State:
		_, err = ccc.ParseState(name, text)
	default:
		_, err = ccc.ParseProgress(name, text)
	}
	return err
}

// inTree is the path in the tree of a file in the store.
func (k *restoreSource) inTree(file string) string {
	if k.rooted() {
		return file
	}
	return path.Join(path.Dir(k.target.Main), file)
}

// restoredTrack is the track that name means to restore, whether or not its metadata is
// there: its file, its directory, or for "" that which the current directory lies in.
func restoredTrack(name string) (t workspace.Target, ok bool, err error) {
	if name == "" {
		cwd, err := os.Getwd()
		if err != nil {
			return t, false, err
		}
		t, ok = enclosingTrack(cwd)
		return t, ok, nil
	}
	if isID(name) {
		if cwd, err := os.Getwd(); err == nil { // of one that has lost its metadata, too
			dir := filepath.Join(workspace.Start(cwd), loop.TracksDir, name)
			name = workspace.Relative(cwd, dir, nil)
		}
	}
	if isDir(name) {
		name = filepath.Join(name, loop.MetadataFile)
	}
	t, known, err := workspace.Unsaved(name)
	return t, known && t.Protocol == workspace.Loop && isDir(t.Dir()), err
}

// restoredSession is the session that name means to restore, whether or not a file of
// it is there: that which mdck ccc works on, or that of a path.
func restoredSession(name string) (t workspace.Target, ok bool, err error) {
	if name == workspace.CCC && isID(name) {
		cwd, err := os.Getwd()
		if err != nil {
			return t, false, err
		}
		t, err = workspace.Current(workspace.CCC, cwd)
		return t, err == nil, err
	}
	t, known, err := workspace.Unsaved(name)
	return t, name != "" && known && t.Protocol == workspace.CCC && isDir(t.Root), err
}

// lostSession is the session that mdck ccc would work on, if it has no file left,
// but backups.
func lostSession() (t workspace.Target, ok bool) {
	cwd, err := os.Getwd()
	if err != nil {
		return t, false
	}
	if t, err = workspace.Current(workspace.CCC, cwd); err != nil {
		return t, false
	}
	for _, name := range t.Files() {
		if all, err := store(&t, "").Backups(name); exists(t.File(name)) || err == nil && len(all) > 0 {
			return t, true
		}
	}
	return t, false
}
