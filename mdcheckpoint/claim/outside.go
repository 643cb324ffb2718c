package claim

import (
	"errors"
	"io/fs"
	"strings"
)

// Outside is what claims need to know beside the tree. Its zero value makes the claims
// about it unverifiable, or leaves them out.
type Outside struct {
	Branch string // that is checked out; "" if none is, and then nothing is claimed of it
	Team   string // that the ids of issues begin with; "" if it is not configured
	// Commit reports whether the repository has a commit of that name, which may be
	// abbreviated.
	Commit func(hash string) (bool, error)
	// Expect is given each commit that a claim will ask Commit about, when the claim is made; nil
	// for nobody.
	Expect func(hash string)
	// Changed reports whether the file has changes that are not committed, or is new.
	Changed func(name string) (bool, error)
	// Facts returns the state of the repository, with its commits counted from those of an earlier
	// state. Nil: nothing is claimed of it.
	Facts func(was Facts) (Facts, error)
	// Fate returns what became of a file that the tree does not have.
	Fate func(name string) (Fate, error)
	// Since returns what was committed after a commit, which may be abbreviated.
	Since func(hash string) (Since, error)
}

// A Since is what was committed after a commit.
type Since struct {
	Known   bool       // the repository has the commit
	Follows bool       // it is the one that is checked out, or in the history of that
	Commits [][]string // after it, newest first: slash paths in the tree of the files that each changed
}

// A Fate is what a repository records of a file that the tree does not have. The zero Fate is
// that of a file that no commit ever had.
type Fate struct {
	Lost    bool   // the last commit has it, only the work tree does not
	Ignored bool   // git ignores files of that name
	Removed string // the commit that removed it, for people: "0abcdef of 2026-01-31"
	Instead string // path of the only tracked file of that name
}

// String returns why the file need not exist; "" if there is no reason.
func (f Fate) String() string {
	switch {
	case f.Removed != "":
		return "removed by commit " + f.Removed
	case f.Ignored:
		return "git ignores it"
	case f.Instead != "":
		return f.Instead + " exists"
	}
	return ""
}

// IsCommit reports whether hash looks like the name of a commit, abbreviated or not: 7 to 64
// hex digits.
func IsCommit(hash string) bool {
	return len(hash) >= 7 && len(hash) <= 64 && strings.Trim(hash, "0123456789abcdefABCDEF") == ""
}

// CommitExists finds out whether the repository has a commit: [Present] or [Absent].
func (o Outside) CommitExists(hash string) func(fs.FS) (string, error) {
	if o.Expect != nil {
		o.Expect(hash)
	}
	return Ask(o.Commit, hash, Present, Absent)
}

// Ask makes [Claim.Actual] of a question to the repository about a subject. The claim is
// unverifiable if question is nil.
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
