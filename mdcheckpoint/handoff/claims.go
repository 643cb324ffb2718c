package handoff

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
)

// Keys of the claims of a note.
const (
	ClaimBranch       = "branch"
	ClaimHead         = "head"
	ClaimWorktree     = "worktree"
	ClaimDirty        = "dirty"
	ClaimCommit       = "commit"       // that a completed item names exists
	ClaimFile         = "file"         // likewise
	ClaimVerification = "verification" // no code was committed since
)

// claims collects the claims of a note.
type claims struct {
	*Note
	name string // slash path of the note
	out  claim.Outside
	all  []claim.Claim
}

// Claims returns what the note at name says of the repository. The facts are claimed where
// somebody asks git about commits: [claim.Outside.Commit] is not nil.
func (n *Note) Claims(name string, out claim.Outside) []claim.Claim {
	c := &claims{Note: n, name: name, out: out}
	if out.Commit != nil {
		c.facts()
	}
	for _, e := range n.Entries[DoneKey] {
		commits, files := e.proofs()
		for _, hash := range commits {
			c.add(claim.Claim{Key: ClaimCommit, Name: "commit " + hash, Recorded: claim.Present, Span: e.Body, Actual: out.CommitExists(hash)})
		}
		for _, file := range files {
			c.add(claim.Claim{Key: ClaimFile, Name: "file " + file, Recorded: claim.Present, Span: e.Body, Actual: claim.Exists(file)})
		}
	}
	if out.Commit != nil {
		c.verifications()
	}
	return c.all
}

func (c *claims) add(made claim.Claim) { c.all = append(c.all, made) }

// fact adds the claim about a fact, which differs finds to be so, "", or in which words it is not.
func (c *claims) fact(key, name string, f Fact, differs func(w claim.Work) (string, error)) {
	if f.Text == "" {
		return
	}
	actual := func(fs.FS) (string, error) {
		if c.out.Work == nil {
			return "", errors.New("there is no repository to ask")
		}
		w, err := c.out.Work()
		if err != nil {
			return "", err
		}
		text, err := differs(w)
		if text == "" {
			text = f.Text
		}
		return text, err
	}
	c.add(claim.Claim{Key: key, Name: name, Span: f.Span, Recorded: f.Text, Actual: actual})
}

// facts adds the claims of the facts.
func (c *claims) facts() {
	f := &c.Facts
	c.fact(ClaimBranch, "branch that is checked out", f.Branch, func(w claim.Work) (string, error) { return orNone(word(w.Branch)), nil })
	c.fact(ClaimHead, "HEAD", f.Head, func(w claim.Work) (string, error) {
		if f.Head.Text == noValue && w.Head == "" || w.Head != "" && strings.HasPrefix(w.Head, f.Head.Text) {
			return "", nil
		}
		moved, err := c.moved()
		if moved == "" || err != nil {
			return "", err
		}
		return orNone(w.Head[:min(len(w.Head), headDigits)]) + ": " + moved, nil
	})
	c.fact(ClaimWorktree, "worktree", f.Worktree, func(w claim.Work) (string, error) { return orNone(word(w.Worktree)), nil })
	c.fact(ClaimDirty, "dirty files", f.Dirty, func(w claim.Work) (string, error) {
		since, err := c.since()
		return f.changedFiles(w, since, c.name), err
	})
}

// since returns what was committed after the recorded commit.
func (c *claims) since() (claim.Since, error) {
	if c.Facts.Head.Text == "" || c.Facts.Head.Text == noValue || c.out.Since == nil {
		return claim.Since{}, nil
	}
	return c.out.Since(c.Facts.Head.Text)
}

// moved returns how HEAD differs, in words.
func (c *claims) moved() (string, error) {
	if c.Facts.Head.Text == noValue {
		return "there are commits now", nil
	}
	since, err := c.since()
	return c.Facts.moved(since, c.name), err
}

// verifications adds the claims that no code was committed after the results.
func (c *claims) verifications() {
	for _, e := range c.Entries[VerificationKey] {
		if e.Commit == "" {
			continue
		}
		actual := func(fs.FS) (string, error) {
			late, err := c.late(e.Commit)
			if err != nil || late == "" {
				return "at " + e.Commit, err
			}
			return late, nil
		}
		c.add(claim.Claim{Key: ClaimVerification, Name: "result of " + e.Text, Span: e.Body, Recorded: "at " + e.Commit, Actual: actual})
	}
}

// late returns in which words a result at a commit is out of date; "" if it is not.
func (c *claims) late(commit string) (string, error) {
	if c.out.Since == nil {
		return "", errors.New("there is no repository to ask")
	}
	since, err := c.out.Since(commit)
	switch {
	case err != nil:
		return "", err
	case !since.Known:
		return "the repository does not have that commit", nil
	case !since.Follows:
		return "that commit is not in the history of HEAD", nil
	}
	n := len(slices.DeleteFunc(slices.Clone(since.Commits), func(files []string) bool { return !slices.ContainsFunc(files, c.isCode) }))
	if n == 0 {
		return "", nil
	}
	return "code was changed by " + counted(n, "commit") + " since", nil
}

// isCode reports whether a file that a commit changed can change what a command finds: it is no
// Markdown.
func (c *claims) isCode(name string) bool {
	return name != c.name && !slices.ContainsFunc(mdcheckpoint.Endings(), func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
}
