package agents

import (
	"path"
	"slices"
	"strings"
)

// Belongs reports whether the file of an epic that has this name, a slash path
// relative to it, is one that changes with the checkpoints of its agents: a
// checkpoint, a copy of one, messages, the STATUS of a feature, or EPIC_README.md.
// Nothing below a .git or a .mdck is.
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
	return name == EpicFile || base == StatusFile
}

// foreign reports whether an element of a path leads out of the epic, or to what is
// git's or mdck's own.
func foreign(element string) bool {
	return element == ".." || element == "" || strings.EqualFold(element, ".git") || strings.EqualFold(element, ".mdck")
}
