package limitdir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// A Job is one write that is to be made.
type Job struct {
	Holder string           // the command, for the lock and the ledger: "mdck plan ack"
	Clock  func() time.Time // asked under the lock, so that no later write has an earlier time
	Dry    bool             // nothing is written, no lock is taken
}

// A Draft is what one write is to make of the state of a project. Names are slash
// paths relative to it.
type Draft struct {
	project *Project
	job     Job
	now     time.Time
	old     safefile.Old // nil when nothing is to be written
	made    Made
	read    *parsed // the acknowledgments, once they were asked for
}

// A Made is what became of a Job.
type Made struct {
	Files          []File
	Notes          []string // what the user should know, a sentence each
	safefile.Found          // of an earlier write
}

// A File is a file that changes.
type File struct {
	Name   string // a slash path, relative to the project
	Before string
	After  string
	There  bool     // it was there before
	Did    []string // what was done, for people
}

// Changed reports whether there is something to write.
func (m *Made) Changed() bool { return len(m.Files) > 0 }

// A RefusedError says why the answer is no: there is nothing to acknowledge, say.
type RefusedError struct{ Reason, Hint string }

func (e *RefusedError) Error() string { return e.Reason }

// A RequestError says why what is asked for makes no sense.
type RequestError struct{ Reason, Hint string }

func (e *RequestError) Error() string { return e.Reason }

// Do makes the change that build asks of its Draft and writes it, as one transaction.
// An error of build is given as it is, and then nothing is written; others are those
// of [safefile.Store.Update].
func (p *Project) Do(job Job, build func(*Draft) error) (*Made, error) {
	d := &Draft{project: p, job: job}
	if job.Dry {
		d.now = job.Clock()
		err := build(d)
		return &d.made, err
	}
	store := workspace.StoreAt(p.Root, job.Holder)
	store.Wait, store.Waiting, store.FS, store.FollowOutside = p.Wait, p.Waiting, p.FS, p.FollowLinks
	result, err := store.Update(func(old safefile.Old) (safefile.Change, error) {
		d.old, d.made, d.now, d.read = old, Made{}, job.Clock(), nil
		if err := build(d); err != nil {
			return safefile.Change{}, err
		}
		return d.change(), nil
	})
	if err != nil {
		return nil, err
	}
	d.made.Found = result.Found
	return &d.made, nil
}

// change is what the write does.
func (d *Draft) change() safefile.Change {
	var c safefile.Change
	for _, f := range d.made.Files {
		c.Files = append(c.Files, safefile.File{Name: f.Name, New: f.After})
		c.Ledger = append(c.Ledger, safefile.Entry{
			Path: f.Name, Content: ohrfc.ContentHash(f.After), Command: d.job.Holder, Time: spelling.FormatTime(d.now),
		})
	}
	return c
}

// text is the text of a file, which the write is given up for if another program
// changes it meanwhile; there is false, and the text empty, if it is not there. One that
// is larger than [source.MaxSize] is an error, and is not read.
func (d *Draft) text(name string) (text string, there bool, err error) {
	if err := source.CheckSize(d.project.Tree(), name); err != nil {
		return "", false, err
	}
	if d.old != nil {
		return d.old(name)
	}
	text, err = source.ReadFile(d.project.Tree(), name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	return text, err == nil, err
}

// put makes the change of a file that has, or had, that text.
func (d *Draft) put(name, before string, there bool, c *threshold.Change) {
	d.made.Notes = append(d.made.Notes, c.Notes...)
	if c.Changed() && (!there || c.Text != before) {
		d.made.Files = append(d.made.Files, File{Name: name, Before: before, After: c.Text, There: there, Did: c.Did})
	}
}

// maxWaypoints is how many waypoints may be written in one second.
const maxWaypoints = 1000

// waypoint writes the file that tells of a stop under a name that nothing has yet,
// and gives the name.
func (d *Draft) waypoint(v threshold.Value, reason string) (string, error) {
	for n := range maxWaypoints {
		name := threshold.WaypointName(d.now, n)
		if d.taken(name) {
			continue
		}
		if _, _, err := d.text(name); err != nil { // no other name would do better
			return "", err
		}
		d.made.Files = append(d.made.Files, File{Name: name, After: threshold.Waypoint(v, reason), Did: []string{"stop: " + reason}})
		return name, nil
	}
	return "", &RefusedError{Reason: "every name of a waypoint of this second is taken: " + threshold.WaypointName(d.now, 0)}
}

// taken reports whether something of that name is there, be it a file or not, or the
// write makes it already.
func (d *Draft) taken(name string) bool {
	if _, err := os.Lstat(filepath.Join(d.project.Root, filepath.FromSlash(name))); err == nil {
		return true
	}
	for _, f := range d.made.Files {
		if f.Name == name {
			return true
		}
	}
	return false
}
