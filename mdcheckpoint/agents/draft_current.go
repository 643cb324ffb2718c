package agents

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
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

// A MissingError says that the checkpoint that is asked for is not there.
type MissingError struct{ Name string }

func (e *MissingError) Error() string {
	return fmt.Sprintf("no checkpoint %q in %s", e.Name, CheckpointDir)
}

// ErrNoBackup is wrapped by the error of a checkpoint that cannot be restored.
var ErrNoBackup = errors.New("no backup that can be read")

// A BackupError says that no backup can take the place of a checkpoint. It wraps
// [ErrNoBackup].
type BackupError struct {
	Name  string   // of the checkpoint
	Asked string   // the backup that was asked for; "" for the newest
	There []string // all of the checkpoint, newest first
	Older bool     // one was looked for that is older than the checkpoint, which can be read
}

func (e *BackupError) Error() string {
	what := ErrNoBackup.Error()
	switch {
	case e.Asked != "" && !slices.Contains(e.There, e.Asked):
		return fmt.Sprintf("no backup %q of %s, which has %d", e.Asked, e.Name, len(e.There))
	case e.Asked != "":
		return fmt.Sprintf("%s: %q of %s", what, e.Asked, e.Name)
	case e.Older && len(e.There) > 0:
		what += " and is older than the checkpoint"
	}
	return fmt.Sprintf("%s: %s has %d", what, e.Name, len(e.There))
}

// Unwrap is [ErrNoBackup].
func (e *BackupError) Unwrap() error { return ErrNoBackup }

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
		return nil, &MissingError{name}
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

// newest is the newest backup of the checkpoint called name that is one of its agent,
// and its file name; nil without one.
func (d *Draft) newest(name string) (*Checkpoint, string) { return d.newestBefore(name, nil) }

// newestBefore is newest of what is older than c, the checkpoint as it is; nil means
// one that cannot be read. Of c the agent is taken, else that of the file's name.
func (d *Draft) newestBefore(name string, c *Checkpoint) (newest *Checkpoint, file string) {
	agent := FoldID(stem(name))
	if c != nil {
		agent = c.Agent()
	}
	for _, backup := range Backups(name, d.backups) {
		b := d.backup(name, backup)
		if b == nil || b.ID() == "" || b.Agent() != agent || c != nil && !isBefore(b, c) {
			continue
		}
		if newest == nil || c != nil && isBefore(newest, b) {
			newest, file = b, backup
		}
	}
	return newest, file
}

// newestOf is the newest of copies in .mdck of the checkpoint of c, which cannot be read, and
// its path, where that was written after found by what they say.
func (d *Draft) newestOf(c *current, found *Checkpoint, copies []protocol.Text) (newest *Checkpoint, kept string) {
	for _, copied := range copies {
		next, err := Parse(c.path(), copied.Text)
		if err != nil || next.ID() == "" || next.Agent() != FoldID(stem(c.name)) {
			continue
		}
		if found == nil || isBefore(found, next) {
			newest, found, kept = next, next, copied.Name
		}
	}
	return newest, kept
}

// isBefore reports whether b was written before c, by what they say; what says no time
// comes before what does.
func isBefore(b, c *Checkpoint) bool {
	x, _ := b.Last()
	y, known := c.Last()
	return x.Before(y) || !known && b.Text() != c.Text()
}

// backup reads a backup as the checkpoint called name; nil if it cannot be read.
func (d *Draft) backup(name, backup string) *Checkpoint {
	text, err := d.peek(path.Join(BackupDir, backup))
	if err != nil {
		return nil
	}
	c, err := Parse(path.Join(CheckpointDir, name), text)
	if err != nil {
		return nil
	}
	return c
}
