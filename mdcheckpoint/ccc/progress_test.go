package ccc

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/schema"
	"mdck/templates"
)

func formatEntries(entries []Entry) []string {
	var all []string
	for _, e := range entries {
		all = append(all, strings.TrimRight(strings.Join([]string{e.Text, e.Detail, string(e.Mark), e.Commit, e.Stamp}, "|"), "|"))
	}
	return all
}

func TestProgress(t *testing.T) {
	for _, style := range styles {
		t.Run(style.Name, func(t *testing.T) {
			p := parse(t, style.Of(sampleP))
			if p.Shape != ShapeP || p.IssueID != "CIA-123" || p.IssueTitle != "Parse the header" || p.Session.Text != "2026-11-01T09:00:00Z" || p.ModeName() != "tdd" {
				t.Errorf("shape %s, issue %q %q, session %q, mode %q", p.Shape, p.IssueID, p.IssueTitle, p.Session.Text, p.ModeName())
			}
			for _, e := range []struct {
				list []Entry
				want []string
			}{
				{p.Completed, []string{"read the specification||✓", "write the table||✓"}},
				{p.Current, []string{"parse the header|tests are red"}},
				{p.Remaining, []string{"print the report", "write the guide"}},
				{p.Decisions, []string{"spans, no printer|bytes stay as they are"}},
				{p.Blockers, []string{"no test account|an answer from ops"}},
			} {
				if got := formatEntries(e.list); !slices.Equal(got, e.want) {
					t.Errorf("got %q, want %q", got, e.want)
				}
			}
			protocoltest.Equal(t, "the prompt", p.Prompt.Text, "Resume CIA-123. Current task: task 3 of 5. Key files: header.go, internal/x_test.go.\nNext action: make the tests green.")

			e := parse(t, style.Of(sampleE))
			if e.Shape != ShapeE || e.IssueID != "CIA-123" || e.IssueTitle != "Parse the header" || e.Goal().Text != "Read the header of every file." || e.Prompt.Section != nil {
				t.Errorf("shape %s, issue %q %q, goal %q", e.Shape, e.IssueID, e.IssueTitle, e.Goal().Text)
			}
			for _, e := range []struct {
				list []Entry
				want []string
			}{
				{e.Completed, []string{"Task 0: Read the specification||[x]|abc1234"}},
				{e.Current, []string{"Task 1: Write the table"}},
				{e.Learnings, []string{"The table has 15 rows||||2026-11-01 09:00"}},
				{e.Blockers, nil},
			} {
				if got := formatEntries(e.list); !slices.Equal(got, e.want) {
					t.Errorf("got %q, want %q", got, e.want)
				}
			}
		})
	}
}

func TestShapeOf(t *testing.T) {
	for text, want := range map[string]Shape{
		"":                                         ShapeP,
		"# Session Progress\n":                     ShapeP,
		"# Other\n\n## Blockers\n":                 ShapeP,
		"## **goal**\n":                            ShapeE,
		"## Linear Issue\n":                        ShapeE,
		"## Blocked / Flagged\n":                   ShapeE,
		"# Session Progress\n\n## Learnings\n":     ShapeP,
		"# Session Progress\n\n## Goal\n":          ShapeMixed,
		"# Session Progress\n## Goal\n## Blockers": ShapeP,
		"## Goal\n\n## Continuation Prompt\n":      ShapeMixed,
		"## Learnings\n\n## Remaining Tasks\n":     ShapeE,
		"# Session Progress\n\n## Linear Issue\n":  ShapeP,
		"## Blockers\n\n## Blocked / Flagged\n":    ShapeMixed,
		"## Linear Issue\n\n## Remaining Tasks\n":  ShapeMixed,
		"## Linear Issue\n\n## Decisions Made\n":   ShapeMixed,
	} {
		if got := parse(t, text).Shape; got != want {
			t.Errorf("%q is of shape %s, want %s", text, got, want)
		}
	}
}

