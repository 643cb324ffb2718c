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
	// Commits is how many commits came after From, an earlier commit in the history of HEAD. The one
	// with the checkpoint itself, and besides only files that it names as dirty, does not count.
	From    string `json:"from,omitempty"`
	Commits int    `json:"commits,omitempty"`
	Apart   bool   `json:"apart,omitempty"` // From is not in the history of HEAD: it was amended, or HEAD is on another line
	More    int    `json:"-"`               // dirty files that a checkpoint counts and does not name
}

// Keys of the claims that [Facts] make.
const (
	BranchKey   = "branch"
	HeadKey     = "head"
	WorktreeKey = "worktree"
	DirtyKey    = "dirty"
)

// Claims returns what f says of the repository, to be compared with what now returns, which counts
// its commits from those of f; none if now is nil. The caller sets the spans. A dirty file that f
// lists may be clean by now.
func (f Facts) Claims(now func(was Facts) (Facts, error)) []Claim {
	if now == nil {
		return nil
	}
	ask := sync.OnceValues(func() (Facts, error) { return now(f) })
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
		about(DirtyKey, "uncommitted files", fmt.Sprint(len(f.Dirty)+f.More), f.dirtyNow),
	}
}

// Changes returns what differs now, a line each.
func (f Facts) Changes(now Facts) []string {
	var lines []string
	for _, v := range Verify(nil, f.Claims(func(Facts) (Facts, error) { return now, nil })) {
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
	counted := f.Head != "" && now.From == f.Head
	switch {
	case f.Head != "" && strings.HasPrefix(now.Head, f.Head), counted && now.Commits == 0 && !now.Apart:
		return shortID(f.Head)
	case counted && now.Apart:
		return fmt.Sprintf("%s: %s is not in its history", shortID(now.Head), shortID(f.Head))
	case !counted:
		return shortID(now.Head)
	case now.Commits == 1:
		return shortID(now.Head) + ": HEAD moved by 1 commit"
	}
	return fmt.Sprintf("%s: HEAD moved by %d commits", shortID(now.Head), now.Commits)
}

// maxDirty is how many files a claim names.
const maxDirty = 3

// dirtyNow is what f records, or which files are dirty now that f does not name.
func (f Facts) dirtyNow(now Facts) string {
	unnamed := slices.DeleteFunc(slices.Clone(now.Dirty), func(name string) bool { return slices.Contains(f.Dirty, name) })
	if len(unnamed) <= f.More {
		return fmt.Sprint(len(f.Dirty) + f.More)
	}
	names := strings.Join(unnamed[:min(len(unnamed), maxDirty)], ", ")
	if n := len(unnamed) - maxDirty; n > 0 {
		names += fmt.Sprintf(" and %d more", n)
	}
	count := "1 file"
	if len(unnamed) > 1 {
		count = fmt.Sprintf("%d files", len(unnamed))
	}
	return count + " uncommitted that the note does not name: " + names
}
