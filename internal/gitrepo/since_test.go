package gitrepo

import (
	"strings"
	"testing"
)

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

// TestRemoved checks which commit removed a file or a directory, and which files are in the index.
func TestRemoved(t *testing.T) {
	w := newWork(t)
	removed := func(path, want string) {
		t.Helper()
		if got := must[string](t)(w.open().Removed(path)); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
	removed("a", "")
	w.commit(map[string]string{"a": "1", "b[1]": "1", "dir/c": "1", "dir/d": "a long text that is found again\n"})
	removed("a", "")
	w.git("rm", "--quiet", "a", "dir/c")
	removed("a", "")
	w.commit(nil)
	first := strings.TrimSpace(w.git("log", "-1", "--format=%h of %as"))
	w.git("mv", "dir/d", "e")
	w.commit(map[string]string{"a": "2"})
	second := strings.TrimSpace(w.git("log", "-1", "--format=%h of %as"))
	w.git("rm", "--quiet", "b[1]")
	w.commit(nil)
	removed("a", first) // it is for the caller to know that it exists again
	removed("dir/c", first)
	removed("dir/d", second)
	removed("dir", second)
	removed("e", "")
	removed("b*", "")
	removed("never", "")
	sameList(t, must[[]string](t)(w.open().Files()), "a", "e")
}
