package agents

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

// A current is a checkpoint as it is on disk.
type current struct {
	name   string // of the file
	text   string
	exists bool
	c      *Checkpoint // nil if it is not there or cannot be read
	err    error       // why it cannot be read
}

func (c *current) path() string { return path.Join(CheckpointDir, c.name) }

// id is the id of the agent, which makes a name of a file.
func (c *current) id() string {
	if _, err := FileName(c.c.Shown()); err == nil {
		return c.c.Shown()
	}
	return AskedID(c.name)
}

// missing returns the error that there is no checkpoint called name, with a question if another
// agent may be meant.
func (d *Draft) missing(name string) error {
	hint := "mdck agents list lists the agents, mdck agents create makes the checkpoint of a new one"
	if folder, err := ReadEpic(d.read.Tree); err == nil {
		if near := folder.Near(FoldID(stem(name))); len(near) > 0 {
			hint = "did you mean " + strings.Join(near, " or ") + "?"
		}
	}
	return protocol.BadRequest(hint, "there is no checkpoint %s", name)
}

// ErrNoBackup is wrapped by the error of a checkpoint that cannot be restored.
var ErrNoBackup = errors.New("no backup that can be read")

// noBackup returns the error that no backup can take the place of c: that which was asked for, or
// the newest if asked is "".
func (d *Draft) noBackup(c *current, asked string) error {
	all := Backups(c.name, d.backups)
	hint := "--backup takes one of " + strings.Join(all, ", ")
	if len(all) == 0 {
		hint = "mdck agents abort archives a checkpoint that nothing can be made of"
	}
	reason := fmt.Sprintf("%v: %s has %d", ErrNoBackup, c.name, len(all))
	if asked != "" {
		reason = fmt.Sprintf("%v: %q, of %d of %s", ErrNoBackup, asked, len(all), c.name)
	} else if c.c != nil {
		reason += ", none older than it"
	}
	return &protocol.RequestError{Reason: reason, Hint: hint, Err: ErrNoBackup}
}

// load reads the checkpoint called name by read, which is text or, if the file is to be kept
// however large it is, read.Text. What cannot be read as a file is an error, what cannot be read
// as a checkpoint is in the result.
func (d *Draft) load(name string, read func(string) (string, bool, error)) (*current, error) {
	c := &current{name: name}
	var err error
	if c.text, c.exists, err = read(c.path()); err != nil || !c.exists {
		return c, err
	}
	c.c, c.err = Parse(c.path(), c.text)
	return c, nil
}

// loadSound reads a checkpoint that has to exist and to be readable.
func (d *Draft) loadSound(name string) (*current, error) {
	c, err := d.load(name, d.text)
	switch {
	case err != nil:
		return nil, err
	case !c.exists:
		return nil, d.missing(name)
	case c.err != nil:
		return nil, c.err
	}
	return c, nil
}

// Corrupt reports whether no program of the protocol could read text as a
// checkpoint: it is not JSON, or not an object. What jsondoc refuses beyond that,
// such as a key that occurs twice, is for its owner to fix.
func Corrupt(text string) bool {
	text = strings.TrimPrefix(text, "\ufeff")
	return !json.Valid([]byte(text)) || !strings.HasPrefix(strings.TrimSpace(text), "{")
}

// newestCopy returns the newest backup of the checkpoint called name, which cannot be read, and its
// path; nil without one. A backup in .mdck may be what another program saved at the moment of a
// write.
func (d *Draft) newestCopy(name string) (newest *Checkpoint, file string) {
	newest, file = newestBackup(d.read.Tree, ".", name, nil)
	file = path.Join(BackupDir, file)
	for _, kept := range d.read.Backups(path.Join(CheckpointDir, name)) {
		c, err := Parse(path.Join(CheckpointDir, name), kept.Text)
		if err == nil && c.ID() != "" && c.Agent() == FoldID(stem(name)) && (newest == nil || isBefore(newest, c)) {
			newest, file = c, kept.Name
		}
	}
	return newest, file
}
