package gitrepo

import (
	"path/filepath"
	"strings"
)

// A State describes the checked out commit and the uncommitted changes.
type State struct {
	Branch  string   // "" if HEAD is detached
	Head    string   // id of the commit; "" before the first one
	Linked  string   // name of a linked work tree; "" in the main one
	Changed []string // as [Repo.Changed] returns them
}

// State runs git status once.
func (r *Repo) State() (State, error) {
	g, err := r.unfiltered()
	if err != nil {
		return State{}, err
	}
	out, err := g.status([]string{"."}, "--untracked-files=all", "--branch")
	s := State{Linked: r.linked()}
	for _, line := range out {
		if id, ok := strings.CutPrefix(line, "# branch.oid "); ok && id != "(initial)" {
			s.Head = id
		}
		if name, ok := strings.CutPrefix(line, "# branch.head "); ok && name != "(detached)" {
			s.Branch = name
		}
	}
	s.Changed = pathsOf(parseStatus(out))
	return s, err
}

func (r *Repo) linked() string {
	dir, ok := pointer(filepath.Join(r.git.dir, ".git"), "gitdir: ")
	if !ok || filepath.Base(filepath.Dir(dir)) != "worktrees" {
		return ""
	}
	return filepath.Base(dir)
}
