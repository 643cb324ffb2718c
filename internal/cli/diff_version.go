package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"mdck/internal/gitrepo"
	"mdck/internal/workspace"
)

// A version is one side of a comparison.
type version struct {
	label string // for people
	name  string // in errors about its text
	file  string // path on disk, "" if it has none
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
	std     Streams
	target  *workspace.Target // of which revisions, backups and the work tree are versions; nil until it is asked for
	repos   map[string]*gitrepo.Repo
}

// close ends the processes that read git's objects.
func (d *differ) close() {
	for _, r := range d.repos {
		r.Close()
	}
}

// versions gives the two versions.
func (d *differ) versions() (a, b *version, err error) {
	c := d.command
	if c.A == "-" && c.B == "-" {
		return nil, nil, errors.New("both versions are standard input, want one")
	}
	names := []versionName{{kind: workTree}, {kind: workTree}}
	for i, arg := range []string{c.A, c.B} {
		if arg == "" {
			continue
		}
		if names[i], err = c.parseVersion(arg); err != nil {
			return nil, nil, err
		}
	}
	usual := c.A == "" && c.B == ""
	if names[0].kind == checkpointFile && c.B == "" && c.Checkpoint == "" { // it says which, not which version
		usual = true
	}
	if err := d.findTarget(names, usual); err != nil {
		return nil, nil, err
	}
	if usual {
		return d.usual()
	}
	a, err1 := d.read(&names[0])
	b, err2 := d.read(&names[1])
	return a, b, errors.Join(err1, err2)
}

// findTarget finds the checkpoint whose versions are asked for: the one of
// --checkpoint, or that one of the arguments names, or the only one.
func (d *differ) findTarget(names []versionName, usual bool) error {
	where := d.command.Checkpoint
	if !usual && !slices.ContainsFunc(names, versionName.ofCheckpoint) {
		if where != "" {
			return fmt.Errorf("--checkpoint %s: neither %s nor %s is a version of a checkpoint", where, names[0].arg, names[1].arg)
		}
		return d.recoverAll(names)
	}
	for i := range names {
		if names[i].own != nil {
			return formatDiffError(names[i].own)
		}
	}
	if where == "" {
		if err := d.nameTarget(names); err != nil {
			return err
		}
	}
	if d.target == nil {
		t, err := d.command.findOne(workspace.Ohrfc, where, "diff --checkpoint")
		if err != nil {
			return err
		}
		d.target = &t
	}
	return errors.Join(recoverWrite(d.target, d.std.Err), d.recoverAll(names))
}

// nameTarget takes the checkpoint that the first of names that does so names.
func (d *differ) nameTarget(names []versionName) error {
	for i := range names {
		t, err := d.targetOf(&names[i])
		if err != nil {
			return err
		}
		if d.target == nil {
			d.target = t
		}
	}
	return nil
}

// targetOf is the checkpoint that n names; nil if it names none.
func (d *differ) targetOf(n *versionName) (*workspace.Target, error) {
	if n.kind != revision || n.path == "" {
		return n.target, nil
	}
	repo, err := d.repo(".")
	if err != nil {
		return nil, unknownVersion(n.arg, err)
	}
	name, err := inCommit(repo, n.path)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(repo.Root(), filepath.FromSlash(name))
	t, err := workspace.As(displayPath(file), workspace.Ohrfc)
	return &t, err
}

// recoverAll finishes writes that were interrupted, of the checkpoints that are
// named as they are.
func (d *differ) recoverAll(names []versionName) error {
	for i := range names {
		if t := names[i].target; t != nil && (d.target == nil || t.File(t.Main) != d.target.File(d.target.Main)) {
			if err := recoverWrite(t, d.std.Err); err != nil {
				return err
			}
		}
	}
	return nil
}

// read reads the version that n means.
func (d *differ) read(n *versionName) (*version, error) {
	switch n.kind {
	case workTree:
		return d.onDisk(d.target)
	case checkpointFile:
		return d.onDisk(n.target)
	case standardInput:
		text, err := readCheckedInput(d.std.In)
		if err != nil {
			return nil, err
		}
		return &version{label: "standard input", name: "-", text: text, there: true}, nil
	case backupFile:
		return d.backup(n.backup)
	case revision:
		v, err := d.committed(n)
		if err != nil {
			err = unknownVersion(n.arg, err)
		}
		return v, err
	}
	text, err := readFile(n.arg)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", n.arg, err)
	}
	return &version{label: filepath.ToSlash(n.arg), name: n.arg, file: n.arg, text: text, there: true}, nil
}

// onDisk is the present text of t.
func (d *differ) onDisk(t *workspace.Target) (*version, error) {
	v := &version{label: "work tree", name: t.Shown(t.Main), file: t.File(t.Main)}
	if d.target == nil || t.File(t.Main) != d.target.File(d.target.Main) {
		v.label = v.name
	}
	text, err := readFile(v.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return v, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", v.name, err)
	}
	v.text, v.there = text, true
	return v, nil
}
