// Package store reads the checkpoints on a disk and changes them safely, with the locks, the
// journal and the backups of the commands of mdck. The other public packages know no disk: they
// work on an [io/fs.FS] and on texts, and an edit that one of them makes is written here.
//
// What holds for a change, whatever other programs do and wherever this one ends:
//
//   - A file has its old text or its new one, whole, and of the files of one change all have the
//     new text as soon as the next change or command of mdck has run.
//   - What a file held before is among its backups. The last ten of each file are kept.
//   - A file that another program saved meanwhile is not replaced; see [ErrChanged].
//   - Only the files of the checkpoint change, by no symbolic link that leads out of its
//     repository.
//
// In order: [Find] or [Open]; [Checkpoint.Read] and [Checkpoint.Lint]; [Checkpoint.Append], or
// [Checkpoint.Change] with an edit of the [Checkpoint.Protocol] or of your own; and
// [Checkpoint.Restart] for the next session. They go by .mdck.yaml as the commands do, but not by
// environment variables. Lint and Restart start git where claims need it; nothing else does.
//
// It asks nothing, prints nothing, and does not watch files.
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

// Options say how checkpoints are found, opened and changed. The zero value works.
type Options struct {
	Table   *protocol.Table  // the protocols; nil means those of mdck
	Command string           // that the lock and the ledger name; "" means "store"
	Clock   func() time.Time // nil means the clock of the system
	Wait    time.Duration    // for a lock of somebody else; 0 means 10 s, less than 0 not at all
	Counter tokens.Counter   // of tokens; nil means the encoding that the configuration names
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

// A Checkpoint is one on disk. Names of its files are slash paths below Root. It keeps nothing
// that it read, and may be used by several goroutines. Make one with [Find] or [Open]; the zero
// value belongs to no protocol, and its methods return errors.
type Checkpoint struct {
	protocol.Target
	target  workspace.Target
	options Options
}

// Find returns the checkpoints in the directory dir and below it, by path, as the command
// mdck status lists them; none if there is none. It does not enter other repositories. Beside
// an error about directories that cannot be read it returns those of the others.
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

// Open returns the checkpoint that the file called name belongs to by its path, whether or not
// it exists. It is an error if that is the place of no checkpoint.
func Open(name string, o Options) (*Checkpoint, error) {
	o = o.withDefaults()
	t, ok, err := workspace.NewFinder(o.loader()).Unsaved(name)
	if err == nil && !ok {
		err = fmt.Errorf("%q is not the path of a checkpoint", name)
	}
	if err != nil {
		return nil, err
	}
	return o.checkpoint(t), nil
}

// errUnopened is the error of a Checkpoint that neither Find nor Open made.
var errUnopened = errors.New("the checkpoint was not opened")

func (c *Checkpoint) opened() error {
	if c == nil || c.options.Table == nil {
		return errUnopened
	}
	return nil
}

// Protocol returns the protocol of the checkpoint. Its edits, such as Prune, are for
// [Checkpoint.Change]. The caller must not change it. A checkpoint that was not opened has nil.
func (c *Checkpoint) Protocol() *protocol.Protocol {
	if c.opened() != nil {
		return nil
	}
	return c.target.Row()
}

// Tree returns the files below Root, as they are at each moment.
func (c *Checkpoint) Tree() fs.FS { return tree.Dir(c.Root) }

// Read reads the checkpoint as it is now. Files that cannot be read are part of the result.
func (c *Checkpoint) Read() *lint.Checkpoint {
	if c.opened() != nil {
		return &lint.Checkpoint{Faults: map[string]error{"": errUnopened}}
	}
	checker := c.Protocol().Checker
	return checker.Read(lint.Input{Checker: checker, Tree: c.Tree(), Path: c.Path, Main: c.Main, State: c.State, Ledger: c.target.Ledger})
}

// Change makes an edit and returns what it changed. An edit that returns no files, or texts that
// the files have, writes nothing. A change that was interrupted earlier is finished first.
//
// Beside an error nothing is changed, unless [Written] says otherwise. An error of edit is
// returned as it is; a lock that somebody else does not release is an error that names them.
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

// Preview returns what [Checkpoint.Change] would change now. It writes nothing and takes no lock.
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

// check reports a checkpoint that was not opened, and an edit that the protocol does not offer.
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

// ErrChanged is wrapped by the error of a change that was given up because another program saved
// one of the files that the edit read. To make the change again is safe.
var ErrChanged = change.ErrChanged

// Written reports whether a change was made in spite of its error, or will be by the next change
// or command of mdck.
func Written(err error) bool { return change.Written(err) }

// A Backup is what a file held before a change.
type Backup struct {
	Name   string // slash path below Root
	Number int    // counts the backups of the file, from 1
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
