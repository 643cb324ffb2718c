package agentdir

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"time"

	"mdck/internal/safefile"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// A Job is one write that is to be made.
type Job struct {
	Holder string // the command, for the lock and the ledger: "mdck agents beat"
	Now    time.Time
	Dry    bool // nothing is written, no lock is taken
}

// A Draft is what one write is to make of the files of an epic. Names are slash
// paths relative to it.
type Draft struct {
	epic    *Epic
	job     Job
	old     safefile.Old // nil when nothing is to be written
	names   []string     // in the folder of checkpoints
	backups []string     // in that of backups
	made    Made
	change  safefile.Change
	surplus []string // backups that are to go
	release func() error
}

// A Made is what became of a Job.
type Made struct {
	Files          []File
	Aside          []string // where texts lie that could not be read
	Notes          []string // what the user should know, a sentence each
	safefile.Found          // of an earlier write
}

// A File is a file that changes.
type File struct {
	Name   string // a slash path, relative to the epic
	Before string
	After  string
	There  bool     // it was there before
	Gone   bool     // it is taken away
	Did    []string // what was done, for people; nil if the line of another file says it
	copy   bool     // a backup
}

// Changed reports whether there is something to write.
func (m *Made) Changed() bool { return len(m.Files) > 0 }

// Do makes the change that build asks of its Draft and writes it, as one
// transaction. An error of build is given as it is, and then nothing is written;
// others are those of [safefile.Store.Update]. Beside an error, Made has what was found
// of an earlier write and no more.
func (e *Epic) Do(job Job, build func(*Draft) error) (*Made, error) {
	d := &Draft{epic: e, job: job, release: func() error { return nil }}
	if job.Dry {
		err := d.begin(nil)
		if err == nil {
			err = build(d)
		}
		return &d.made, err
	}
	back := &readBack{FS: e.fs(), given: map[string]bool{}}
	result, err := e.store(job.Holder, back).Update(func(old safefile.Old) (safefile.Change, error) {
		err := d.begin(old)
		if err == nil {
			err = build(d)
		}
		if err != nil {
			return safefile.Change{}, err
		}
		back.want = d.wanted()
		return d.change, nil
	})
	if failed := d.release(); err == nil && failed != nil {
		err = &safefile.UnfinishedError{Err: failed} // the lock is left, and broken by the next who wants it
	}
	if err != nil {
		return &Made{Found: result.Found}, err
	}
	d.prune()
	d.made.Aside, d.made.Found = result.Archived, result.Found
	return &d.made, nil
}

// begin looks at what is there.
func (d *Draft) begin(old safefile.Old) (err error) {
	d.old = old
	if d.names, err = d.epic.list(agents.CheckpointDir); err != nil {
		return err
	}
	d.backups, err = d.epic.list(agents.BackupDir)
	return err
}

// wanted are the texts that are to be written, by the last element of their names.
func (d *Draft) wanted() map[string]string {
	all := map[string]string{}
	for _, f := range d.change.Files {
		all[path.Base(f.Name)] = f.New
	}
	return all
}

// Text is the text of a file, which the write is given up for if another program
// changes it meanwhile; ok is false if it is not there. One that is too large to be
// parsed is not read: the error wraps [source.ErrTooLarge].
func (d *Draft) Text(name string) (text string, ok bool, err error) {
	if err := source.CheckSize(d.epic.Tree(), name); err != nil {
		return "", true, err
	}
	return d.whole(name)
}

