package workspace

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/plan/planfile"
)

// linkedFolders are the directories that links which were followed lead to: folders of
// plans that lie elsewhere. Nothing in them is found a second time.
type linkedFolders map[string]bool

// add reports whether an entry is a link to a folder of plans, and notes where that is. A
// link in a folder of plans, or to a directory around it, is none: a walk has to end.
func (l linkedFolders) add(name string, d fs.DirEntry) bool {
	if d.Type()&fs.ModeSymlink == 0 || !slices.Contains(planfile.Folders(), d.Name()) || !isDirectory(name) {
		return false
	}
	dir := filepath.Dir(name)
	for _, part := range strings.Split(filepath.ToSlash(dir), "/") {
		if slices.Contains(planfile.Folders(), part) {
			return false
		}
	}
	to, err := filepath.EvalSymlinks(name)
	from, fault := filepath.EvalSymlinks(dir)
	if _, above := tree.Within(to, from); err != nil || fault != nil || above {
		return false
	}
	l[to] = true
	return true
}

// plansOf are those of all that are of plans.
func plansOf(all []Target) []Target {
	return slices.DeleteFunc(all, func(t Target) bool { return t.Protocol != Plan })
}

// once are the targets without the plans that are found by a link, too.
func (l linkedFolders) once(all []Target) []Target {
	if len(l) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(t Target) bool {
		if t.Protocol != Plan || slices.Contains(planfile.Folders(), t.Folder) {
			return false // by the link, or by its own name
		}
		root, err := filepath.EvalSymlinks(t.Root)
		if err != nil {
			return false
		}
		file := filepath.Join(root, filepath.FromSlash(t.Main))
		for dir := range l {
			if _, ok := tree.Within(dir, file); ok {
				return true
			}
		}
		return false
	})
}
