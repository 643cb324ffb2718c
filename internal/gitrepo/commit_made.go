package gitrepo

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// made finds the commit that a run of "git commit" made, or "" if it made none.
// HEAD does not tell that: a hook or another git may have moved it meanwhile.
func (s *saving) made(done *outcome, picked []string, message string) string {
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

// prevented reports whether git got no further than to a hook that comes before
// the commit.
func (done *outcome) prevented() bool {
	h := done.culprit()
	return slices.Contains(beforeCommit, h.name)
}

// began reports whether git has started one of the hooks.
func (done *outcome) began(names []string) bool {
	return slices.ContainsFunc(done.hooks, func(h hookRun) bool { return slices.Contains(names, h.name) })
}

// unwritten reports whether git failed between the commit and the index.
func (done *outcome) unwritten() bool {
	return strings.Contains(done.output.String(), "repository has been updated, but unable to write")
}

// summarized is the abbreviated id in the line that "git commit" prints of what it
// has made, such as "[main 1a2b3c4] subject"; "" if there is none.
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

// amended is what a hook after the commit id made of it, if that was another commit
// in its place, else id.
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

// searched is how many of the newest commits are looked at.
const searched = 100

// search looks for the commit of a git that was stopped before it could name it:
// one that has come since and has the message and the files. Hooks may change both;
// if one that comes after the commit has run, a single new commit is it.
func (s *saving) search(done *outcome, picked []string, message string) string {
	out, err := s.git.output("rev-list", "--first-parent", "--max-count="+strconv.Itoa(searched), s.parent+".."+done.now, "--")
	if err != nil {
		return ""
	}
	found := strings.Fields(out)
	for _, id := range found {
		if s.like(id, picked, message) {
			return id
		}
	}
	if len(found) == 1 && done.began(afterCommit) {
		return found[0]
	}
	return ""
}

// like reports whether the commit id has the message, and changes the files and no
// others.
func (s *saving) like(id string, files []string, message string) bool {
	text, err := s.git.output("show", "--no-patch", "--no-show-signature", "--encoding=UTF-8", "--format=%B", id, "--")
	if err != nil || !slices.Equal(strings.Fields(text), strings.Fields(message)) {
		return false
	}
	changed, err := s.git.changedBy(id)
	return err == nil && slices.Equal(slices.Sorted(maps.Keys(changed)), files)
}

// changedBy is what the commit id changes of its first parent.
func (g git) changedBy(id string) (map[string]pair, error) {
	return g.raw("diff-tree", "-r", "--raw", "-z", "--no-abbrev", "--no-renames", id+"^1", id, "--")
}
