package agents

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Belongs reports whether the file of an epic that has this name, a slash path
// relative to it, is one that changes with the checkpoints of its agents: a
// checkpoint, a copy of one, messages, EPIC_README.md, or the STATUS of a feature whose
// folder lies in that of the epic itself. Of a feature further down only its checkpoint
// tells. Nothing below a .git or a .mdck is.
func Belongs(name string) bool {
	if path.Clean(name) != name || slices.ContainsFunc(strings.Split(name, "/"), foreign) {
		return false
	}
	dir, base := path.Split(name)
	switch path.Clean(dir) {
	case CheckpointDir, BackupDir:
		return path.Ext(base) == extension
	case MessageDir:
		return path.Ext(base) == ".md"
	}
	return name == EpicFile || base == StatusFile && strings.Count(name, "/") == 1 && IsFeature(path.Clean(dir))
}

// Owns reports whether a file changes with the checkpoints of the epic in tree: it belongs
// to any epic, or is the STATUS of a feature that one of the checkpoints names.
func Owns(tree fs.FS, name string) bool {
	if Belongs(name) {
		return true
	}
	folder, base := path.Split(name)
	folder = path.Clean(folder)
	if base != StatusFile || !IsFeature(folder) {
		return false
	}
	all, err := ReadFolder(tree, CheckpointDir)
	return err == nil && slices.ContainsFunc(all.Agents, func(c *Checkpoint) bool { return path.Clean(c.Feature()) == folder })
}

// IsFeature reports whether a folder, a slash path relative to the epic, may be that of
// a feature: none that is hidden, nor one that the protocol keeps its own files in.
func IsFeature(folder string) bool {
	elements := strings.Split(folder, "/")
	hidden := func(element string) bool { return element == "" || element[0] == '.' }
	return path.Clean(folder) == folder && !slices.ContainsFunc(elements, hidden) &&
		!slices.Contains([]string{CheckpointDir, MessageDir, LockDir}, elements[0])
}

// foreign reports whether an element of a path leads out of the epic, or to what is
// git's or mdck's own.
func foreign(element string) bool {
	return element == ".." || element == "" || strings.EqualFold(element, ".git") || strings.EqualFold(element, ".mdck")
}
