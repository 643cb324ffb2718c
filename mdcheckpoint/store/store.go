// Package store reads the checkpoints on a disk and changes them safely, with the same locks,
// journal and backups as the commands of mdck. It writes the edits that the other public packages
// return, which do not use the disk.
//
// A change has these guarantees, even if other programs write or this one is killed:
//
//   - A file has its complete old or new text. The next change or command of mdck completes an
//     interrupted change.
//   - The old text of a file is among its backups. The last ten of each file are kept.
//   - A change does not overwrite what another program saved in the meantime; see [ErrChanged].
//   - Only the files of the checkpoint change. A symbolic link that leads out of their repository
//     is not followed.
//
// Usual order of calls: [Find] or [Open]; [Checkpoint.Read] and [Checkpoint.Lint];
// [Checkpoint.Append], or [Checkpoint.Change] with an edit of the [Checkpoint.Protocol] or of your
// own; and [Checkpoint.Restart] for the next session. They read .mdck.yaml, but no environment
// variables for the configuration. Lint and Restart run git if claims need it.
//
// The package does not prompt, print or watch files.
package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"mdck/internal/change"
	"mdck/internal/config"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
	"mdck/tokens"
)

// Options control how checkpoints are found and changed. The zero value is valid.
type Options struct {
	Table   *protocol.Table  // nil means the protocols of mdck
	Command string           // name in the lock and the ledger; "" means "store"
	Clock   func() time.Time // nil means the system clock
	Wait    time.Duration    // how long to wait for a lock; 0 means 10 s, less than 0 means no wait
	Counter tokens.Counter   // nil means the encoding of the configuration
}

func (o Options) withDefaults() Options {
	if o.Table == nil {
		o.Table = protocols.Default()
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	o.Command = cmp.Or(o.Command, "store")
	return o
}

func (o Options) loader() *config.Loader { return &config.Loader{Table: o.Table} }

func (o Options) checkpoint(t workspace.Target) *Checkpoint {
	return &Checkpoint{t.Target, t, o}
}

// A Checkpoint is on a disk. [Find] and [Open] return Checkpoints. Its file names are relative to
// Root. It caches nothing, and is safe for concurrent use.
type Checkpoint struct {
	protocol.Target
	target  workspace.Target
	options Options
}

// Find returns the checkpoints in dir and below, sorted by path. With an error, it returns those
// that it found.
func Find(dir string, o Options) ([]*Checkpoint, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(abs); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	found, err := workspace.NewFinder(o.loader()).Below(abs)
	var all []*Checkpoint
	for _, t := range found {
		all = append(all, o.checkpoint(t))
	}
	return all, err
}

// Open returns the checkpoint of the file called name. At the path of a checkpoint, the file need
// not exist; elsewhere, a missing file is [fs.ErrNotExist].
func Open(name string, o Options) (*Checkpoint, error) {
	o = o.withDefaults()
	t, ok, err := workspace.NewFinder(o.loader()).Unsaved(name)
	if err == nil && !ok {
		if _, err = os.Stat(name); err == nil {
			err = fmt.Errorf("%q is not a checkpoint", name)
		}
	}
	if err != nil {
		return nil, err
	}
	return o.checkpoint(t), nil
}

var errUnopened = errors.New("the checkpoint was not opened")

func (c *Checkpoint) opened() error {
	if c == nil || c.options.Table == nil {
		return errUnopened
	}
	return nil
}

// Protocol returns the protocol, which must not be changed, or nil. Its edits, such as Prune, are
// for [Checkpoint.Change].
func (c *Checkpoint) Protocol() *protocol.Protocol {
	if c.opened() != nil {
		return nil
	}
	return c.target.Row()
}

// Tree returns a live view of the files below Root.
func (c *Checkpoint) Tree() fs.FS { return tree.Dir(c.Root) }

// Read reads the checkpoint from disk, with the errors of unreadable files.
func (c *Checkpoint) Read() *lint.Checkpoint {
	if c.opened() != nil {
		return &lint.Checkpoint{Faults: map[string]error{"": errUnopened}}
	}
	return c.Protocol().Checker.Read(c.target.Input(c.Tree()))
}

// Change makes an edit and returns the changes. First, it completes an interrupted change.
//
// If Change fails, it changed nothing, unless [Written] says so. It returns an error of edit
// unchanged.
func (c *Checkpoint) Change(edit protocol.Edit) (*protocol.Change, error) {
	if err := c.check(edit); err != nil {
		return nil, err
	}
	made, err := c.writer().Update(edit)
	if err != nil {
		return nil, err
	}
	return made.Change, nil
}

// Preview returns what [Checkpoint.Change] would change now. It takes no lock.
func (c *Checkpoint) Preview(edit protocol.Edit) (*protocol.Change, error) {
	if err := c.check(edit); err != nil {
		return nil, err
	}
	made, err := c.writer().Preview(edit)
	if err != nil {
		return nil, err
	}
	return made.Change, nil
}

func (c *Checkpoint) check(edit protocol.Edit) error {
	if edit == nil {
		return errors.New("there is no edit to make")
	}
	return c.opened()
}

func (c *Checkpoint) writer() *change.Writer {
	w := change.For(&c.target, change.Options{Command: c.options.Command, Clock: c.options.Clock, Wait: c.options.Wait})
	w.Subject.Files = c.target.Files()
	return w
}

// ErrChanged means that another program saved a file that the edit had read. Retrying is safe.
var ErrChanged = change.ErrChanged

// Written reports whether a change was made, or will be completed, in spite of its error.
func Written(err error) bool { return change.Written(err) }

// A Backup is the text of a file before a change.
type Backup struct {
	Name   string // path relative to Root
	Number int    // number among the backups of the file, from 1
	Time   time.Time
}

// Backups returns the backups of a file, newest first.
func (c *Checkpoint) Backups(name string) ([]Backup, error) {
	if err := c.opened(); err != nil {
		return nil, err
	}
	found, err := c.target.Backups(name)
	var all []Backup
	for _, b := range found {
		all = append(all, Backup{b.Path, b.Seq, b.Time})
	}
	return all, err
}

// Text reads a backup from [Checkpoint.Backups].
func (c *Checkpoint) Text(b Backup) (string, error) {
	if err := c.opened(); err != nil {
		return "", err
	}
	return c.target.ReadKept(b.Name)
}
