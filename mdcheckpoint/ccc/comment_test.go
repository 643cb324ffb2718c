package ccc

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestComment holds the form of step 3 and the rules of its status.
func TestComment(t *testing.T) {
	f := facts(t)
	equal(t, "the comment", CommentBody(f, now, StatusOf(f, true)).Text, `## Checkpoint Status

**Updated:** 2026-11-04T10:30:05Z
**Task:** 3 of 5 — parse the header
**Status:** Blocked

**Decisions:** spans, no printer: bytes stay as they are
**Blockers:** no test account (unblocked by: an answer from ops)
**Next:** finish parse the header (tests are red), then print the report
`)
	f.Blockers, f.Decisions = nil, Unsent(f.Decisions, []string{"Spans, no printer: bytes stay as they are"})
	body := CommentBody(f, now, StatusOf(f, true)).Text
	if !strings.Contains(body, "**Status:** Resuming\n\n**Decisions:** None\n**Blockers:** None\n") {
		t.Errorf("got %s", body)
	}
	f.Gate = 2
	if StatusOf(f, false) != Blocked || StatusOf(Facts{}, false) != Underway {
		t.Error("status")
	}
	if got := CommentBody(Facts{}, now, Underway).Text; !strings.Contains(got, "**Task:** None\n**Status:** In Progress\n") || !strings.Contains(got, "**Next:** None\n") {
		t.Errorf("of nothing: %s", got)
	}
}

// TestCommentFits checks that a comment is cut only above the limit, to the byte.
func TestCommentFits(t *testing.T) {
	bare := len(CommentBody(Facts{Next: "x"}, now, Underway).Text) - 1
	for over := -2; over <= 60; over++ {
		c := CommentBody(Facts{Next: strings.Repeat("x", MaxComment-bare+over)}, now, Underway)
		if cut := strings.Contains(c.Text, cutNote); cut != (over > 0) || c.Cut != cut || len(c.Text) > MaxComment {
			t.Errorf("%d over: cut %v and %v, %d bytes", over, cut, c.Cut, len(c.Text))
		}
	}
}

// TestUntold checks that decisions are told once each, whole, however many there are,
// and that one which is too long does not hold up the others.
func TestUntold(t *testing.T) {
	long := Entry{Line: "the long one " + strings.Repeat("x", 2*MaxComment)}
	f := Facts{Task: "t", Decisions: []Entry{{Line: "the first"}, long}}
	for i := range 2000 {
		f.Decisions = append(f.Decisions, Entry{Line: fmt.Sprintf("decision %d of many", i)})
	}
	all, comments := f.Decisions, 0
	for comments = 1; len(f.Decisions) > 0 && comments < 10; comments++ {
		c := CommentBody(f, now, Underway)
		told := f.Decisions[:len(f.Decisions)-len(c.Untold)]
		for i, d := range told {
			if whole := strings.Contains(c.Text, d.Line+"; ") || strings.Contains(c.Text, d.Line+"…") || strings.Contains(c.Text, d.Line+"\n"); !whole && (i > 0 || d.Line != long.Line) {
				t.Errorf("comment %d does not tell %q", comments, d.Line)
			}
		}
		if len(told) == 0 || c.Cut != (len(c.Untold) > 0) {
			t.Fatalf("comment %d tells %d decisions, cut: %v", comments, len(told), c.Cut)
		}
		f.Decisions = Unsent(all, Lines(append(slices.Clone(all[:len(all)-len(f.Decisions)]), told...)))
	}
	if len(f.Decisions) > 0 || comments < 4 {
		t.Errorf("%d decisions are left after %d comments", len(f.Decisions), comments)
	}
}

// TestUnsent checks that the set of what was sent agrees with the comparison of two.
func TestUnsent(t *testing.T) {
	texts := []string{"a", "A.", "Task 1: a", "task 2: a", "Task 1: b", "b", "**b**", "✓ b", "", "Task 1:", "Task 3: Task 1: a"}
	for _, d := range texts {
		for _, line := range texts {
			if left := Unsent([]Entry{{Line: d}}, []string{"other", line}); (len(left) == 0) != same(line, d) {
				t.Errorf("%q, sent as %q: left %v", d, line, left)
			}
		}
	}
}

// FuzzComment states the law of the cut: never over the limit, always valid and
// with every part, and uncut if it fits.
func FuzzComment(f *testing.F) {
	f.Add("a", 3)
	f.Add("é", 9000)
	f.Add("✓ ", 20000)
	f.Fuzz(func(t *testing.T, text string, n int) {
		text = strings.ToValidUTF8(text, "")
		long := strings.Repeat(text, min(max(n, 0), 40000/max(len(text), 1)))
		facts := Facts{Task: long, Next: text, Decisions: []Entry{{Line: OneLine(long)}, {Line: text}}, Blockers: []Entry{{Line: OneLine(long + text)}}}
		c := CommentBody(facts, now, Blocked)
		body := c.Text
		if c.Cut != strings.HasSuffix(body, cutNote+"\n") || len(c.Untold) > 1 || len(c.Untold) > 0 && !c.Cut {
			t.Fatalf("cut: %v, untold: %d, %q", c.Cut, len(c.Untold), body)
		}
		if len(body) > MaxComment || !utf8.ValidString(body) || !strings.HasSuffix(body, "\n") {
			t.Fatalf("%d bytes: %q", len(body), body)
		}
		for _, part := range []string{CommentHeading + "\n\n", "\n**Task:** ", "\n**Status:** Blocked\n", "\n**Decisions:** ", "\n**Blockers:** ", "\n**Next:** "} {
			if !strings.Contains(body, part) {
				t.Fatalf("%q is lost in %q", part, body)
			}
		}
		if cut := strings.HasSuffix(body, cutNote+"\n"); cut && len(body) < MaxComment/2 || !cut && strings.Count(body, "…") > 3*strings.Count(long+text, "…")+9 {
			t.Fatalf("cut: %v, %d bytes", cut, len(body))
		}
	})
}
