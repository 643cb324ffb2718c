package ohrfc

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
)

// A version is one side of a comparison.
type version struct {
	label string // for people
	name  string // in errors about its text
	file  string // path on disk; "" for standard input, backups and revisions
	text  string
	there bool // false for a checkpoint that this version does not have; its text is empty
}

// title returns the label for the header of the difference.
func (v *version) title() string {
	if !v.there {
		return v.label + " (not there)"
	}
	return v.label
}

// A differ finds the versions to compare.
type differ struct {
	command *diffCommand
	std     app.Streams
	target  *workspace.Target // of which revisions, backups and the work tree are versions; nil until it is asked for
}

// versions returns the two versions.
func (d *differ) versions() (a, b *version, err error) {
	c := d.command
	if c.A == "-" && c.B == "-" {
		return nil, nil, errors.New("both versions are standard input, want one")
	}
	var names [2]versionName
	for i, arg := range []string{c.A, c.B} {
		if names[i], err = d.parseVersion(arg); err != nil {
			return nil, nil, err
		}
	}
	// A checkpoint as the only argument says which one, not which version.
	usual := c.B == "" && (c.A == "" || names[0].checkpoint && c.Checkpoint == "")
	if err := d.findTarget(names[:], usual); err != nil {
		return nil, nil, err
	}
	if usual {
		return d.usual()
	}
	a, err1 := names[0].read()
	b, err2 := names[1].read()
	return a, b, errors.Join(err1, err2)
}

// findTarget finds the checkpoint whose versions are asked for: that of --checkpoint, or
// the one that an argument names, or the only one. Interrupted writes of the checkpoints
// are finished.
func (d *differ) findTarget(names []versionName, usual bool) error {
	where := d.command.Checkpoint
	if usual || slices.ContainsFunc(names, func(n versionName) bool { return n.ofTarget }) {
		for _, n := range names {
			if n.format != nil {
				return formatDiffError(n.format)
			}
			if where == "" && d.target == nil {
				d.target = n.target
			}
		}
		if d.target == nil {
			t, err := d.command.FindOne(where, "ohrfc diff --checkpoint", pick.Of(ohrfc.Name))
			if err != nil {
				return err
			}
			d.target = &t
		}
	} else if where != "" {
		return fmt.Errorf("--checkpoint %s: neither %s nor %s is a version of a checkpoint", where, names[0].arg, names[1].arg)
	}
	for _, t := range []*workspace.Target{d.target, names[0].target, names[1].target} {
		if t != nil {
			if err := pick.RecoverWrite(t, d.std.Err); err != nil {
				return err
			}
		}
	}
	return nil
}

// onDisk returns the text of t on disk.
func (d *differ) onDisk(t *workspace.Target) (*version, error) {
	name, file := t.Shown(t.Main), t.File(t.Main)
	if d.target != nil && file == d.target.File(d.target.Main) {
		return readVersion("work tree", name, file)
	}
	return readVersion(name, name, file)
}

func readVersion(label, name, file string) (*version, error) {
	text, err := app.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &version{label: filepath.ToSlash(label), name: name, file: file, text: text, there: err == nil}, nil
}
