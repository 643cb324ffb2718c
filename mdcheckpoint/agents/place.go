package agents

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// All agents of an epic are one target. Main is the folder of their checkpoints.
var place = protocol.Place{
	Globs:      []string{"**/" + CheckpointDir + "/*" + extension},
	Watched:    []string{"**/" + statusFile},
	Folders:    []string{CheckpointDir},
	Skipped:    []string{BackupDir},
	AtRoot:     true,
	Repository: true,
	Detect:     detect,
	Recognizes: namesAgent,
	Find:       find,
	As: func(t protocol.Target) protocol.Target {
		t.Main = filepath.Base(t.Root)
		t.Root, t.Path = filepath.Dir(t.Root), t.Main+"/"+t.Path
		return t
	},
	ID:    func(t protocol.Target) string { return filepath.Base(t.Root) },
	Files: files,
	In:    func(d protocol.Disk, dir string) bool { return d.IsDir(filepath.Join(dir, CheckpointDir)) },
	Owns:  func(_ protocol.Disk, _ string, tree fs.FS, name string) bool { return owns(tree, name) },
}

func detect(d protocol.Disk, file string) (t protocol.Target, ok bool) {
	root, name, ok := protocol.Cut(file, CheckpointDir)
	if !ok || strings.Contains(name, "/") || !isAgent(d, filepath.FromSlash(file)) {
		return t, false
	}
	return protocol.Target{
		Protocol: Name,
		Root:     root,
		Main:     CheckpointDir,
		Path:     CheckpointDir + "/" + name,
	}, true
}

func find(d protocol.Disk, file string) (t protocol.Target, ok bool) {
	t, ok = detect(d, file)
	t.Path = t.Main
	return t, ok
}

func isAgent(d protocol.Disk, file string) bool {
	switch k := KindOf(filepath.Base(file)); {
	case k.isAgent():
		return true
	case k != Other:
		return false
	}
	text, err := d.ReadFile(file, jsondoc.MaxSize)
	return err == nil && namesAgent(text)
}

func files(d protocol.Disk, t protocol.Target) []string {
	entries, _ := d.ReadDir(t.File(t.Main))
	var names []string
	for _, e := range entries {
		if isAgent(d, filepath.Join(t.File(t.Main), e.Name())) {
			names = append(names, path.Join(t.Main, e.Name()))
		}
	}
	return names
}

// owns reports whether the file called name is written together with the checkpoints.
func owns(tree fs.FS, name string) bool {
	dir, base := path.Dir(name), path.Base(name)
	switch {
	case !fs.ValidPath(name):
		return false
	case dir == CheckpointDir || dir == BackupDir:
		return path.Ext(base) == extension
	case dir == MessageDir:
		return path.Ext(base) == mailExtension
	case base != statusFile || !IsFeature(dir):
		return name == EpicFile
	case !strings.Contains(dir, "/"):
		return true
	}
	all, err := ReadFolder(tree, CheckpointDir)
	return err == nil && slices.ContainsFunc(all.Agents, func(c *Checkpoint) bool { return path.Clean(c.Feature()) == dir })
}

// IsFeature reports whether folder, relative to the epic, can be the folder of a feature.
func IsFeature(folder string) bool {
	elements := strings.Split(folder, "/")
	hidden := func(element string) bool { return element == "" || element[0] == '.' }
	return path.Clean(folder) == folder && !slices.ContainsFunc(elements, hidden) &&
		!slices.Contains([]string{CheckpointDir, MessageDir, LockDir}, elements[0])
}
