// Package limitdir keeps the state of thresholds and triggers of a project on disk:
// each check, acknowledgment or reset is one transaction under the lock of the
// project. Which level a value has reached, and what the files become, is for package
// threshold to say.
//
// A state file that cannot be read is never replaced: the error names the place.
package limitdir

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/yamldoc"
)

// A Project is the directory that the state belongs to. It holds no state.
type Project struct {
	Root    string            // absolute path
	Wait    time.Duration     // for a lock, as in [safefile.Store]
	Waiting func(what string) // as there
	FS      safefile.FS       // the seam for faults; nil means the operating system

	FollowLinks bool // as [safefile.Store.FollowOutside]
}

// Above is the project that dir, an absolute path, lies in: the nearest directory,
// dir or one above it, that has a folder of plans, but none above the root of the
// repository, or else that root; ok is false if there is neither.
func Above(dir string) (root string, ok bool) {
	for d := dir; ; d = filepath.Dir(d) {
		for _, folder := range planfile.Folders() {
			if info, err := os.Stat(filepath.Join(d, folder)); err == nil && info.IsDir() {
				return d, true
			}
		}
		if _, err := os.Stat(filepath.Join(d, ".git")); err == nil {
			return d, true
		}
		if filepath.Dir(d) == d {
			return "", false
		}
	}
}

// Tree is the tree of the files of the project, as they are at each moment.
func (p *Project) Tree() fs.FS { return tree.Dir(p.Root) }

// A Place is a configuration of the protocol: a file of a tree, and its name for
// people.
type Place struct {
	Tree  fs.FS
	Name  string // .autopilot/config.yaml
	Shown string
}

// Foreign reads a configuration of the protocol, as YAML or JSON by its name; nil if
// it is not there.
func (p Place) Foreign() (*threshold.Foreign, *jsondoc.Document, error) {
	text, err := source.ReadFile(p.Tree, p.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, nil, &fs.PathError{Op: failed.Op, Path: p.Shown, Err: failed.Err}
	}
	if err != nil {
		return nil, nil, err
	}
	parse := yamldoc.Parse
	if path.Ext(p.Name) == ".json" {
		parse = jsondoc.Parse
	}
	d, err := parse(p.Shown, text)
	if err != nil {
		return nil, nil, err
	}
	return threshold.ReadForeign(d), d, nil
}
