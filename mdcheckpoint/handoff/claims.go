package handoff

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
)

const (
	claimCommit       = "commit"       // the commit in a completed item exists
	claimFile         = "file"         // the file in a completed item exists
	claimVerification = "verification" // no commit has changed code after the result
)

const (
	resultOf = "last commit checked by "
)

// claims returns what the note says about the repository. Claims about results need out.Since.
func (n *Note) claims(name string, out claim.Outside) (all []claim.Claim) {
	if recorded, ok := n.Facts.recorded(); ok {
		all = recorded.Claims(out.Facts)
	}
	for i := range all {
		all[i].Span = n.Facts.values[all[i].Key].Span
	}
	for _, e := range n.Entries[doneKey] {
		commits, files := e.proofs()
		for _, hash := range commits {
			all = append(all, claim.Claim{Key: claimCommit, Name: "commit " + hash, Item: e.Text, Recorded: claim.Present, Span: e.Body, Actual: out.CommitExists(hash)})
		}
		for _, file := range files {
			all = append(all, claim.Claim{Key: claimFile, Name: "file " + file, Item: e.Text, Recorded: claim.Present, Span: e.Body, Actual: claim.Exists(file)})
		}
	}
	for _, e := range n.Entries[verificationKey] {
		if e.Commit != "" && out.Since != nil {
			all = append(all, e.resultClaim(name, out))
		}
	}
	return all
}

func (e *Entry) resultClaim(note string, out claim.Outside) claim.Claim {
	return claim.Claim{Key: claimVerification, Name: resultOf + e.Text, Span: e.Body, Recorded: e.Commit, Actual: func(fs.FS) (string, error) {
		since, err := out.Since(e.Commit)
		if err != nil {
			return "", err
		}
		return cmp.Or(late(since, note), e.Commit), nil
	}}
}

// late returns why a result is outdated, or "".
func late(since claim.Since, note string) string {
	switch {
	case !since.Known:
		return "the repository does not have that commit"
	case !since.Follows:
		return "that commit is not in the history of HEAD"
	}
	n := 0
	for _, files := range since.Commits {
		if slices.ContainsFunc(files, func(name string) bool { return name != note && isCode(name) }) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return spelling.Count(n, "later commit") + " changed code"
}

// isCode reports whether name is not Markdown, so that a change can affect a result.
func isCode(name string) bool {
	return !slices.ContainsFunc(mdcheckpoint.Endings(), func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
}
