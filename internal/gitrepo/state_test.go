package gitrepo

import (
	"strings"
	"testing"
)

func TestState(t *testing.T) {
	w := newWork(t)
	w.write("é x", "1")
	s := must[State](t)(w.open().State())
	if s.Branch != "main" || s.Head != "" || s.Linked != "" {
		t.Errorf("before the first commit: %+v", s)
	}
	sameList(t, s.Changed, "é x")
	w.git("add", ".")
	w.git("commit", "--quiet", "-m", "1")
	first := strings.TrimSpace(w.git("rev-parse", "HEAD"))
	w.write("é x", "2")
	w.write("dir/new", "1")
	s = must[State](t)(w.open().State())
	if s.Branch != "main" || s.Head != first {
		t.Errorf("on a branch: %+v", s)
	}
	sameList(t, s.Changed, "dir/new", "é x")
	w.git("commit", "--quiet", "-am", "2")
	w.git("checkout", "--quiet", "--detach")
	if s = must[State](t)(w.open().State()); s.Branch != "" || s.Head == first {
		t.Errorf("detached: %+v", s)
	}
	linked := work{t, w.path("dir/tree")}
	w.git("worktree", "add", "--quiet", "-b", "feat", linked.dir)
	if s = must[State](t)(linked.open().State()); s.Branch != "feat" || s.Linked != "tree" || len(s.Changed) > 0 {
		t.Errorf("in a linked work tree: %+v", s)
	}
}
