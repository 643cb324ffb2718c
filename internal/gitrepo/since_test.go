package gitrepo

import (
	"strings"
	"testing"
	"time"
)

func TestLastChange(t *testing.T) {
	w := newWork(t)
	last := func(path string) time.Time {
		t.Helper()
		return must[Revision](t)(w.open().LastChange(path)).Time
	}
	if at := last("a"); !at.IsZero() {
		t.Errorf("before the first commit: %v", at)
	}
	t.Setenv("GIT_COMMITTER_DATE", "2026-02-03T10:00:00Z")
	w.commit(map[string]string{"a": "1", "b": "1", ":(top)": "1"})
	t.Setenv("GIT_COMMITTER_DATE", "2026-02-04T10:00:00Z")
	w.commit(map[string]string{"b": "2"})
	for path, want := range map[string]time.Time{
		"a": time.Date(2026, 2, 3, 10, 0, 0, 0, time.UTC), "b": time.Date(2026, 2, 4, 10, 0, 0, 0, time.UTC),
		":(top)": time.Date(2026, 2, 3, 10, 0, 0, 0, time.UTC), "gone": {},
	} {
		if got := last(path); !got.Equal(want) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	if got, err := w.open().LastAdded("b"); err != nil || !got.Time.Equal(time.Date(2026, 2, 3, 10, 0, 0, 0, time.UTC)) {
		t.Errorf("b was added %v, %v", got, err)
	}
}

func TestAfter(t *testing.T) {
	w := newWork(t)
	after := func(path string, want int, names ...string) {
		t.Helper()
		r := w.open()
		id := must[Revision](t)(r.LastChange(path)).Commit
		if subjects := must[[]string](t)(r.After(id)); len(subjects) != want {
			t.Errorf("%s: %q; want %d", path, subjects, want)
		}
		sameList(t, must[[]string](t)(r.ChangedAfter(id)), names...)
	}
	w.commit(map[string]string{"a": "1", "b": "1", "dir/c": "1"})
	after("a", 0)
	w.commit(map[string]string{"b": "2", "ü \"c\"": "2"})
	w.commit(map[string]string{"dir/d": "3"})
	after("a", 2, "b", "dir/d", "ü \"c\"")
	after("b", 1, "dir/d")
	after("dir", 0)
}

func TestSince(t *testing.T) {
	w := newWork(t)
	head := func() string { return must[State](t)(w.open().State()).Head }
	if got := head(); got != "" {
		t.Errorf("before the first commit HEAD is %q", got)
	}
	w.commit(map[string]string{"a": "1"})
	first := head()
	if len(first) < 40 {
		t.Fatalf("HEAD is %q", first)
	}
	since := func(id string, known, follows bool, want ...string) {
		t.Helper()
		commits, isKnown, isAfter, err := w.open().Since(id)
		var got []string
		for _, c := range commits {
			got = append(got, strings.Join(c, " "))
		}
		if err != nil || isKnown != known || isAfter != follows {
			t.Errorf("%s: known %t, follows %t, %v", id, isKnown, isAfter, err)
		}
		sameList(t, got, want...)
	}
	since(first, true, true)
	w.git("checkout", "-q", "-b", "side")
	w.commit(map[string]string{"b": "1", "ü c": "1"})
	side := head()
	w.git("checkout", "-q", "-")
	w.commit(map[string]string{"a": "2"})
	since(side, true, false)
	since(strings.Repeat("0", 40), false, false)
	since("main", false, false)
	w.git("merge", "-q", "--no-edit", "side")
	w.git("commit", "-q", "--allow-empty", "-m", "empty")
	since(first[:9], true, true, "", "b ü c", "a")
	since("", true, true, "", "b ü c", "a", "a")
	since(side, true, true, "", "b ü c", "a")
}

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
	removed("a", first) // a later commit may have added the file again
	removed("dir/c", first)
	removed("dir/d", second)
	removed("dir", second)
	removed("e", "")
	removed("b*", "")
	removed("never", "")
	sameList(t, must[[]string](t)(w.open().Files()), "a", "e")
}
