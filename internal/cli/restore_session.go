package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/source"
)

// errNoRounds refuses the archive where there is a session.
func errNoRounds() error {
	return hinted(errors.New("a session has no rounds: --archive is for the checkpoint of an RFC"),
		"mdck restore ccc lists the backups of a session; copies that mdck prune --archives moved are plain files in .mdck/archive")
}

// session takes back a file of a session, byte by byte: it has no version, and no
// other file has to be in step.
func (c *restoreCommand) session(std Streams, from *keeper) error {
	if err := recoverWrite(from.target, std.Err); err != nil {
		return err
	}
	if c.Diff {
		return c.sessionDiff(std, from)
	}
	var picked *taken
	result, err := from.store().Update(func(old safefile.Old) (safefile.Change, error) {
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
		return changedMeanwhile(from.target, err)
	}
	said := "restored " + picked.name
	if len(result.Changed) == 0 {
		said = "nothing written: it is what " + picked.name + " has"
	}
	_, err = fmt.Fprintf(std.Out, "%s: %s\n", report.Name(from.shown(picked.file)), report.OneLine(said))
	return err
}

// sound is the text that was chosen, if it can be read as what it is to be.
func (c *restoreCommand) sound(from *keeper) (*taken, error) {
	picked, err := from.pick()
	if err != nil {
		return nil, err
	}
	if err := picked.intact(c.Force); err != nil {
		return nil, err
	}
	if picked.file == from.target.State {
		_, err = ccc.ParseState(picked.name, picked.text)
	} else {
		_, err = ccc.ParseProgress(picked.name, picked.text)
	}
	if err != nil {
		return nil, hinted(err, "--print prints it as it is")
	}
	return picked, nil
}

// sessionDiff prints what [restoreCommand.session] would write.
func (c *restoreCommand) sessionDiff(std Streams, from *keeper) error {
	picked, err := c.sound(from)
	if err != nil {
		return err
	}
	now, err := fs.ReadFile(tree.Dir(from.target.Root), picked.file)
	if unless(err, fs.ErrNotExist) != nil {
		return asShown(from.target, err)
	}
	return report.Diff(std.Out, from.target.InDiff(picked.file), string(now), picked.text, err == nil)
}

// describeSession adds to out what the text of a backup of a session tells.
func (k *keeper) describeSession(out *jsonBackup, text string) {
	out.Lines = source.NewFile(out.File, text).Lines()
	var err error
	if out.File == k.target.State {
		_, err = ccc.ParseState(out.File, text)
	} else {
		_, err = ccc.ParseProgress(out.File, text)
	}
	if err != nil {
		out.Problem = cause(err)
	}
}

// sessionMeant is the session that name means to restore, whether or not a file of
// it is there: that which mdck ccc works on, or that of a path.
func sessionMeant(name string) (t workspace.Target, ok bool, err error) {
	if name == workspace.CCC && isID(name) {
		cwd, err := os.Getwd()
		if err != nil {
			return t, false, err
		}
		t, err = workspace.Session(cwd)
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
	if t, err = workspace.Session(cwd); err != nil {
		return t, false
	}
	for _, name := range t.Files() {
		if all, err := store(&t, "").Backups(name); exists(t.File(name)) || err == nil && len(all) > 0 {
			return t, true
		}
	}
	return t, false
}
