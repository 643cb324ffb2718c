package loop

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/loop/tasks"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A Track is the metadata and the plan of a track. Missing and unreadable files are nil.
type Track struct {
	Tree fs.FS
	Path string // path of the metadata in Tree, with slashes
	Dir  string // directory of the track in Tree
	ID   string // name of that directory; "" at the root of Tree
	Root string // root of the project in Tree: the folder that contains conductor/tracks, or "."
	home string // folder in Tree that has tracks.md

	Metadata *Metadata
	Plan     *tasks.Plan

	Files  map[string]*source.File // existing files by their paths, including those that cannot be parsed
	Faults map[string]error        // reasons why existing files cannot be used, by path

	registration *registration // cached by registered
}

// Read reads the track whose metadata is at name. Files may be missing.
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
	t.Plan = source.Load(tree, t.PathOf(PlanFile), t.Files, t.Faults, tasks.Parse)
	return t
}

// PathOf returns the path in the tree of a file in the track's directory.
func (t *Track) PathOf(name string) string {
	return path.Join(t.Dir, name)
}

func (t *Track) ready() (*Metadata, error) {
	switch err := t.Faults[t.Path]; {
	case t.Metadata != nil || err != nil:
		return t.Metadata, err
	case t.Plan != nil:
		return nil, protocol.BadRequest("to create it from plan.md: mdck loop migrate --write", "file does not exist")
	}
	return nil, fmt.Errorf("%s: %w", t.Path, fs.ErrNotExist)
}
