package loop

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/loop/tasks"
	"mdck/mdcheckpoint/source"
)

// A Track is the metadata and the plan of one track, read from a tree, as far as
// they are there and can be read. One that is made of texts alone needs Metadata,
// and Plan if there is one.
type Track struct {
	Tree fs.FS
	Path string // of the metadata in Tree, with slashes
	Dir  string // of the track in Tree
	ID   string // name of the directory of the track; "" where that is the root of the tree
	Root string // of the project in Tree: what is above conductor/tracks, else "."
	home string // the folder in Tree that has tracks.md

	Metadata *Metadata   // nil if it does not exist or cannot be read
	Plan     *tasks.Plan // likewise

	Files  map[string]*source.File // what exists, by path, whether or not it could be parsed
	Faults map[string]error        // why a file that exists could not be used, by path

	registration *registration // once it was read
}

// Read reads the track whose metadata has the path name in tree. Files that do not exist
// are no error.
func Read(tree fs.FS, name string) *Track {
	t := &Track{Tree: tree, Path: name, Dir: path.Dir(name), Root: "."}
	t.Files, t.Faults = map[string]*source.File{}, map[string]error{}
	if t.Dir != "." {
		t.ID = path.Base(t.Dir)
	}
	t.home = path.Dir(path.Dir(t.Dir))
	if above, _, ok := strings.Cut("/"+name, "/"+tracksDir+"/"); ok {
		t.Root = path.Clean("./" + above)
		t.home = path.Join(t.Root, path.Dir(tracksDir))
	}
	t.Metadata = source.Load(tree, name, t.Files, t.Faults, Parse)
	t.Plan = source.Load(tree, t.Beside(PlanFile), t.Files, t.Faults, tasks.Parse)
	return t
}

// Beside returns the path in the tree of a file of the track.
func (t *Track) Beside(name string) string {
	return path.Join(t.Dir, name)
}

// ready returns the metadata, or an error that explains why there is none.
func (t *Track) ready() (*Metadata, error) {
	if t.Metadata != nil {
		return t.Metadata, nil
	}
	if err := t.Faults[t.Path]; err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("%s: %w", t.Path, fs.ErrNotExist)
}

// check returns the problems of the metadata, see Metadata.check; none without metadata.
func (t *Track) check(strict bool) []problem {
	if t.Metadata == nil {
		return nil
	}
	return t.Metadata.check(t.Plan, strict)
}
