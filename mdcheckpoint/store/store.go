// Package store reads the checkpoints on a disk and changes them safely, with the locks, the
// journal and the backups of the commands of mdck. The other public packages do not use the disk:
// they work on an [io/fs.FS] and on texts. This package writes the edits that they return.
//
// A change has these guarantees, whatever other programs do and even if this one is killed:
//
//   - A file has its complete old text or its complete new text. After an interrupted change, the
//     next change or command of mdck gives all files of the change their new texts.
//   - The old text of a file is among its backups. The last ten of each file are kept.
//   - A change does not overwrite what another program saved in the meantime; see [ErrChanged].
//   - Only the files of the checkpoint change. A symbolic link that leads out of their repository
//     is not followed.
//
// Usual order of calls: [Find] or [Open]; [Checkpoint.Read] and [Checkpoint.Lint];
// [Checkpoint.Append], or [Checkpoint.Change] with an edit of the [Checkpoint.Protocol] or of your
// own; and [Checkpoint.Restart] for the next session. They use .mdck.yaml as the commands do, but
// no environment variables for the configuration. Lint and Restart run git if claims need it.
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

// Options control how checkpoints are found, opened and changed. The zero value is valid.
type Options struct {
	Table   *protocol.Table  // nil means the protocols of mdck
	Command string           // name in the lock and the ledger; "" means "store"
	Clock   func() time.Time // nil means the system clock
	Wait    time.Duration    // maximum wait for a lock; 0 means 10 s, less than 0 means no wait
	Counter tokens.Counter   // token counter; nil means the encoding of the configuration
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

// A Checkpoint is a checkpoint on disk. Its file names are paths with slashes, relative to Root. It
// caches nothing and is safe for concurrent use. Create one with [Find] or [Open]. On the zero
// value, every method that can return an error does so.
type Checkpoint struct {
	protocol.Target
	target  workspace.Target
	options Options
}

// Find returns the checkpoints in the directory dir and below, sorted by path, as mdck status lists
// them. It does not enter other repositories. If some directories cannot be read, it returns an
// error and the checkpoints of the others.
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

// Open returns the checkpoint that the file called name belongs to, according to its path. If a
// protocol or format has checkpoints at that path, the file need not exist. At any other path, the
// error for a missing file is [fs.ErrNotExist].
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

// Protocol returns the protocol of the checkpoint, or nil if the checkpoint was not opened. Pass
// its edits, such as Prune, to [Checkpoint.Change]. The caller must not change the protocol.
func (c *Checkpoint) Protocol() *protocol.Protocol {
	if c.opened() != nil {
		return nil
	}
	return c.target.Row()
}

// Tree returns a live view of the files below Root.
func (c *Checkpoint) Tree() fs.FS { return tree.Dir(c.Root) }

// Read reads the checkpoint from disk. The result includes the errors of files that cannot be read.
func (c *Checkpoint) Read() *lint.Checkpoint {
	if c.opened() != nil {
		return &lint.Checkpoint{Faults: map[string]error{"": errUnopened}}
	}
	checker := c.Protocol().Checker
	return checker.Read(lint.Input{Checker: checker, Tree: c.Tree(), Path: c.Path, Main: c.Main, State: c.State, Ledger: c.target.Ledger})
}

// Change makes an edit and returns the changes. It writes nothing if the edit returns no files or
// the same texts. Before the edit, it completes an interrupted earlier change.
//
// If Change returns an error, it changed nothing, unless [Written] reports otherwise. An error of
// edit is returned unchanged. If another process does not release a lock, the error names the lock.
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

// Preview returns the changes that [Checkpoint.Change] would make now. It writes nothing and takes
// no lock.
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

// ErrChanged is the cause of an aborted change: another program saved a file that the edit had
// read. Retrying is safe.
var ErrChanged = change.ErrChanged

// Written reports whether a change was made in spite of its error, or will be made by the next
// change or command of mdck.
func Written(err error) bool { return change.Written(err) }

// A Backup is the text of a file before a change.
type Backup struct {
	Name   string // path with slashes, relative to Root
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

// Text reads a backup that [Checkpoint.Backups] returned.
func (c *Checkpoint) Text(b Backup) (string, error) {
	if err := c.opened(); err != nil {
		return "", err
	}
	return c.target.KeptText(b.Name)
}
