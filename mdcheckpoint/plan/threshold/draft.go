package threshold

import (
	"io/fs"
	"slices"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A Draft collects what one edit changes in the state of thresholds and triggers of a
// project. A state file that cannot be read is never replaced: the error names the place.
type Draft struct {
	read   *protocol.Reader
	change protocol.Change
	acks   *Acks // once they are read

	// Dry checks write nothing, for when recording fails: nobody is to go on because a file is broken.
	Dry bool
	// Where returns where the work is, for waypoints; nil if there are no plans.
	Where func() Place
}

// Edit returns the edit that build makes of a Draft. An error of build is returned
// unchanged.
func Edit(build func(*Draft) error) func(read *protocol.Reader) (*protocol.Change, error) {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		d := &Draft{read: read}
		if err := build(d); err != nil {
			return nil, err
		}
		return &d.change, nil
	}
}

// text returns the text of a file, and false if it does not exist. A file that is larger
// than [source.MaxSize] is an error, and is not read.
func (d *Draft) text(name string) (text string, exists bool, err error) {
	if err := source.CheckSize(d.read.Tree, name); err != nil {
		return "", false, err
	}
	return d.read.Text(name)
}

// record makes the change of a file that build makes of its text.
func (d *Draft) record(name string, build func(text string) (*Change, error)) error {
	if d.Dry {
		return nil
	}
	text, exists, err := d.text(name)
	if err != nil {
		return err
	}
	c, err := build(text)
	if err != nil {
		return err
	}
	d.change.Notes = append(d.change.Notes, c.Notes...)
	if c.Changed() && (!exists || c.Text != text) {
		d.write(protocol.File{Name: name, Before: text, After: c.Text, Exists: exists, Did: c.Did})
	}
	return nil
}

func (d *Draft) write(f protocol.File) {
	d.change.Files = append(d.change.Files, f)
	d.change.Ledger = append(d.change.Ledger, claim.Entry{Path: f.Name, Content: claim.ContentHash(f.After)})
}

// maxWaypoints is how many waypoints may be written in one second.
const maxWaypoints = 1000

// waypoint writes the file about a stop under a name that nothing has yet, and returns
// the name.
func (d *Draft) waypoint(kind, value string, level Level, reason string) (string, error) {
	if d.Dry {
		return "", nil
	}
	at := Place{}
	if d.Where != nil {
		at = d.Where()
	}
	for n := range maxWaypoints {
		name := WaypointName(d.read.Now, n)
		if d.taken(name) {
			continue
		}
		if _, _, err := d.text(name); err != nil { // no other name would do better
			return "", err
		}
		d.write(protocol.File{Name: name, After: Waypoint(kind, value, level, reason, at), Did: []string{"stop: " + reason}})
		return name, nil
	}
	return "", protocol.Refusal("", "every name of a waypoint of this second is taken: %s", WaypointName(d.read.Now, 0))
}

// taken reports whether something of that name exists, a file or not, or the edit writes
// it already.
func (d *Draft) taken(name string) bool {
	_, err := fs.Lstat(d.read.Tree, name)
	return err == nil || slices.ContainsFunc(d.change.Files, func(f protocol.File) bool { return f.Name == name })
}
