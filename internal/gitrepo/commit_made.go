package gitrepo

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// findCommit returns the id of the commit that a run of "git commit" made; "" if it made none.
// That need not be HEAD, which a hook or another git may have moved.
func (s *saving) findCommit(done *outcome, picked []string, message string) string {
	done.now = s.parent
	if head, err := s.git.head(); err == nil {
		done.now = head
	}
	if done.now == s.parent || done.prevented() {
		return ""
	}
	if id := summarized(done.stdout.String()); id != "" {
		if full, err := s.git.commitOf(id); err == nil {
			return s.amended(full, done)
		}
	}
	if done.err == nil || done.ctxErr != nil || status(done.err) < 0 || done.began(afterCommit) || done.unwritten() {
		return s.search(done, picked, message)
	}
	return ""
}

// beforeCommit and afterCommit are the hooks that git runs in a commit, by whether
// it is made when they run. Source: githooks(5).
var (
	beforeCommit = []string{"pre-commit", "prepare-commit-msg", "commit-msg"}
	afterCommit  = []string{"post-commit"}
)

// prevented reports whether a hook that runs before the commit failed or did not end.
func (done *outcome) prevented() bool {
	h := done.culprit()
	return slices.Contains(beforeCommit, h.name)
}

// began reports whether git started one of the hooks.
func (done *outcome) began(names []string) bool {
	return slices.ContainsFunc(done.hooks, func(h hookRun) bool { return slices.Contains(names, h.name) })
}

// unwritten reports whether git failed between the commit and the index.
func (done *outcome) unwritten() bool {
	return strings.Contains(done.output.String(), "repository has been updated, but unable to write")
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

// amended returns the commit by which a hook after the commit id replaced it, or id.
func (s *saving) amended(id string, done *outcome) string {
	if id == done.now || !done.began(afterCommit) {
		return id
	}
	was, err := s.git.commitOf(id + "^1")
	is, err2 := s.git.commitOf(done.now + "^1")
	if err == nil && err2 == nil && was == is {
		return done.now
	}
	return id
}

// searched is how many of the newest commits are compared.
const searched = 100

// search returns the commit of a git that was stopped before it printed the id: a new one with
// the message and the files. Hooks may have changed both, so if a hook that runs after the
// commit has run, a single new commit is the one.
func (s *saving) search(done *outcome, picked []string, message string) string {
	out, err := s.git.output("rev-list", "--first-parent", "--max-count="+strconv.Itoa(searched), s.parent+".."+done.now, "--")
	if err != nil {
		return ""
	}
	found := strings.Fields(out)
	for _, id := range found {
		if s.matches(id, picked, message) {
			return id
		}
	}
	if len(found) == 1 && done.began(afterCommit) {
		return found[0]
	}
	return ""
}

// matches reports whether the commit id has the message, and changes exactly the files.
func (s *saving) matches(id string, files []string, message string) bool {
	text, err := s.git.output("show", "--no-patch", "--no-show-signature", "--encoding=UTF-8", "--format=%B", id, "--")
	if err != nil || !slices.Equal(strings.Fields(text), strings.Fields(message)) {
		return false
	}
	changed, err := s.git.changedBy(id)
	return err == nil && slices.Equal(slices.Sorted(maps.Keys(changed)), files)
}

// changedBy returns what the commit id changes of its first parent, by path.
func (g git) changedBy(id string) (map[string]pair, error) {
	return g.raw("diff-tree", "-r", "--raw", "-z", "--no-abbrev", "--no-renames", id+"^1", id, "--")
}
