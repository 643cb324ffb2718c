package agents

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A Draft collects the changes of one edit. If one step fails, nothing is written.
type Draft struct {
	read   *protocol.Reader
	names  []string
	change protocol.Change
	err    error // the first error, or nil

	transition string // transition to record in the ledger, or ""
	forced     bool   // the user forced a transition that was refused
}

// Edit returns an edit that collects the changes of build.
func Edit(build func(*Draft)) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		d := &Draft{read: read}
		if d.names, d.err = readNames(read.Tree, CheckpointDir); d.err == nil {
			build(d)
		}
		if d.err != nil {
			return nil, d.err
		}
		d.record()
		return &d.change, nil
	}
}

func (d *Draft) fail(err error) bool {
	d.err = cmp.Or(d.err, err)
	return d.err != nil
}

func (d *Draft) record() {
	if d.forced && len(d.change.Ledger) == 0 && len(d.change.Files) > 0 {
		d.change.Ledger = append(d.change.Ledger, d.change.Files[0].Record())
	}
	for i := range d.change.Ledger {
		d.change.Ledger[i].Event, d.change.Ledger[i].Forced = d.transition, d.forced
	}
}

func (d *Draft) allow(c *Checkpoint, transition string, force bool) {
	d.transition = transition
	d.failUnlessForced(force, c.refusal(transition))
}

func (d *Draft) failUnlessForced(force bool, err error) {
	if err != nil && force {
		d.forced, err = true, nil
	}
	d.fail(err)
}

// readNames returns no names if the folder does not exist.
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

// text returns the text of a file. The error for a file that is too large wraps
// [source.ErrTooLarge].
func (d *Draft) text(name string) (text string, ok bool, err error) {
	if err := source.CheckSize(d.read.Tree, name); err != nil {
		return "", true, err
	}
	return d.read.Text(name)
}

func (d *Draft) note(format string, args ...any) {
	d.change.Notes = append(d.change.Notes, fmt.Sprintf(format, args...))
}

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
	d.change.AddFile(f)
}

func (d *Draft) edit(name string, makeChange func(text string) *Change) {
	text, exists, err := d.text(name)
	if !d.fail(err) {
		d.put(name, text, exists, makeChange(text))
	}
}

func (d *Draft) putCheckpoint(c *current, change *Change) {
	d.put(c.path(), c.text, c.exists, change)
}

// archive copies the file of c to name, and removes it unless it is replaced.
func (d *Draft) archive(c *current, name string, replaced bool) {
	archive := protocol.File{Name: path.Join(CheckpointDir, name), After: c.text, Like: c.path()}
	if replaced {
		archive.Did = []string{"has the old content of " + c.name}
		d.change.Files = append(d.change.Files, archive)
		return
	}
	d.change.Files = append(d.change.Files, archive)
	d.change.NoBackup = append(d.change.NoBackup, c.path())
	d.change.AddFile(protocol.File{
		Name:   c.path(),
		Before: c.text,
		Exists: true,
		Gone:   true,
		Did:    []string{"archived as " + name},
	})
}

// A current is the file of a checkpoint before the edit.
type current struct {
	name   string // file name
	text   string
	exists bool
	c      *Checkpoint // nil for a missing or unreadable file
	err    error       // why the file cannot be read
}

func (c *current) path() string { return path.Join(CheckpointDir, c.name) }

func (c *current) corrupt() bool {
	return errors.Is(c.err, jsondoc.ErrSyntax) || errors.Is(c.err, jsondoc.ErrNotObject)
}

func (d *Draft) load(name string, read func(string) (string, bool, error)) *current {
	c := &current{name: name}
	var err error
	c.text, c.exists, err = read(c.path())
	if !d.fail(err) && c.exists {
		c.c, c.err = Parse(c.path(), c.text)
	}
	return c
}

func (d *Draft) loadReadable(name string) *current {
	c := d.load(name, d.text)
	d.mustExist(c)
	d.fail(c.err)
	return c
}

// loadToArchive loads a file, which must exist and not be a link to another file in the folder.
func (d *Draft) loadToArchive(name string) *current {
	c := d.load(name, d.read.Text)
	if d.mustExist(c); d.err != nil {
		return c
	}
	real, err := d.read.Resolve(CheckpointDir)
	d.fail(err)
	to, err := d.read.Resolve(c.path())
	if err == nil && path.Dir(to) == real && path.Base(to) != name {
		err = protocol.Refusal("remove the link, or name the agent by the id in "+path.Base(to), "nothing was written, because %s is a symbolic link and the command would remove its target %s", name, path.Base(to))
	}
	d.fail(err)
	return c
}

func (d *Draft) mustExist(c *current) {
	if c.exists || d.err != nil {
		return
	}
	hint := "to list the agents: mdck agents list; to create a checkpoint: mdck agents create AGENT"
	if folder, err := ReadEpic(d.read.Tree); err == nil {
		if near := folder.near(foldID(stem(c.name))); len(near) > 0 {
			hint = "did you mean " + strings.Join(near, " or ") + "?"
		}
	}
	d.fail(protocol.BadRequest(hint, "there is no checkpoint %s", c.name))
}
