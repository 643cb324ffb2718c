package workspace

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/plan/planfile"
)

// TracksDir is where the tracks of the evaluate loop lie in their project. Source:
// track manager.
const TracksDir = "conductor/tracks"

// detectAgents is [Detect] for the checkpoints of parallel agents: all of an epic are
// one target, whose Main is their folder. A file whose name does not say is looked
// into.
func detectAgents(slash string) (t Target, ok bool) {
	marker := "/" + agents.CheckpointDir + "/"
	i := strings.LastIndex(slash, marker)
	if i < 0 {
		return Target{}, false
	}
	name := slash[i+len(marker):]
	if strings.Contains(name, "/") || !isAgent(filepath.FromSlash(slash)) {
		return Target{}, false
	}
	t = agentsAt(rootAt(slash[:i]))
	t.Path = t.Main + "/" + name
	return t, true
}

// isAgent reports whether a file in a folder of checkpoints is one: by its name, or
// where the name does not say, by what it holds.
func isAgent(file string) bool {
	switch k := agents.KindOf(filepath.Base(file)); {
	case k.IsAgent():
		return true
	case k != agents.Other:
		return false
	}
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > jsondoc.MaxSize {
		return false
	}
	text, err := os.ReadFile(file)
	return err == nil && agents.NamesAgent(string(text))
}

// agentsAt is the target of the epic at root.
func agentsAt(root string) Target {
	return Target{Protocol: Agents, Root: root, Main: agents.CheckpointDir, Path: agents.CheckpointDir}
}

// detectLoop is [Detect] for the metadata of a track.
func detectLoop(slash string) (t Target, ok bool) {
	marker := "/" + TracksDir + "/"
	i := strings.LastIndex(slash, marker)
	if i < 0 {
		return Target{}, false
	}
	id, name, _ := strings.Cut(slash[i+len(marker):], "/")
	if id == "" || name != loop.MetadataFile {
		return Target{}, false
	}
	main := path.Join(TracksDir, id, name)
	return Target{Protocol: Loop, Root: rootAt(slash[:i]), Main: main, Path: main}, true
}

// rootAt is the directory of the system at a slash path, which is empty for the root
// of the file system.
func rootAt(slash string) string {
	root := filepath.FromSlash(slash)
	if root == "" || strings.HasSuffix(root, ":") {
		root += string(filepath.Separator)
	}
	return root
}

// agentFiles are the slash paths of the checkpoints of agents in the folder of t.
func agentFiles(t *Target) []string {
	entries, _ := os.ReadDir(t.File(t.Main)) // a folder that cannot be read is told when it is worked on
	var names []string
	for _, e := range entries {
		if isAgent(filepath.Join(t.File(t.Main), e.Name())) {
			names = append(names, path.Join(t.Main, e.Name()))
		}
	}
	return names
}

// hasFolders reports whether dir holds agents, tracks or plans.
func hasFolders(dir string) bool {
	return slices.ContainsFunc(append(planfile.Folders(), agents.CheckpointDir, TracksDir), func(name string) bool {
		return exists(filepath.Join(dir, filepath.FromSlash(name)))
	})
}

// IsEpic reports whether dir has a folder of checkpoints of agents.
func IsEpic(dir string) bool { return isDirectory(filepath.Join(dir, agents.CheckpointDir)) }

// A folderFinder finds agents, tracks and plans among the files of a walk.
type folderFinder struct{ epics map[string]bool } // those that were found

// find is the target that the file at an absolute path belongs to; agents of one epic
// are found once.
func (f *folderFinder) find(name, base string) (t Target, ok bool) {
	switch {
	case base == loop.MetadataFile:
		return detectLoop(filepath.ToSlash(name))
	case mayBePlan(base):
		return detectPlan(filepath.ToSlash(name))
	case filepath.Ext(base) != ".json" || filepath.Base(filepath.Dir(name)) != agents.CheckpointDir:
		return t, false
	}
	if t, ok = detectAgents(filepath.ToSlash(name)); !ok || f.epics[t.Root] {
		return t, false
	}
	if f.epics == nil {
		f.epics = map[string]bool{}
	}
	f.epics[t.Root] = true
	t.Path = t.Main
	return t, true
}
