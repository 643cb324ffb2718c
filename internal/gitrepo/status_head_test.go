package gitrepo

import (
	"errors"
	"testing"
)

func TestStanding(t *testing.T) {
	w := newWork(t)
	r := w.open()
	if names, err := r.LastChanged(); err == nil {
		t.Errorf("before the first commit: %q", names)
	}
	w.write("a", "1")
	w.write("b", "1")
	w.git("add", "a", "b")
	w.git("commit", "--quiet", "-m", "one")
	sameList(t, must[[]string](t)(r.LastChanged()), "a", "b")
	w.write("é x", "1")
	w.git("add", ".")
	w.git("rm", "--quiet", "b")
	w.git("commit", "--quiet", "-m", "two")
	sameList(t, must[[]string](t)(r.LastChanged()), "é x")
	if at := must[string](t)(r.Detached()); at != "" {
		t.Errorf("on a branch detached at %q", at)
	}
	if what := must[string](t)(r.Unfinished()); what != "" {
		t.Errorf("%q is unfinished", what)
	}
	w.git("checkout", "--quiet", "--detach")
	w.write(".git/MERGE_HEAD", "x")
	if at := must[string](t)(r.Detached()); len(at) != 7 {
		t.Errorf("detached at %q", at)
	}
	if what := must[string](t)(r.Unfinished()); what != "a merge" {
		t.Errorf("unfinished is %q", what)
	}
}

func TestShallow(t *testing.T) {
	w := newWork(t)
	for _, text := range []string{"1", "2"} {
		w.write("a", text)
		w.git("add", "a")
		w.git("commit", "--quiet", "-m", text)
	}
	clone := work{t, t.TempDir()}
	clone.git("clone", "--quiet", "--depth", "1", "file://"+w.dir, ".")
	for _, e := range []struct {
		w    work
		want bool
	}{{w, false}, {clone, true}} {
		if got := e.w.open().Shallow() != nil; got != e.want {
			t.Errorf("shallow is %v, want %v", got, e.want)
		}
		if commits, _, _, err := e.w.open().Since(""); e.want != errors.Is(err, ErrShallow) || !e.want && len(commits) != 2 {
			t.Errorf("shallow is %v, but all commits are %v, %v", e.want, commits, err)
		}
	}
}
