package cli

import (
	"maps"
	"path/filepath"
	"slices"

	"mdck/internal/workspace"
)

// dropPast gives up what is asked about milestones that were put away. Where there is
// nothing else their folders stay, so that there are plans, and none of them is asked
// about.
func (s *planSearch) dropPast() {
	only := !slices.ContainsFunc(s.folders, func(f *planFolder) bool { return !f.past })
	for _, f := range s.folders {
		if f.past {
			clear(f.asked)
			f.kept = only
		}
	}
}

// above reports whether the folders of plans lie in a directory, or are it: milestones
// that were put away are not named by it.
func (s *planSearch) above(dir string) bool {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(s.folders, func(f *planFolder) bool {
		rel, err := filepath.Rel(abs, f.target.File(f.target.Folder))
		return err != nil || !filepath.IsLocal(rel)
	})
}

// merge takes what is asked about folders that another search found.
func (s *planSearch) merge(folders []*planFolder) {
	for _, f := range folders {
		if old := s.at(&f.target, f.part); old != nil {
			maps.Copy(old.asked, f.asked)
			old.kept = old.kept || f.kept
			continue
		}
		s.folders = append(s.folders, f)
	}
}

// at is the folder of plans of a target and part; nil if it was not taken.
func (s *planSearch) at(t *workspace.Target, part string) *planFolder {
	i := slices.IndexFunc(s.folders, func(f *planFolder) bool {
		return f.target.Root == t.Root && f.target.Folder == t.Folder && f.part == part
	})
	if i < 0 {
		return nil
	}
	return s.folders[i]
}
