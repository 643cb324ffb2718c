package claim

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"mdck/internal/spelling"
)

// Facts is the state of a repository when a session worked.
type Facts struct {
	Branch   string    `json:"branch"`             // "" if HEAD is detached
	Head     string    `json:"head"`               // commit id; "" before the first commit
	Worktree string    `json:"worktree,omitempty"` // git's name of a linked work tree; "" for the main one
	Dirty    []string  `json:"dirty,omitempty"`    // paths of new and changed files: sorted, with slashes
	Time     time.Time `json:"time"`               // when the facts were recorded; zero if unknown
	// Commits is the number of commits after From, or of all if From is "". It is set if Counted is
	// true.
	Counted bool   `json:"counted,omitempty"`
	From    string `json:"from,omitempty"`
	Commits int    `json:"commits,omitempty"`
	AtLeast bool   `json:"at_least,omitempty"` // there may be more than Commits
	Apart   bool   `json:"apart,omitempty"`    // From is not in the history of HEAD
	// CountErr is why the commits cannot be counted, as in a shallow clone.
	CountErr error `json:"-"`
	More     int   `json:"-"` // dirty files that a checkpoint counts but does not list
}

const (
	BranchKey   = "branch"
	HeadKey     = "head"
	WorktreeKey = "worktree"
	DirtyKey    = "dirty"
)

// Claims returns the claims of f about the repository, or none if now is nil. now returns the present
// facts.
func (f Facts) Claims(now func(was Facts) (Facts, error)) []Claim {
	if now == nil {
		return nil
	}
	ask := sync.OnceValues(func() (Facts, error) { return now(f) })
	about := func(key, name, recorded string, actual func(now Facts) string) Claim {
		return Claim{Key: key, Name: name, Recorded: recorded, Actual: func(fs.FS) (string, error) {
			is, err := ask()
			if err == nil && key == HeadKey {
				err = is.CountErr
			}
			return actual(is), err
		}}
	}
	return []Claim{
		about(BranchKey, "branch", branchName(f.Branch), func(now Facts) string { return branchName(now.Branch) }),
		about(HeadKey, "HEAD", shortID(f.Head), f.headNow),
		about(WorktreeKey, "work tree", cmp.Or(f.Worktree, "main"), func(now Facts) string { return cmp.Or(now.Worktree, "main") }),
		about(DirtyKey, "number of uncommitted files", fmt.Sprint(len(f.Dirty)+f.More), f.dirtyNow),
	}
}

// Changes returns a line for each fact that differs in now.
func (f Facts) Changes(now Facts) (lines []string) {
	for _, v := range Verify(nil, f.Claims(func(Facts) (Facts, error) { return now, nil })) {
		if v.Status == Stale {
			lines = append(lines, fmt.Sprintf("%s: recorded %s, actual %s", v.Name, v.Recorded, v.Actual))
		}
	}
	return lines
}

func branchName(branch string) string { return cmp.Or(branch, "none (detached)") }

func shortID(id string) string {
	if id == "" {
		return "no commit"
	}
	return id[:min(len(id), 7)]
}

// headNow returns the commit of HEAD and, if known, the number of commits since f.
func (f Facts) headNow(now Facts) string {
	counted := now.Counted && now.From == f.Head
	switch {
	case f.Head != "" && strings.HasPrefix(now.Head, f.Head), counted && now.Commits == 0 && !now.Apart:
		return shortID(f.Head)
	case counted && now.Apart:
		return shortID(now.Head) + ", whose history does not contain " + shortID(f.Head)
	case !counted:
		return shortID(now.Head)
	case now.Commits == 1:
		return shortID(now.Head) + ", 1 commit later"
	}
	least := ""
	if now.AtLeast {
		least = "at least "
	}
	return fmt.Sprintf("%s, %s%d commits later", shortID(now.Head), least, now.Commits)
}

const maxDirty = 3

// dirtyNow returns the recorded number of dirty files, or describes those that were not recorded.
func (f Facts) dirtyNow(now Facts) string {
	unnamed := slices.DeleteFunc(slices.Clone(now.Dirty), func(name string) bool { return slices.Contains(f.Dirty, name) })
	if len(unnamed) <= f.More {
		return fmt.Sprint(len(f.Dirty) + f.More)
	}
	return fmt.Sprintf("%d more: %s", len(unnamed), spelling.JoinFirst(unnamed, maxDirty))
}
