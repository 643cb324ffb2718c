package gitrepo

import (
	"testing"
	"time"
)

func TestCommitted(t *testing.T) {
	w := newWork(t)
	at := time.Date(2026, 1, 15, 14, 30, 0, 0, time.UTC)
	none := func(after time.Time, paths ...string) {
		t.Helper()
		sameList(t, must[[]string](t)(w.open().Committed(after, paths...)))
	}
	none(at, "a") // before the first commit
	commitAt := func(at time.Time, files map[string]string) {
		t.Helper()
		t.Setenv("GIT_COMMITTER_DATE", at.Format(time.RFC3339))
		w.commit(files)
	}
	commitAt(at, map[string]string{"a": "1", "b": "1", "ü \"c\"": "1", "dir/d": "1", ":(top)": "1"})
	none(at, "a", "b")
	sameList(t, must[[]string](t)(w.open().Committed(at.Add(-time.Second), "a", "b")), "a", "b")
	commitAt(at.Add(time.Minute), map[string]string{"a": "2", "ü \"c\"": "2", "dir/d": "2", ":(top)": "2"})
	commitAt(at.Add(2*time.Minute), map[string]string{"a": "3"})
	w.git("config", "log.showSignature", "true")
	sameList(t, must[[]string](t)(w.open().Committed(at, "a", "b", "ü \"c\"", "dir", "gone", ":(top)")), ":(top)", "a", "dir/d", "ü \"c\"")
	none(at)
	none(at.Add(time.Hour), "a")
}
