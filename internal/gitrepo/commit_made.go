package gitrepo

import (
	"slices"
	"strings"
)

// findCommit returns the id of the commit that a run of "git commit" made; "" if it made none.
// That need not be HEAD, which a hook or another git may have moved. A git that ended before it
// printed the id made the commit that follows the parent, if that is what HEAD is and the hook
// after a commit has begun.
func (s *saving) findCommit(done *outcome) string {
	done.now = s.parent
	if head, err := s.git.head(); err == nil {
		done.now = head
	}
	if done.now == s.parent {
		return ""
	}
	if id := summarized(done.stdout.String()); id != "" {
		full, err := s.git.commitOf(id)
		if err == nil {
			return full
		}
	}
	before, err := s.git.commitOf(done.now + "^1")
	if err == nil && before == s.parent && (done.afterCommit() || strings.Contains(done.output.String(), "repository has been updated, but unable to write")) {
		return done.now
	}
	return ""
}

// afterCommit reports whether git started the hook that runs after the commit. Source: githooks(5).
func (done *outcome) afterCommit() bool {
	return slices.ContainsFunc(done.hooks, func(h hookRun) bool { return h.name == "post-commit" })
}

// summarized returns the abbreviated id in the line that "git commit" prints, such as
// "[main 1a2b3c4] subject"; "" if there is none.
func summarized(said string) string {
	line, _, _ := strings.Cut(said, "\n")
	if !strings.HasPrefix(line, "[") {
		return ""
	}
	for _, field := range strings.Fields(line)[1:] {
		if id, ok := strings.CutSuffix(field, "]"); ok && len(id) >= 4 && strings.Trim(id, "0123456789abcdef") == "" {
			return id
		}
	}
	return ""
}

// changedBy returns what the commit id changes of its first parent, by path.
func (g git) changedBy(id string) (map[string]pair, error) {
	return g.raw("diff-tree", "-r", "--raw", "-z", "--no-abbrev", "--no-renames", id+"^1", id, "--")
}
