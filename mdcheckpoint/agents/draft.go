package agents

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A Draft collects what one edit changes in the files of an epic. Names are slash paths
// relative to it. Before a checkpoint is replaced, it is copied to the folder where the
// protocol keeps backups; one that cannot be read goes to the archive instead.
type Draft struct {
	read    *protocol.Reader
	names   []string // in the folder of checkpoints
	backups []string // in that of backups
	change  protocol.Change

	transition string // that is made, for the ledger; "" for none
	forced     bool   // although the protocol does not allow it
}

// Edit returns the edit that build makes of a Draft. An error of build is returned
// unchanged.
func Edit(build func(*Draft) error) func(read *protocol.Reader) (*protocol.Change, error) {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		d := &Draft{read: read}
		var err error
		if d.names, err = readNames(read.Tree, CheckpointDir); err != nil {
			return nil, err
		}
		if d.backups, err = readNames(read.Tree, BackupDir); err != nil {
			return nil, err
		}
		if err := build(d); err != nil {
			return nil, err
		}
		d.record()
		return &d.change, nil
	}
}

// record completes the lines of the ledger with the transition. One that was forced has a line
// even if it changes no checkpoint.
func (d *Draft) record() {
	if d.forced && len(d.change.Ledger) == 0 && len(d.change.Files) > 0 {
		d.enter(d.change.Files[0].Name, d.change.Files[0].After)
	}
	for i := range d.change.Ledger {
		d.change.Ledger[i].Event, d.change.Ledger[i].Forced = d.transition, d.forced
	}
}

// allow returns a [*protocol.Refused] if the state of an agent forbids a transition, unless
// force is set.
func (d *Draft) allow(c *Checkpoint, transition string, force bool) error {
	d.transition = transition
	err := c.refusal(transition)
	if err != nil && force {
		d.forced, err = true, nil
	}
	return err
}

// readNames returns the names in a folder of the tree; a missing one has none.
func readNames(tree fs.FS, dir string) ([]string, error) {
	entries, err := fs.ReadDir(tree, dir)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names, notMissing(err)
}

// text returns the text of a file; ok is false if it does not exist. A file that is too
// large to be parsed is not read: the error wraps [source.ErrTooLarge].
func (d *Draft) text(name string) (text string, ok bool, err error) {
	if err := source.CheckSize(d.read.Tree, name); err != nil {
		return "", true, err
	}
	return d.read.Text(name)
}

func (d *Draft) note(format string, args ...any) {
	d.change.Notes = append(d.change.Notes, fmt.Sprintf(format, args...))
}

// put makes the change of a file that has, or had, that text. A change that makes no
// difference writes nothing.
func (d *Draft) put(name, before string, exists bool, change *Change) {
	d.change.Notes = append(d.change.Notes, change.Notes...)
	if exists && before == change.Text {
		return
	}
	f := protocol.File{Name: name, Before: before, After: change.Text, Exists: exists}
	if len(change.Did) > 0 {
		f.Did = []string{strings.Join(change.Did, ", ")}
	}
	d.write(f)
	d.enter(name, change.Text)
}

func (d *Draft) write(f protocol.File) {
	d.change.Files = append(d.change.Files, f)
}

// putCheckpoint is put for a checkpoint: what is there is backed up, or kept aside
// if it cannot be read.
func (d *Draft) putCheckpoint(c *current, change *Change) {
	if c.exists && c.text == change.Text {
		d.dropSurplus(c.name) // of a process that ended too early
		d.change.Notes = append(d.change.Notes, change.Notes...)
		return
	}
	if c.exists {
		d.keep(c)
	}
	d.put(c.path(), c.text, c.exists, change)
}

// keep keeps what the file of c holds, where the protocol has its backups and only
// there.
func (d *Draft) keep(c *current) {
	d.change.Kept = append(d.change.Kept, c.path())
	if c.err != nil {
		d.change.Archive = append(d.change.Archive, protocol.Text{Name: c.name, Text: c.text})
		return
	}
	backup := BackupName(c.name, d.read.Now, d.backups)
	d.backups = append(d.backups, backup)
	d.dropSurplus(c.name)
	d.copy(path.Join(BackupDir, backup), c, "", true)
}

// dropSurplus removes the backups of the checkpoint called name that are too many.
func (d *Draft) dropSurplus(name string) {
	for _, backup := range Surplus(name, d.backups) {
		d.change.Surplus = append(d.change.Surplus, path.Join(BackupDir, backup))
	}
}

// copy makes a copy of the file of c.
func (d *Draft) copy(name string, c *current, did string, backup bool) {
	f := protocol.File{Name: name, After: c.text, Like: c.path(), Backup: backup}
	if did != "" {
		f.Did = []string{did}
	}
	d.write(f)
}

// archive gives the file of c another name in its folder. Unless something is put in
// its place, it is gone.
func (d *Draft) archive(c *current, name string, replaced bool) {
	archive := path.Join(CheckpointDir, name)
	if replaced {
		d.copy(archive, c, "holds what "+c.name+" was", false)
		return
	}
	d.copy(archive, c, "", false)
	d.change.Kept = append(d.change.Kept, c.path())
	d.change.Files = append(d.change.Files, protocol.File{Name: c.path(), Before: c.text, Exists: true, Gone: true, Did: []string{"archived as " + name}})
	d.enter(c.path(), "")
}

// enter adds the line of the ledger about a file.
func (d *Draft) enter(name, text string) {
	d.change.Ledger = append(d.change.Ledger, claim.Entry{Path: name, Content: claim.ContentHash(text)})
}
