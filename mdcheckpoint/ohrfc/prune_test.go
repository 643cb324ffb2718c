package ohrfc

import (
	"fmt"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
)

func TestPruneInParts(t *testing.T) {
	const surplus = 2*mostPruned + 1
	var b strings.Builder
	for n := range surplus + keepRounds {
		fmt.Fprintf(&b, "\n## Gate-B Round %d Exit\n### Reviewer Feedback Digest\n- a\n", n+1)
	}
	w := usual(t, sample{}.text()+b.String())
	was, archived := len(w.Checkpoint.Match.Surplus()), 0
	for was > 0 {
		change, err := w.prune(now)
		if err != nil {
			t.Fatal(err)
		}
		n := min(was, mostPruned)
		if len(change.Archive) != n {
			t.Fatalf("of %d rounds %d are archived, want %d", was, len(change.Archive), n)
		}
		archived += n
		if w = after(t, w, change); len(w.Checkpoint.Match.Surplus()) != was-n {
			t.Fatalf("%d rounds are left, want %d", len(w.Checkpoint.Match.Surplus()), was-n)
		}
		was -= n
	}
	if change, err := w.prune(now); err != nil || change.None == "" || archived < surplus {
		t.Errorf("%d rounds are archived, and one more change does %+v (%v)", archived, change, err)
	}
}

func TestPruneCarries(t *testing.T) {
	text := sample{}.text() + "\n## DISCOVER Exit\n### Active Tensions\n- a\n- b\n"
	for i, bullets := range []string{"Resolved: a|New: c", "Intensified: b|d", "New: a|Resolved: c", "Resolved: d", "None"} {
		text += fmt.Sprintf("\n## Gate-B Round %d Exit\n### Active Tensions Updated\n- %s\n", i+1, strings.ReplaceAll(bullets, "|", "\n- "))
	}
	w := usual(t, text)
	change, err := w.prune(now)
	if err != nil || len(change.Archive) != 3 {
		t.Fatalf("got %+v, %v", change, err)
	}
	files := []string{CheckpointFile, change.Checkpoint}
	for i, a := range change.Archive {
		files = append(files, fmt.Sprintf(".mdck/archive/%04d-%s", i+1, a.Name), a.Text)
	}
	texts := func(w *Workspace) (all []string) {
		for _, tension := range w.openTensions(w.Checkpoint, 0) {
			all = append(all, tension.Text)
		}
		return all
	}
	protocoltest.Equal(t, "before", strings.Join(texts(w), "|"), "b|Intensified: b|New: a")
	protocoltest.Equal(t, "after", strings.Join(texts(workspace(t, files...)), "|"), "b|Intensified: b|New: a")
}
