package claim

import (
	"errors"
	"io/fs"
	"strings"
)

// Outside provides facts from outside the tree. Without them, claims are unverifiable or omitted.
type Outside struct {
	Branch string // checked-out branch, or ""
	Team   string // prefix of issue ids, or ""
	// Commit reports whether the repository has a commit. hash may be abbreviated.
	Commit func(hash string) (bool, error)
	// Expect announces a later call of Commit. It may be nil.
	Expect func(hash string)
	// Changed reports whether the file is new or has uncommitted changes.
	Changed func(name string) (bool, error)
	// Facts returns the state of the repository and the commits since an earlier state. It may be
	// nil.
	Facts func(was Facts) (Facts, error)
	// Fate returns what happened to a missing file.
	Fate func(name string) (Fate, error)
	// Since returns the commits after hash, which may be abbreviated.
	Since func(hash string) (Since, error)
}

// A Since lists the commits after a given commit.
type Since struct {
	Known   bool
	Follows bool       // the given commit is HEAD, or in its history
	Commits [][]string // files of the later commits, newest commit first; with slashes
}

// A Fate is what the repository knows about a missing file. Zero means never committed.
type Fate struct {
	Lost    bool   // the last commit has the file, but the work tree does not
	Ignored bool   // git ignores the name
	Removed string // commit that removed the file: "0abcdef of 2026-01-31"
	Instead string // path of the only tracked file with the same file name
}

// String returns the reason why the file need not exist, or "".
func (f Fate) String() string {
	switch {
	case f.Removed != "":
		return "commit " + f.Removed + " removed it"
	case f.Ignored:
		return "git ignores it"
	case f.Instead != "":
		return f.Instead + " exists"
	}
	return ""
}

// IsCommit reports whether hash has 7 to 64 hex digits, like a commit id.
func IsCommit(hash string) bool {
	return len(hash) >= 7 && len(hash) <= 64 && strings.Trim(hash, "0123456789abcdefABCDEF") == ""
}

// CommitExists returns a [Claim.Actual] for a commit: [Present] or [Absent].
func (o Outside) CommitExists(hash string) func(fs.FS) (string, error) {
	if o.Expect != nil {
		o.Expect(hash)
	}
	return Ask(o.Commit, hash, Present, Absent)
}

// Ask returns a [Claim.Actual] that is yes or no. Without a question, the claim is unverifiable.
func Ask(question func(string) (bool, error), subject, yes, no string) func(fs.FS) (string, error) {
	return func(fs.FS) (string, error) {
		if question == nil {
			return "", errors.New("there is no git repository")
		}
		switch is, err := question(subject); {
		case err != nil:
			return "", err
		case is:
			return yes, nil
		}
		return no, nil
	}
}
