// Package agentdir changes the files of an epic on disk, on which several agents
// work at a time: one write, of a checkpoint and of what belongs to it, is one
// transaction under the lock of the epic.
//
// Before a checkpoint is replaced, it is copied to the folder where the protocol
// keeps backups; one that cannot be read goes to the archive instead, and is never
// lost. What is written is read back and compared before it gets its name.
package agentdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/protocol"
)

// An Epic is the folder of an epic on disk. It holds no state.
type Epic struct {
	Root    string            // absolute path
	Wait    time.Duration     // for a lock, as in [safefile.Store]
	Waiting func(what string) // as there
	FS      safefile.FS       // the seam for faults; nil means the operating system

	FollowLinks bool // as [safefile.Store.FollowOutside]
}

// Above is the nearest directory, dir or one above it, that has a folder of
// checkpoints; ok is false if there is none. dir is absolute.
func Above(dir string) (root string, ok bool) {
	for d := dir; ; d = filepath.Dir(d) {
		if info, err := os.Stat(filepath.Join(d, agents.CheckpointDir)); err == nil && info.IsDir() {
			return d, true
		}
		if filepath.Dir(d) == d {
			return "", false
		}
	}
}

// Tree is the tree of the files of the epic, as they are at each moment.
func (e *Epic) Tree() fs.FS { return tree.Dir(e.Root) }

// Folder reads the checkpoints. A folder that is not there holds none.
func (e *Epic) Folder() (*agents.Folder, error) {
	f, err := agents.ReadFolder(e.Tree(), agents.CheckpointDir)
	if errors.Is(err, fs.ErrNotExist) {
		return &agents.Folder{Dir: agents.CheckpointDir}, nil
	}
	return f, err
}

// Name is the name of the checkpoint of an agent that is asked for by its id or by
// the name of its file, whether or not it is there. A name that is none is an
// [*agents.RequestError].
func (e *Epic) Name(asked string) (string, error) {
	f, err := e.Folder()
	if err != nil {
		return "", err
	}
	if name := f.Named(asked); name != "" {
		return name, nil
	}
	switch k := agents.KindOf(asked); {
	case k.MayBeAgent():
		return asked, nil
	case k != agents.NoAgent:
		return "", &agents.RequestError{Reason: fmt.Sprintf("%q is no checkpoint of an agent but a copy of one", asked), Hint: "mdck agents list lists the agents"}
	}
	return agents.FileName(asked)
}

// IDOf is the id of an agent that is asked for by its id or by the name of its file:
// as it was spelled, unless in the way of files.
func IDOf(asked string) string {
	folded := agents.FoldID(stem(asked))
	if stem(asked) == folded || folded == agents.Primary {
		return agents.IDOf(folded)
	}
	return stem(asked)
}

func stem(name string) string {
	if path.Ext(name) == ".json" {
		return name[:len(name)-len(".json")]
	}
	return name
}

// store is where the files of the epic change together.
func (e *Epic) store(holder string, f safefile.FS) safefile.Store {
	t := workspace.Target{Target: protocol.Target{Protocol: workspace.Agents, Root: e.Root, Main: agents.CheckpointDir, Path: agents.CheckpointDir}}
	s := t.Store(holder, nil)
	s.Wait, s.Waiting, s.FS, s.FollowOutside = e.Wait, e.Waiting, f, e.FollowLinks
	s.Refills = true // a broken checkpoint is kept aside, and its newest backup takes its place
	return s
}

// Recover finishes a write that was interrupted, and reports whether there was one.
func (e *Epic) Recover() (bool, error) { return e.store("mdck recovery", e.FS).Recover() }

func (e *Epic) fs() safefile.FS {
	if e.FS == nil {
		return safefile.OS()
	}
	return e.FS
}

// list are the names in a folder of the epic; one that is not there has none.
func (e *Epic) list(dir string) ([]string, error) {
	entries, err := e.fs().ReadDir(filepath.Join(e.Root, filepath.FromSlash(dir)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names, nil
}
