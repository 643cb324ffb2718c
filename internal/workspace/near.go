package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/mdcheckpoint/ohrfc"
)

// MaxNear is how many workspaces [Near] gives at most: the last by name, as ids
// often have the date in them.
const MaxNear = 2000

// IsStart reports whether a walk for a repository may begin at dir: it is a
// workspace, or holds checkpoints or a repository.
func IsStart(dir string) bool {
	return isWorkspace(dir) || filepath.Base(dir) == ohrfc.Dir || exists(filepath.Join(dir, ohrfc.Dir)) || exists(filepath.Join(dir, ".git")) || hasSession(dir) || hasFolders(dir)
}

// NearHere gives what [Here] gives, found as [Near] does it: of a repository that dir
// lies in, and the session of a project that a variable names. Outside of any
// repository only that one is looked for: what lies below may be all that the user
// has.
func NearHere(dir string, names int) (found []Target, whole bool) {
	whole = true
	if start := Start(dir); IsStart(start) {
		found, whole = Near(start, names)
	}
	return with(found), whole
}

// Near gives what [Below] gives, to callers that have no time: what lies nearer to
// dir is found first, no more than that many names are looked at, and no more than
// [MaxNear] workspaces given, and no link to a folder of plans is followed. whole reports whether that was all. A directory that
// cannot be read is left out; a workspace is given though its files cannot.
func Near(dir string, names int) (found []Target, whole bool) {
	if isWorkspace(dir) {
		return near(dir), true
	}
	if filepath.Base(dir) == ohrfc.Dir {
		return nearIn(dir, nil)
	}
	whole = true
	sessions, folders := newSessionFinder(), &folderFinder{}
	for queue := []string{dir}; len(queue) > 0; queue = queue[1:] {
		entries, _ := os.ReadDir(queue[0])
		for _, e := range entries {
			if names--; names < 0 {
				return found, false
			}
			name := filepath.Join(queue[0], e.Name())
			if t, ok := sessions.find(name, e.Name()); ok {
				found = append(found, t)
			} else if t, ok := folders.find(name, e.Name()); ok {
				found = append(found, t)
			}
			switch {
			case e.Name() == ohrfc.Dir && (e.IsDir() || isDirectory(name)):
				var all bool
				found, all = nearIn(name, found)
				whole = whole && all
			case e.IsDir() && !skipped(name, e.Name()):
				queue = append(queue, name)
			}
		}
	}
	return found, whole
}

// nearIn adds the workspaces of a directory .ohrfc to found.
func nearIn(dir string, found []Target) (all []Target, whole bool) {
	entries, _ := os.ReadDir(dir)
	for _, e := range slices.Backward(entries) {
		name := filepath.Join(dir, e.Name())
		if strings.HasPrefix(e.Name(), ".") || !e.IsDir() && !isDirectory(name) {
			continue
		}
		if len(found) >= MaxNear {
			return found, false
		}
		found = append(found, near(name)...)
	}
	return found, true
}

// near gives the workspace at .ohrfc/<id>, also one whose files cannot be read.
func near(dir string) []Target {
	found, err := workspaceAt(dir)
	if err == nil {
		return found
	}
	t, ok := Detect(filepath.Join(dir, ohrfc.CheckpointFile))
	if !ok {
		return nil
	}
	return []Target{t}
}
