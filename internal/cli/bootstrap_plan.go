package cli

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/report"
	"mdck/internal/workspace"
)

// folderInput adds to in which folder and file t means, and what its repository says.
func folderInput(in *bootstrap.Input, t *workspace.Target, git *gitContext) {
	in.Path, in.ID = t.Folder, t.ID()
	if t.Path != t.Folder {
		in.Selected = t.Path
	}
	in.Outside.Changed, in.Outside.Fate = git.uncommitted(t), git.fate(t)
	in.Repository.Committed, in.Repository.Added, in.Repository.After, in.Repository.CountCommits = t.Committed(), t.Added(), t.After(), git.commitCounter(t)
}

// commitCounter returns [bootstrap.Repository.CountCommits] for files of t; nil without a
// repository.
func (s *gitContext) commitCounter(t *workspace.Target) func(name, pattern string) int {
	if s.repo == nil {
		return nil
	}
	return func(name, pattern string) int {
		rel, ok := s.repo.Rel(t.File(name))
		if !ok {
			return 0
		}
		n, _ := s.repo.NamedSince(rel, pattern) // what git does not say is not known
		return n
	}
}

// planCalled is the plan that a name means as commands about plans take it: 03-06, or the
// name of its file. ok is false of what is neither.
func (c *bootstrapCommand) planCalled(name string) (t workspace.Target, err error, ok bool) {
	id := strings.TrimSuffix(name, "-PLAN.md")
	if strings.Trim(id, "0123456789.-") != "" || !strings.Contains(id, "-") || strings.HasPrefix(id, "-") {
		return t, nil, false
	}
	folders, err := c.planFolders([]string{id}, nil)
	var lines []string
	for _, f := range folders {
		for _, named := range slices.Sorted(maps.Keys(f.asked)) {
			t = f.target
			t.Main, t.Path = named, named
			lines = append(lines, "mdck bootstrap "+quote(t.Shown(named)))
		}
	}
	switch len(lines) {
	case 0:
		return t, err, true
	case 1:
		return t, nil, true // what else cannot be read is told by its sequence
	}
	return t, hinted(fmt.Errorf("%d plans are called %s, want one", len(lines), id), lines...), true
}

// putAway is the directory of a milestone that was put away, if name is one, or one in it,
// and "" otherwise.
func putAway(t *workspace.Target, name string) string {
	if t.Row().Part == nil || name == "" || !isDir(name) {
		return ""
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(t.Root, abs)
	if err != nil {
		return ""
	}
	part, past := t.Row().Part(path.Join(filepath.ToSlash(rel), "x"))
	if !past {
		return ""
	}
	return part
}

// notAtHand says that of a milestone that was put away nothing comes next.
func notAtHand(t *workspace.Target, part string) error {
	shown := t.Shown(part)
	return hinted(fmt.Errorf("%s was put away, or is of the backlog: none of its plans comes next", report.Name(shown)),
		"mdck bootstrap "+quote(t.Shown(t.Folder))+" goes on with the plans at hand", "mdck plan order "+quote(shown)+" lists its plans; one that is named by its path is gone on with")
}