func TestFormats(t *testing.T) {
	for _, f := range []*schema.Schema{formatE(), formatMixed()} {
		for i := range f.Groups {
			if f.Groups[i].Key != formatP().Groups[i].Key || f.Groups[i].Title != formatP().Groups[i].Title || rank(f.Groups[i].Key) != i {
				t.Errorf("section %d is %+v", i, f.Groups[i])
			}
		}
	}
	for text, want := range map[string]string{
		"# Session Progress\n": "Completed Tasks, Current Task, Remaining Tasks, Decisions Made, Blockers, Continuation Prompt",
		"## Goal\n":            "Linear Issue, Completed Tasks, Current Task, Learnings, Blocked / Flagged",
		"## Goal\n## Learnings\n## Continuation Prompt\n": "Completed Tasks, Current Task",
		sampleP: "",
		sampleE: "",
	} {
		var titles []string
		for _, g := range parse(t, text).Match.Missing() {
			titles = append(titles, g.Title)
		}
		if got := strings.Join(titles, ", "); got != want {
			t.Errorf("%q lacks %q, want %q", text, got, want)
		}
	}
}

func TestEntry(t *testing.T) {
	for _, e := range []struct{ title, line, want string }{
		{"Completed Tasks", "a ✓", "a||✓"},
		{"Completed Tasks", "✅ a", "a||✅"},
		{"Completed Tasks", "a ✅", "a||✅"},
		{"Completed Tasks", "[X] a", "a||[x]"},
		{"Completed Tasks", "[ ] a", "a||[ ]"},
		{"Completed Tasks", "a", "a"},
		{"Completed Tasks", "[x](target) a", "[x](target) a"},
		{"Completed Tasks", "[x] Task 0: a -- `0123abcdef` (2 min)", "Task 0: a||[x]|0123abcdef"},
		{"Completed Tasks", "a -- no hash", "a -- no hash"},
		{"Current Task", "a — b — c", "a — b|c"},
		{"Current Task", "a\n  and more — b", "a and more|b"},
		{"Decisions Made", "a: b: c", "a|b: c"},
		{"Decisions Made", "https://a.b", "https://a.b"},
		{"Blockers", "a (or b) (Unblocked by: c (d))", "a (or b)|c (d)"},
		{"Blockers", "a", "a"},
		{"Learnings", "[2026-11-01] a", "a||||2026-11-01"},
		{"Learnings", "[not a time] a", "[not a time] a"},
	} {
		p := parse(t, fmt.Sprintf("## %s\n- %s\n  - nested\n", e.title, e.line))
		var all []Entry
		for _, g := range p.Match.Groups {
			all = append(all, p.Entries(g.Group.Key)...)
		}
		if got := formatEntries(all); !slices.Equal(got, []string{e.want}) {
			t.Errorf("%q is %q, want %q", e.line, got, e.want)
		}
	}
}

func TestBlank(t *testing.T) {
	for text, want := range map[string]bool{
		"(none yet)": true, "(none)": true, "None.": true, "n/a": true, "✓": true, "": true,
		"[task description] ✓": true, "[decision]: [rationale]": true, "[blocker description] (unblocked by: [condition])": true,
		"[task description] — [status or last action]": true, "CIA-XXX — [Title]": true, "[timestamp]": true, "exec:[mode]": true,
		"none of it works": false, "[a](b)": false, "CIA-1": false, "exec:tdd": false, "a": false, ":": false,
	} {
		if got := isBlank(text); got != want {
			t.Errorf("%q is blank: %v", text, got)
		}
	}
}

