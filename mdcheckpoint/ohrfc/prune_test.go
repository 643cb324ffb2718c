package ohrfc

import (
	"fmt"
	"strings"
	"testing"
)

// TestPruneInParts checks that a change archives at most so many rounds, the oldest, and
// says how many stay; that as many changes as are needed take all of them out, each round
// once; and that one more has nothing to do.
func TestPruneInParts(t *testing.T) {
	const surplus = 2*mostPruned + 1
	var b strings.Builder
	for n := range surplus + KeepRounds {
		fmt.Fprintf(&b, "\n## Gate-B Round %d Exit\n### Reviewer Feedback Digest\n- a\n", n+1)
	}
	w := usual(t, sample{}.text()+b.String())
	was, archived := len(w.Checkpoint.Surplus()), 0
	for was > 0 {
		change, err := w.Prune(now)
		if err != nil {
			t.Fatal(err)
		}
		n := min(was, mostPruned)
		note := strings.Join(change.Notes, "\n")
		if len(change.Archive) != n || strings.Contains(note, "should go stay") != (n < was) {
			t.Fatalf("of %d rounds %d are archived, want %d; the notes are %q", was, len(change.Archive), n, note)
		}
		archived += n
		if w = after(t, w, change); len(w.Checkpoint.Surplus()) != was-n {
			t.Fatalf("%d rounds are left, want %d", len(w.Checkpoint.Surplus()), was-n)
		}
		was -= n
	}
	if change, err := w.Prune(now); err != nil || change.None == "" || archived < surplus {
		t.Errorf("%d rounds are archived, and one more change does %+v (%v)", archived, change, err)
	}
}
