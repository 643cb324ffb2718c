package agents

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// A current is a checkpoint as it is on disk.
type current struct {
	name   string // of the file
	text   string
	exists bool
	c      *Checkpoint // nil if it does not exist or cannot be read
	err    error       // why it cannot be read
}

func (c *current) path() string { return path.Join(CheckpointDir, c.name) }

// id returns the id of the agent, which makes a name of a file.
func (c *current) id() string {
	if _, err := FileName(c.c.Shown()); err == nil {
		return c.c.Shown()
	}
	return AskedID(c.name)
}

// corrupt reports whether no program of the protocol could read the file as a checkpoint: it is
// not JSON, or not an object. What jsondoc refuses beyond that, such as a key that occurs twice,
// is for its owner to fix.
func (c *current) corrupt() bool {
	return errors.Is(c.err, jsondoc.ErrSyntax) || errors.Is(c.err, ErrNotObject)
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

// loadToArchive reads a checkpoint that has to exist. A symbolic link to another one of the
// folder is refused: what would go is the file of that agent.
func (d *Draft) loadToArchive(name string) (*current, error) {
	c, err := d.load(name, d.read.Text)
	if err != nil {
		return nil, err
	}
	if !c.exists {
		return nil, d.missing(name)
	}
	real, err := d.read.Resolve(CheckpointDir)
	if err != nil {
		return nil, err
	}
	to, err := d.read.Resolve(c.path())
	if err == nil && path.Dir(to) == real && path.Base(to) != name {
		err = protocol.Refusal("remove the link, or name the agent of that file", "refused, and nothing was written: %s is a symbolic link, and %s, to which it leads, would be taken away", name, path.Base(to))
	}
	return c, err
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
