package save

import (
	"slices"
	"strings"

	"mdck/internal/gitrepo"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

// A Project lists the files of a project that a continuation prompt can name.
type Project struct {
	Target   *workspace.Target
	Repo     *gitrepo.Repo // nil if there is none
	Branch   string
	Team     string   // see [prose.IssueIn]
	Err      error    // why git cannot list the modified files
	modified []string // tracked files that differ from the last commit, as slash paths in the project
	last     []string // files of the last commit as slash paths in the project; nil before git was asked
}

// NewProject returns a project. It asks git for the modified files only once, because git reads
// every file to find them.
func NewProject(t *workspace.Target, repo *gitrepo.Repo, branch, team string) *Project {
	p := &Project{Target: t, Repo: repo, Branch: branch, Team: team}
	if repo != nil {
		var all []string
		all, p.Err = repo.Modified()
		p.modified = repo.Below(t.Root, all) // empty if environment variables select another repository
	}
	return p
}

// Facts returns the facts of s, but takes those of the progress file from the parameter progress.
// The key files are those that the state names. If it names none, they are the modified files, or
// else the files of the last commit.
func (p *Project) Facts(s *ccc.Session, progress *ccc.Progress) ccc.Facts {
	f := ccc.NewFacts(progress, s.State, p.Branch, p.Team)
	f.Files = keyFiles(s, f.Files)
	if len(f.Files) == 0 {
		f.Files = keyFiles(s, p.modified)
	}
	if len(f.Files) == 0 {
		f.Files = keyFiles(s, p.lastChanged())
	}
	return f
}

// keyFiles returns the existing files among names without special characters in their names. names
// are slash paths in the project.
func keyFiles(s *ccc.Session, names []string) []string {
	return slices.DeleteFunc(s.Existing(names), func(name string) bool { return report.Name(name) != name })
}

func (p *Project) lastChanged() []string {
	if p.Repo != nil && p.last == nil {
		committed, _ := p.Repo.LastChanged() // if git fails, the prompt names no files
		p.last = append([]string{}, p.Repo.Below(p.Target.Root, committed)...)
	}
	return p.last
}

// prefix returns the path of the project in the repository, with a slash at the end; "" if it is
// the root.
func (p *Project) prefix() string {
	rel, _ := p.Repo.Rel(p.Target.File("x")) // File needs the name of a file, because Rel resolves only links in the directories above it
	return strings.TrimSuffix(rel, "x")
}

// displayPath returns the displayed path of a file in the repository.
func (p *Project) displayPath(name string) string {
	if below, ok := strings.CutPrefix(name, p.prefix()); ok {
		return p.Target.Shown(below)
	}
	return name
}
