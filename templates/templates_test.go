package templates_test

import (
	"strings"
	"testing"

	"mdck/mdcheckpoint/ohrfc"
	"mdck/templates"
)

// asked has the number of questions for each subsection. Source: checkpoint_protocol §3; the numbers
// for optional subsections are mdck's own.
var asked = []struct {
	group, subsection string
	n                 int
}{
	{"discover", "user-intent-signals", 3}, {"discover", "scan-insights", 2}, {"discover", "active-tensions", 2},
	{"design", "design-reasoning-notes", 2}, {"design", "decision-interdependencies", 2}, {"design", "tricky-sections", 2},
	{"gate-b", "reviewer-feedback-digest", 3}, {"gate-b", "what-changed-this-round", 2}, {"gate-b", "active-tensions-updated", 3},
	{"review", "reviewer-feedback-digest", 2}, {"review", "what-changed", 2}, {"review", "active-tensions-updated", 3},
}

func TestQuestions(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range asked {
		questions := templates.Questions(a.group, a.subsection)
		if len(questions) != a.n {
			t.Errorf("%s/%s has %d questions, want %d", a.group, a.subsection, len(questions), a.n)
		}
		for _, q := range questions {
			if !strings.HasSuffix(q, "?") || q != strings.TrimSpace(q) || strings.Contains(q, "--") || seen[q] {
				t.Errorf("%q is no question, or not a new one", q)
			}
			seen[q] = true
		}
	}
	n := 0
	for _, g := range ohrfc.Format.Groups {
		for _, s := range g.Subsections {
			n++
			for i, q := range templates.Questions(g.Key, s.Slug()) {
				if len(s.Labels) > 0 && !strings.HasPrefix(q, s.Labels[i]+": ") {
					t.Errorf("%q does not begin with %q", q, s.Labels[i])
				}
			}
		}
	}
	if n != len(asked) || templates.QuestionBlocks() != n {
		t.Errorf("%d subsections and %d blocks of questions, want %d", n, templates.QuestionBlocks(), len(asked))
	}
	if templates.Questions("discover", "") != nil || templates.Questions("", "scan-insights") != nil {
		t.Error("questions for nothing")
	}
}

func TestTexts(t *testing.T) {
	questions := templates.Reorient()
	if len(questions) != 3 {
		t.Errorf("%d questions, want those of the protocol's step 5, which are 3", len(questions))
	}
	for _, q := range questions {
		if !strings.HasSuffix(q, "?") {
			t.Errorf("%q is no question", q)
		}
	}
}
