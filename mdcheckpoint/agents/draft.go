package agents

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A Draft collects the changes that one edit makes to the files of an epic. If anything fails,
// nothing is written. Names are slash paths relative to the epic. Before a checkpoint is
// replaced, it is copied to the protocol's backup folder, or to the archive if it cannot be read.
type Draft struct {
	read    *protocol.Reader
	names   []string // in the folder of checkpoints
	backups []string // in that of backups
	change  protocol.Change
	err     error // what failed first

	transition string // that is made, for the ledger; "" for none
	forced     bool   // although the protocol does not allow it
}

// Edit returns the edit that build makes with a Draft.
func Edit(build func(*Draft)) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		d := &Draft{read: read}
		var err error
		d.names, d.err = readNames(read.Tree, CheckpointDir)
		d.backups, err = readNames(read.Tree, BackupDir)
		if !d.fail(err) {
			build(d)
		}
		if d.err != nil {
			return nil, d.err
		}
		d.record()
		return &d.change, nil
	}
}

// fail records err unless it is nil, and reports whether anything has failed.
func (d *Draft) fail(err error) bool {
	d.err = cmp.Or(d.err, err)
	return d.err != nil
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

// allow fails with a [*protocol.Refused] if the state of an agent forbids a transition, unless
// force is set.
func (d *Draft) allow(c *Checkpoint, transition string, force bool) {
	d.transition = transition
	d.unless(force, c.refusal(transition))
}

// unless fails with err, unless it is forced.
func (d *Draft) unless(force bool, err error) {
	if err != nil && force {
		d.forced, err = true, nil
	}
	d.fail(err)
}

// readNames returns the names in a folder of the tree; a missing one has none.
func readNames(tree fs.FS, dir string) ([]string, error) {
	if tree == nil {
		return nil, fs.ErrInvalid
	}
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
	if d.fail(change.Err) || exists && before == change.Text {
		return
	}
	f := protocol.File{
		Name:   name,
		Before: before,
		After:  change.Text,
		Exists: exists,
	}
	if len(change.Did) > 0 {
		f.Did = []string{strings.Join(change.Did, ", ")}
	}
	d.change.Files = append(d.change.Files, f)
	d.enter(name, change.Text)
}

// edit changes the file called name by what is made of its text.
func (d *Draft) edit(name string, make func(text string) *Change) {
	text, exists, err := d.text(name)
	if !d.fail(err) {
		d.put(name, text, exists, make(text))
	}
}

// putCheckpoint is put for a checkpoint: what exists is backed up, or kept aside
// if it cannot be read.
func (d *Draft) putCheckpoint(c *current, change *Change) {
	switch {
	case !c.exists:
	case c.text == change.Text:
		d.dropSurplus(c.name) // of a process that ended too early
	default:
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
	backup := backupName(c.name, d.read.Now, d.backups)
	d.backups = append(d.backups, backup)
	d.dropSurplus(c.name)
	d.copy(path.Join(BackupDir, backup), c, true)
}

// dropSurplus removes the backups of the checkpoint called name that are too many.
func (d *Draft) dropSurplus(name string) {
	for _, backup := range surplus(name, d.backups) {
		d.change.Surplus = append(d.change.Surplus, path.Join(BackupDir, backup))
	}
}

// copy makes a copy of the file of c.
func (d *Draft) copy(name string, c *current, backup bool, did ...string) {
	d.change.Files = append(d.change.Files, protocol.File{
		Name:   name,
		After:  c.text,
		Like:   c.path(),
		Backup: backup,
		Did:    did,
	})
}

// archive gives the file of c another name in its folder. Unless something is put in
// its place, it is gone.
func (d *Draft) archive(c *current, name string, replaced bool) {
	archive := path.Join(CheckpointDir, name)
	if replaced {
		d.copy(archive, c, false, "has the old content of "+c.name)
		return
	}
	d.copy(archive, c, false)
	d.change.Kept = append(d.change.Kept, c.path())
	d.change.Files = append(d.change.Files, protocol.File{
		Name:   c.path(),
		Before: c.text,
		Exists: true,
		Gone:   true,
		Did:    []string{"archived as " + name},
	})
	d.enter(c.path(), "")
}

// enter adds the line of the ledger about a file.
func (d *Draft) enter(name, text string) {
	d.change.Ledger = append(d.change.Ledger, claim.Entry{Path: name, Content: claim.ContentHash(text)})
}

// A current is a checkpoint as it is on disk.
type current struct {
	name   string // of the file
	text   string
	exists bool
	c      *Checkpoint // nil if it does not exist or cannot be read
	err    error       // why it cannot be read
}

func (c *current) path() string { return path.Join(CheckpointDir, c.name) }

// corrupt reports whether no program of the protocol could read the file as a checkpoint: it is
// not JSON, or not an object. What jsondoc refuses beyond that, such as a key that occurs twice,
// is for its owner to fix.
func (c *current) corrupt() bool {
	return errors.Is(c.err, jsondoc.ErrSyntax) || errors.Is(c.err, ErrNotObject)
}

// load reads the checkpoint called name by read, which is text or, if the file is to be kept
// however large it is, read.Text. It fails if the file cannot be read; that it cannot be read as a
// checkpoint is in the result.
func (d *Draft) load(name string, read func(string) (string, bool, error)) *current {
	c := &current{name: name}
	var err error
	c.text, c.exists, err = read(c.path())
	if !d.fail(err) && c.exists {
		c.c, c.err = Parse(c.path(), c.text)
	}
	return c
}

// loadSound is load of a checkpoint that has to exist and to be readable.
func (d *Draft) loadSound(name string) *current {
	c := d.load(name, d.text)
	d.mustExist(c)
	d.fail(c.err)
	return c
}

// loadToArchive is load of a checkpoint that has to exist. A symbolic link to another one of the
// folder is refused: what would go is the file of that agent.
func (d *Draft) loadToArchive(name string) *current {
	c := d.load(name, d.read.Text)
	if d.mustExist(c); d.err != nil {
		return c
	}
	real, err := d.read.Resolve(CheckpointDir)
	d.fail(err)
	to, err := d.read.Resolve(c.path())
	if err == nil && path.Dir(to) == real && path.Base(to) != name {
		err = protocol.Refusal("remove the link, or name the agent of that file", "refused, nothing was written: %s is a symbolic link, and its target %s would be removed", name, path.Base(to))
	}
	d.fail(err)
	return c
}

// mustExist fails if there is no checkpoint, and suggests another agent that may be meant.
func (d *Draft) mustExist(c *current) {
	if c.exists || d.err != nil {
		return
	}
	hint := "mdck agents list lists the agents, mdck agents create creates a checkpoint"
	if folder, err := ReadEpic(d.read.Tree); err == nil {
		if near := folder.near(foldID(stem(c.name))); len(near) > 0 {
			hint = "did you mean " + strings.Join(near, " or ") + "?"
		}
	}
	d.fail(protocol.BadRequest(hint, "there is no checkpoint %s", c.name))
}
