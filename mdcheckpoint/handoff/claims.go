package handoff

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// Keys of the claims of a note, in addition to those of [claim.Facts].
const (
	claimCommit       = "commit"       // the commit in a completed item exists
	claimFile         = "file"         // the file in a completed item exists
	claimVerification = "verification" // no commit has changed code after the result
)

type claims struct {
	*Note
	name string // path of the note, with slashes
	out  claim.Outside
	all  []claim.Claim
}

// claims returns the claims of the note at name about the repository. It leaves out claims about
// verification results unless out.Commit is set, because they need git.
func (n *Note) claims(name string, out claim.Outside) []claim.Claim {
	c := &claims{Note: n, name: name, out: out}
	c.facts()
	for _, e := range n.Entries[doneKey] {
		commits, files := e.proofs()
		for _, hash := range commits {
			c.add(claim.Claim{Key: claimCommit, Name: "commit " + hash, Recorded: claim.Present, Span: e.Body, Actual: out.CommitExists(hash)})
		}
		for _, file := range files {
			c.add(claim.Claim{Key: claimFile, Name: "file " + file, Recorded: claim.Present, Span: e.Body, Actual: claim.Exists(file)})
		}
	}
	if out.Commit != nil {
		c.verifications()
	}
	return c.all
}

func (c *claims) add(made claim.Claim) { c.all = append(c.all, made) }

func (c *claims) facts() {
	f := &c.Facts
	recorded, ok := f.recorded()
	if !ok {
		return
	}
	spans := map[string]source.Span{claim.BranchKey: f.Branch.Span, claim.HeadKey: f.Head.Span, claim.WorktreeKey: f.Worktree.Span, claim.DirtyKey: f.Dirty.Span}
	for _, made := range recorded.Claims(c.out.Facts) {
		made.Span = spans[made.Key]
		c.add(made)
	}
}

func (c *claims) verifications() {
	for _, e := range c.Entries[verificationKey] {
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
		c.add(claim.Claim{Key: claimVerification, Name: "result of " + e.Text, Span: e.Body, Recorded: "at " + e.Commit, Actual: actual})
	}
}

// late returns the reason why a verification result is outdated; "" if it is not. The parameter
// commit is the commit of the result.
func (c *claims) late(commit string) (string, error) {
	if c.out.Since == nil {
		return "", errors.New("there is no git repository")
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
	return "code was changed by " + spelling.Count(n, "commit") + " since", nil
}

// isCode reports whether a changed file can affect a verification result. This is any file except
// Markdown and the note itself.
func (c *claims) isCode(name string) bool {
	return name != c.name && !slices.ContainsFunc(mdcheckpoint.Endings(), func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
}