// whole is Text of what is to be moved, however large it is.
func (d *Draft) whole(name string) (text string, ok bool, err error) {
	if d.old != nil {
		return d.old(name)
	}
	raw, err := fs.ReadFile(d.epic.Tree(), name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	return string(raw), err == nil, err
}

// glance is the text of a file that may change meanwhile.
func (d *Draft) glance(name string) (text string, err error) {
	return source.ReadFile(d.epic.Tree(), name)
}

func (d *Draft) note(format string, args ...any) {
	d.made.Notes = append(d.made.Notes, fmt.Sprintf(format, args...))
}

// put makes the change of a file that has, or had, that text. A change that makes no
// difference writes nothing.
func (d *Draft) put(name, before string, there bool, change *agents.Change) {
	d.made.Notes = append(d.made.Notes, change.Notes...)
	if there && before == change.Text {
		return
	}
	d.write(File{Name: name, Before: before, After: change.Text, There: there, Did: change.Did})
}

func (d *Draft) write(f File) {
	d.made.Files = append(d.made.Files, f)
	d.change.Files = append(d.change.Files, safefile.File{Name: f.Name, New: f.After})
}

// putCheckpoint is put for a checkpoint: what is there is backed up, or kept aside
// if it cannot be read.
func (d *Draft) putCheckpoint(c *current, change *agents.Change) {
	if c.there && c.text == change.Text {
		d.surplus = append(d.surplus, agents.Surplus(c.name, d.backups)...) // of a process that ended too early
		d.made.Notes = append(d.made.Notes, change.Notes...)
		return
	}
	if c.there {
		d.keep(c)
	}
	d.put(c.path(), c.text, c.there, change)
	d.enter(c.path(), change.Text)
}

// keep keeps what the file of c holds, where the protocol has its backups and only
// there.
func (d *Draft) keep(c *current) {
	d.change.Kept = append(d.change.Kept, c.path())
	if c.err != nil {
		d.change.Archive = append(d.change.Archive, safefile.Archived{Name: c.name, Text: c.text})
		return
	}
	backup := agents.BackupName(c.name, d.job.Now.Local(), d.backups)
	d.backups = append(d.backups, backup)
	d.surplus = append(d.surplus, agents.Surplus(c.name, d.backups)...)
	d.copy(path.Join(agents.BackupDir, backup), c, "", true)
}

// copy makes a copy of the file of c.
func (d *Draft) copy(name string, c *current, did string, backup bool) {
	f := File{Name: name, After: c.text, copy: backup}
	if did != "" {
		f.Did = []string{did}
	}
	d.write(f)
	if d.change.Like == nil {
		d.change.Like = map[string]string{}
	}
	d.change.Like[name] = c.path()
}

// archive gives the file of c another name in its folder. Unless something is put in
// its place, it is gone.
func (d *Draft) archive(c *current, name string, replaced bool) {
	archive := path.Join(agents.CheckpointDir, name)
	if replaced {
		d.copy(archive, c, "holds what "+c.name+" was", false)
		return
	}
	d.copy(archive, c, "", false)
	d.change.Kept = append(d.change.Kept, c.path())
	d.made.Files = append(d.made.Files, File{Name: c.path(), Before: c.text, There: true, Gone: true, Did: []string{"archived as " + name}})
	d.change.Gone = append(d.change.Gone, c.path())
	d.enter(c.path(), "")
}

// enter adds the line of the ledger about a checkpoint.
func (d *Draft) enter(name, text string) {
	d.change.Ledger = append(d.change.Ledger, safefile.Entry{
		Path: name, Content: claim.ContentHash(text), Command: d.job.Holder, Time: d.job.Now.UTC().Format(agents.TimeLayout),
	})
}

// Shown are the files of m without backups, which are talked of nowhere.
func (m *Made) Shown() []File {
	var all []File
	for _, f := range m.Files {
		if !f.copy {
			all = append(all, f)
		}
	}
	return all
}

// readBack is a file system that reads what was written once more before it gives it
// its name.
type readBack struct {
	safefile.FS
	want map[string]string // by the last element of the name
	// given are the names that have their files: what is swapped with one of them later is
	// what another program saved, which gets its name back.
	given map[string]bool
}

// Swap gives the file called one the name other.
func (r *readBack) Swap(one, other string) error {
	if err := r.check(one, other); err != nil {
		return err
	}
	err := r.FS.Swap(one, other)
	if err == nil {
		r.given[other] = true
	}
	return err
}

// Link gives the file called from the name to.
func (r *readBack) Link(from, to string) error {
	if err := r.check(from, to); err != nil {
		return err
	}
	return r.FS.Link(from, to)
}

// Rename gives the file called from the name to.
func (r *readBack) Rename(from, to string) error {
	if err := r.check(from, to); err != nil {
		return err
	}
	return r.FS.Rename(from, to)
}

// check is an error if the file called from does not hold what is to have the name to.
func (r *readBack) check(from, to string) error {
	want, ok := r.want[filepath.Base(to)]
	if !ok || r.given[to] {
		return nil
	}
	raw, err := r.FS.ReadFile(from)
	if err == nil && string(raw) != want {
		err = fmt.Errorf("%q: %w", filepath.Base(to), ErrReadBack)
	}
	return err
}

// ErrReadBack is wrapped by the error about a file that did not read as it was
// written. It is not put in place.
var ErrReadBack = errors.New("does not read as it was written")