func TestHeader(t *testing.T) {
	for _, text := range []string{
		"# Session Progress\n\n**Issue:** «CIA-1 — a»\n**Session:** b\n",
		"# Session Progress\n**Issue**: «CIA-1 — a»  \n",
		"# Session Progress\n\n- **issue:** «CIA-1 — a»\r\n- **Session:** b\r\n",
		"**Issue:** «CIA-1 — a»\n\n## Blockers\n",
		"# Session Progress\n\nwords\n**Issue:**\t«CIA-1 — a»\\\nmore",
		"**Issue:** «CIA-1: a»",
		"Issue: «CIA-1 — a»\n",
		"__Issue:__ «CIA-1 — a»\n",
		"**Issue：** «CIA-1 — a»\n",
		"> **Issue:** «CIA-1 — a»\n> **Session:** b\n",
		"* *Issue:* «CIA-1 — a»\n",
	} {
		src, want := protocoltest.Marked(t, text)
		p := parse(t, src)
		if p.Issue.Span != want || p.IssueID != "CIA-1" || p.IssueTitle != "a" {
			t.Errorf("%q: got %q, %q, %q", src, p.slice(p.Issue.Span), p.IssueID, p.IssueTitle)
		}
	}
	for _, text := range []string{"# A\n\n## Blockers\n**Issue:** CIA-1\n", "```\n**Issue:** CIA-1\n```\n", "The Issue: CIA-1\n", "**Issues:** CIA-1\n", "**Issue:** CIA-XXX — [Title]\n"} {
		if p := parse(t, text); p.IssueID != "" || p.IssueTitle != "" {
			t.Errorf("%q: got %q, %q", text, p.IssueID, p.IssueTitle)
		}
	}
}

// TestNew checks that a file from a template is complete and accepts every edit.
func TestNew(t *testing.T) {
	f := Facts{Issue: "cia-123", Title: "Parse  {mode}", Mode: "tdd"}
	for shape, want := range map[Shape]string{ShapeP: "CIA-123 — Parse {mode}", ShapeE: "CIA-123: Parse {mode}"} {
		text := newProgress(templates.Progress(string(shape)), f, now)
		p := parse(t, text)
		if p.Shape != shape || len(p.Match.Missing()) > 0 || p.Issue.Text != want || shape == ShapeP && (p.Session.Text != "2026-11-04T10:30:05Z" || p.Mode.Text != "exec:tdd") {
			t.Errorf("new file:\n%s", text)
		}
		for i := range formatP().Groups {
			if got := p.Entries(formatP().Groups[i].Key); len(got) > 0 {
				t.Errorf("%s has %q", formatP().Groups[i].Title, formatEntries(got))
			}
		}
		change, err := p.Write(Input{{"done", "a", ""}, {"next", "c", ""}, {"current", "b", "going"}, {"block", "x", "y"}, {"decide", "d", "r"}, {"continue", "go on", ""}}, now)
		if err != nil || len(change.Did) != 6 {
			t.Fatalf("%v, %+v", err, change)
		}
		if strings.Count(change.Text, "(none") != map[Shape]int{ShapeP: 0, ShapeE: 1}[shape] {
			t.Errorf("left over in\n%s", change.Text)
		}
	}
	bare := newProgress(templates.Progress(""), Facts{}, now)
	if parse(t, bare).IssueID != "" || parse(t, bare).ModeName() != "" {
		t.Errorf("without facts:\n%s", bare)
	}
	for _, bad := range []Facts{{Issue: "nope"}, {Mode: "fast"}} {
		asked, bare := newProgress(templates.Progress("P"), bad, now), newProgress(templates.Progress("P"), Facts{}, now)
		if strings.Count(asked, ":** "+none) != 1 || strings.Contains(bare, ":** "+none) {
			t.Errorf("%+v makes\n%s", bad, asked)
		}
	}
}

func TestIsArchive(t *testing.T) {
	for name, want := range map[string]bool{
		"a/.ccc-progress-20261104-103005.md": true, ".ccc-progress.md": false, ".ccc-progress-20261104.md": false, ".ccc-progress-2026110x-103005.md": false, "ccc-progress-20261104-103005.md": false,
	} {
		if isArchive(name) != want {
			t.Errorf("%q is an archive: %v", name, !want)
		}
	}
}
