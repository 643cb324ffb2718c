package claim

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// Facts are the state of a repository at a time: where the work of a session was done.
type Facts struct {
	Branch   string   `json:"branch"`             // "" if HEAD is detached
	Head     string   `json:"head"`               // the id of the commit; "" before the first
	Worktree string   `json:"worktree,omitempty"` // the name that git gives a linked work tree; "" is the main one
	Dirty    []string `json:"dirty,omitempty"`    // files that differ from HEAD or are new, as sorted slash paths in the repository
	Time     string   `json:"time"`
	// Commits is how many commits HEAD has that From, the id of an earlier one, has not.
	From    string `json:"from,omitempty"`
	Commits int    `json:"commits,omitempty"`
}

// Keys of the claims that [Facts] make.
const (
	BranchKey   = "branch"
	HeadKey     = "head"
	WorktreeKey = "worktree"
	DirtyKey    = "dirty"
)

// Claims returns what f says of the repository, to be compared with what now returns, which counts
// its commits from an id; none if now is nil. The caller sets the spans. A dirty file that f
// lists may be clean by now.
func (f Facts) Claims(now func(from string) (Facts, error)) []Claim {
	if now == nil {
		return nil
	}
	ask := sync.OnceValues(func() (Facts, error) { return now(f.Head) })
	about := func(key, name, recorded string, actual func(now Facts) string) Claim {
		return Claim{Key: key, Name: name, Recorded: recorded, Actual: func(fs.FS) (string, error) {
			is, err := ask()
			return actual(is), err
		}}
	}
	return []Claim{
		about(BranchKey, "branch", branchName(f.Branch), func(now Facts) string { return branchName(now.Branch) }),
		about(HeadKey, "HEAD", shortID(f.Head), f.headNow),
		about(WorktreeKey, "work tree", cmp.Or(f.Worktree, "main"), func(now Facts) string { return cmp.Or(now.Worktree, "main") }),
		about(DirtyKey, "uncommitted files", fmt.Sprint(len(f.Dirty)), f.dirtyNow),
	}
}

// Changes returns what differs now, a line each.
func (f Facts) Changes(now Facts) []string {
	var lines []string
	for _, v := range Verify(nil, f.Claims(func(string) (Facts, error) { return now, nil })) {
		if v.Status == Stale {
			lines = append(lines, fmt.Sprintf("%s: recorded %s, actual %s", v.Name, v.Recorded, v.Actual))
		}
	}
	return lines
}

func branchName(branch string) string { return cmp.Or(branch, "none (detached)") }

// shortID returns the beginning of an id that people know a commit by.
func shortID(id string) string {
	if id == "" {
		return "no commit"
	}
	return id[:min(len(id), 7)]
}

// headNow is the commit that HEAD is now, and how far it moved, if that is known.
func (f Facts) headNow(now Facts) string {
	switch {
	case f.Head != "" && strings.HasPrefix(now.Head, f.Head):
		return shortID(f.Head)
	case now.From != f.Head || now.Commits == 0:
		return shortID(now.Head)
	case now.Commits == 1:
		return shortID(now.Head) + ", 1 commit later"
	}
	return fmt.Sprintf("%s, %d commits later", shortID(now.Head), now.Commits)
}

// maxDirty is how many files a claim names.
const maxDirty = 3

// dirtyNow is what f records, or which files are dirty now that f does not list.
func (f Facts) dirtyNow(now Facts) string {
	more := slices.DeleteFunc(slices.Clone(now.Dirty), func(name string) bool { return slices.Contains(f.Dirty, name) })
	if len(more) == 0 {
		return fmt.Sprint(len(f.Dirty))
	}
	names := strings.Join(more[:min(len(more), maxDirty)], ", ")
	if n := len(more) - maxDirty; n > 0 {
		names += fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%d not recorded: %s", len(more), names)
}
