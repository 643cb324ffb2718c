package save

import (
	"slices"
	"strings"

	"mdck/internal/gitrepo"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

// A Project has the files that a continuation prompt can name.
type Project struct {
	Target   *workspace.Target
	Repo     *gitrepo.Repo // nil outside a repository
	Branch   string
	Team     string   // see [prose.IssueIn]
	Err      error    // error of git when it listed the modified files
	modified []string // tracked files that differ from the last commit; paths in the project, with slashes
	last     []string // files of the last commit; paths in the project, with slashes; nil until asked
}

// NewProject returns a project. It asks git only once for the modified files, because git reads
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

// Facts returns the facts about a session. It takes the progress from its second argument, not from
// s. The key files are those that the state names. If there are none, they are the modified files,
// or else the files of the last commit.
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

// keyFiles returns the existing files among names, which are paths in the project. It omits names
// with special characters.
func keyFiles(s *ccc.Session, names []string) []string {
	return slices.DeleteFunc(s.Existing(names), func(name string) bool { return report.Name(name) != name })
}

func (p *Project) lastChanged() []string {
	if p.Repo != nil && p.last == nil {
		committed, _ := p.Repo.LastChanged() // no names if git fails
		p.last = append([]string{}, p.Repo.Below(p.Target.Root, committed)...)
	}
	return p.last
}

// prefix returns the path of the project in the repository with a final slash; "" for the root.
func (p *Project) prefix() string {
	rel, _ := p.Repo.Rel(p.Target.File("x")) // Rel resolves links only in the directories above a file, so File gets a file name
	return strings.TrimSuffix(rel, "x")
}

func (p *Project) displayPath(name string) string {
	if below, ok := strings.CutPrefix(name, p.prefix()); ok {
		return p.Target.DisplayPath(below)
	}
	return name
}
