package agents

import (
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
