package ccc

import (
	"strings"
	"testing"
	"unicode/utf8"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
)

func TestComment(t *testing.T) {
	f := facts(t)
	body, _ := CommentBody(f, now, StatusOf(f, true))
	protocoltest.Equal(t, "the comment", body, `## Checkpoint Status

**Updated:** 2026-11-04T10:30:05Z
**Task:** 3 of 5 — parse the header
**Status:** Blocked

**Decisions:** spans, no printer: bytes stay as they are
**Blockers:** no test account (unblocked by: an answer from ops)
**Next:** finish "parse the header" (tests are red), then "print the report"
`)
	f.Blockers, f.Decisions = nil, Unsent(f.Decisions, []string{"Spans, no printer: bytes stay as they are"})
	body, _ = CommentBody(f, now, StatusOf(f, true))
	if !strings.Contains(body, "**Status:** Resuming\n\n**Decisions:** None\n**Blockers:** None\n") {
		t.Errorf("got %s", body)
	}
	f.Gate = 2
	if StatusOf(f, false) != Blocked || StatusOf(Facts{}, false) != Underway {
		t.Error("status")
	}
	if got, _ := CommentBody(Facts{}, now, Underway); !strings.Contains(got, "**Task:** None\n**Status:** In Progress\n") || !strings.Contains(got, "**Next:** None\n") {
		t.Errorf("without facts: %s", got)
	}
}

func TestCommentFits(t *testing.T) {
	bare, _ := CommentBody(Facts{Next: "x"}, now, Underway)
	for over := -1; over <= 1; over++ {
		text, cut := CommentBody(Facts{Next: strings.Repeat("x", maxComment-len(bare)+1+over)}, now, Underway)
		if cut != (over > 0) || strings.Contains(text, cutNote) != cut || len(text) > maxComment {
			t.Errorf("%d over: cut %v, %d bytes", over, cut, len(text))
		}
	}
	text, _ := CommentBody(Facts{Next: "go on", Decisions: []Entry{{Line: strings.Repeat("é", maxComment)}}}, now, Underway)
	if !strings.Contains(text, "é…\n**Blockers:** None\n**Next:** go on\n"+cutNote) {
		t.Errorf("got %s", text)
	}
}

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

func FuzzComment(f *testing.F) {
	f.Add("a", 3)
	f.Add("é", 9000)
	f.Add("✓ ", 20000)
	f.Fuzz(func(t *testing.T, text string, n int) {
		text = strings.ToValidUTF8(text, "")
		long := strings.Repeat(text, min(max(n, 0), 40000/max(len(text), 1)))
		facts := Facts{Task: long, Next: text, Decisions: []Entry{{Line: spelling.OneLine(long)}, {Line: text}}, Blockers: []Entry{{Line: spelling.OneLine(long + text)}}}
		body, cut := CommentBody(facts, now, Blocked)
		if cut != strings.HasSuffix(body, cutNote) {
			t.Fatalf("cut: %v, %q", cut, body)
		}
		if len(body) > maxComment || !utf8.ValidString(body) || !strings.HasSuffix(body, "\n") {
			t.Fatalf("%d bytes: %q", len(body), body)
		}
		for _, part := range []string{commentHeading + "\n\n", "\n**Task:** ", "\n**Status:** Blocked\n", "\n**Decisions:** ", "\n**Blockers:** ", "\n**Next:** "} {
			if !strings.Contains(body, part) {
				t.Fatalf("%q is lost in %q", part, body)
			}
		}
	})
}
