package agents

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// place says where the files of the protocol are. All agents of an epic are one
// checkpoint, whose Main is their folder.
var place = protocol.Place{
	Globs:   []string{"**/" + CheckpointDir + "/*" + extension},
	Watched: []string{"**/" + StatusFile},
	Folders: []string{CheckpointDir}, Skipped: []string{BackupDir}, AtRoot: true, Repository: true,
	Detect: detect,
	Find:   find,
	As: func(t protocol.Target) protocol.Target {
		t.Main = filepath.Base(t.Root)
		t.Root, t.Path = filepath.Dir(t.Root), t.Main+"/"+t.Path
		return t
	},
	ID:    func(t protocol.Target) string { return filepath.Base(t.Root) },
	Files: files,
	In:    func(d protocol.Disk, dir string) bool { return d.IsDir(filepath.Join(dir, CheckpointDir)) },
	Owns:  func(_ protocol.Disk, _ string, tree fs.FS, name string) bool { return Owns(tree, name) },
}

// detect returns the epic of a checkpoint. A file whose name does not say is read.
func detect(d protocol.Disk, file string) (t protocol.Target, ok bool) {
	root, name, ok := protocol.Cut(file, CheckpointDir)
	if !ok || strings.Contains(name, "/") || !isAgent(d, filepath.FromSlash(file)) {
		return t, false
	}
	return protocol.Target{Protocol: Name, Root: root, Main: CheckpointDir, Path: CheckpointDir + "/" + name}, true
}

func find(d protocol.Disk, file string) (t protocol.Target, ok bool) {
	t, ok = detect(d, file)
	t.Path = t.Main
	return t, ok
}

// isAgent reports whether a file in the folder of checkpoints is one: by its name, or
// where the name does not say, by what it holds.
func isAgent(d protocol.Disk, file string) bool {
	switch k := KindOf(filepath.Base(file)); {
	case k.IsAgent():
		return true
	case k != Other:
		return false
	}
	text, err := d.ReadFile(file, jsondoc.MaxSize)
	return err == nil && NamesAgent(text)
}

// files returns the checkpoints in the folder of t. A folder that cannot be read has none
// here; the error is of what works on it.
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
