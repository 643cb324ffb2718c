package gitrepo

import "testing"

// TestNamedSince checks that matching commits are counted.
func TestNamedSince(t *testing.T) {
	w := newWork(t)
	named := func(path string) int {
		t.Helper()
		return must[int](t)(w.open().NamedSince(path, `^[a-z]+\(0*3-0*2\): `))
	}
	same := func(path string, want int) {
		t.Helper()
		if got := named(path); got != want {
			t.Errorf("%s: %d commits, want %d", path, got, want)
		}
	}
	same("a", 0) // before the first commit
	w.commit(map[string]string{"old": "1"})
	w.git("commit", "--quiet", "--allow-empty", "--message", "feat(03-02): of another milestone")
	w.commit(map[string]string{"a": "1", ":(top)": "1"})
	same("a", 0)
	for _, message := range []string{"feat(03-02): a", "fix(3-2): b", "docs(03-021): c", "about feat(03-02): d"} {
		w.git("commit", "--quiet", "--allow-empty", "--message", message)
	}
	w.commit(map[string]string{"a": "2"})
	same("a", 2)
	same(":(top)", 2)
	same("old", 3)
	same("gone", 0)
}
