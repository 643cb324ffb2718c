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
	Err      error    // error from listing the modified files
	modified []string // relative to the project, with slashes
	last     []string // files of the last commit; nil until lastChanged reads them
}

// NewProject asks git only once for the modified files, because git reads every file.
func NewProject(t *workspace.Target, repo *gitrepo.Repo, team string) *Project {
	p := &Project{Target: t, Repo: repo, Team: team}
	if repo != nil {
		p.Branch, _ = repo.Branch() // unknown if HEAD is unreadable
		var all []string
		all, p.Err = repo.Modified()
		p.modified = repo.Below(t.Root, all) // empty if environment variables select another repository
	}
	return p
}

// Facts returns the facts about a session. Its files are those in scope, or else the modified files, or
// else those of the last commit.
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

// keyFiles returns the names that exist and have no special characters.
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

// prefix returns the path of the project in the repository, with a final slash, or "".
func (p *Project) prefix() string {
	rel, _ := p.Repo.Rel(p.Target.File("x")) // x need not exist; Rel resolves the links above it
	return strings.TrimSuffix(rel, "x")
}

func (p *Project) displayPath(name string) string {
	if below, ok := strings.CutPrefix(name, p.prefix()); ok {
		return p.Target.DisplayPath(below)
	}
	return name
}
