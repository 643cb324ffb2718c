package loop

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

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
	Root string // of the project in Tree: what stands above conductor/tracks, else "."

	Metadata *Metadata // nil if it is not there or cannot be read
	Plan     *Plan     // likewise

	Files  map[string]*source.File // what is there, by path, whether or not it could be parsed
	Faults map[string]error        // why a file that is there could not be used, by path
}

// Read reads the track whose metadata has the path name in tree. Files that do not exist
// are no error.
func Read(tree fs.FS, name string) *Track {
	t := newTrack(tree, name)
	t.readMetadata()
	t.Plan = source.Load(tree, t.Beside(PlanFile), t.Files, t.Faults, func(name, text string) (*Plan, error) { return parsePlan(name, text), nil })
	return t
}

// newTrack returns the track of which nothing was read.
func newTrack(tree fs.FS, name string) *Track {
	t := &Track{Tree: tree, Path: name, Dir: path.Dir(name), Root: ".", Files: map[string]*source.File{}, Faults: map[string]error{}}
	if t.Dir != "." {
		t.ID = path.Base(t.Dir)
	}
	if above, _, ok := strings.Cut("/"+name, "/conductor/tracks/"); ok {
		t.Root = path.Clean("./" + above)
	}
	return t
}

func (t *Track) readMetadata() {
	t.Metadata = source.Load(t.Tree, t.Path, t.Files, t.Faults, Parse)
}

// Archived reports whether [TracksFile] has a ticked box before the link to the track: the
// project is done with it.
func (t *Track) Archived() bool {
	if t.Tree == nil || t.ID == "" {
		return false
	}
	text, err := source.ReadFile(t.Tree, path.Join(path.Dir(path.Dir(t.Dir)), TracksFile))
	ticked := false
	for line := range strings.Lines(text) {
		if rest, _ := cutMarker(strings.TrimLeft(line, " \t")); rest != "" {
			ticked = strings.HasPrefix(rest, "[x]") || strings.HasPrefix(rest, "[X]")
		}
		if _, behind, ok := strings.Cut(line, "tracks/"+t.ID); ok && err == nil && strings.IndexAny(behind, "/)]`") == 0 {
			return ticked
		}
	}
	return false
}

// Beside is the path in the tree of a file of the track.
func (t *Track) Beside(name string) string { return path.Join(t.Dir, name) }

// ready gives the metadata, or why there is none.
func (t *Track) ready() (*Metadata, error) {
	if t.Metadata != nil {
		return t.Metadata, nil
	}
	if err := t.Faults[t.Path]; err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("%s: %w", t.Path, fs.ErrNotExist)
}

// Check is that of the metadata, see [Metadata.Check]; nothing without any.
func (t *Track) Check(strict bool) []Problem {
	if t.Metadata == nil {
		return nil
	}
	return t.Metadata.Check(t.Plan, strict)
}
