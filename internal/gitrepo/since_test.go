package gitrepo

import "testing"

// TestSince checks that what commits changed after the last one of a file is listed, and
// not that file, nor what is not committed.
func TestSince(t *testing.T) {
	w := newWork(t)
	since := func(path string) []string {
		t.Helper()
		return must[[]string](t)(w.open().Since(path))
	}
	sameList(t, since("a")) // before the first commit
	w.commit(map[string]string{"a": "1", "b": "1", ":(top)": "1"})
	sameList(t, since("a"))
	w.commit(map[string]string{"b": "2", "ü \"c\"": "2"})
	w.commit(map[string]string{"dir/d": "3"})
	sameList(t, since("a"), "b", "dir/d", "ü \"c\"")
	sameList(t, since(":(top)"), "b", "dir/d", "ü \"c\"")
	sameList(t, since("b"), "dir/d")
	sameList(t, since("gone"))
	w.commit(map[string]string{"a": "4"})
	sameList(t, since("a"))
}
