package ccc

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/protocol"
)

func TestKeepsWords(t *testing.T) {
	for _, task := range []string{"port", "port — step two", "port — step two — three", "— port", "port —", "Task 4: port — two", "port – two", "`a — b`"} {
		for _, sample := range []string{sampleP, sampleE, ""} {
			p := parse(t, sample)
			for _, status := range []string{"", "red", "half: done", "", none, "red"} {
				want := status
				if status == "" && p.Current != nil && p.Current[0].Text == task {
					want = p.Current[0].Detail
				}
				p = done(t, p, begin(task, status))
				if e := p.Current[0]; e.Text != task || e.Detail != strings.TrimPrefix(want, none) {
					t.Errorf("%q with status %q is read as %q with %q in\n%s", task, status, e.Text, e.Detail, p.Text())
				}
			}
			p = done(t, p, edit{"status", func(p *Progress) (*Change, error) {
				return p.Write(Input{{"current", p.Current[0].Text, "green"}}, now)
			}})
			if e := p.Current[0]; e.Text != task || e.Detail != "green" {
				t.Errorf("%q with a new status is read as %q with %q", task, e.Text, e.Detail)
			}
			p = done(t, p, complete(""))
			if e := p.Completed[len(p.Completed)-1]; e.Text != task {
				t.Errorf("%q is completed as %q", task, e.Text)
			}
		}
	}
}

func done(t *testing.T, p *Progress, e edit) *Progress {
	t.Helper()
	c, err := e.do(p)
	if err != nil {
		t.Fatalf("%s: %v", e.name, err)
	}
	if again, err := e.do(c.After); e.name != "done " && (err != nil || again.Changed()) {
		t.Errorf("%s, again: %v, in\n%s", e.name, err, c.Text)
	}
	return c.After
}

func TestRefusesWhatIsNotKept(t *testing.T) {
	for _, c := range []struct {
		edit
		reason string
	}{
		{begin("parse the header", "red — see the log"), `"parse the header — red — see the log" would be parsed as "parse the header — red" followed by "see the log"`},
		{begin("parse the header", "✓"), "would be parsed as"},
		{begin("parse the header", "green ✓"), "would be parsed as"},
		{begin("parse the header", "— x"), "would be parsed as"},
		{begin("a\x07b", ""), `the text "a\ab" contains the control character U+0007`},
		{begin("a", "b\x1b[0m"), "U+001B"},
		{queue("a\ufeffb"), "U+FEFF"},
		{queue("a\xff"), `the text "a\xff" is not UTF-8`},
		{decide("use http: yes", "it is there"), `"use http: yes: it is there" would be parsed as "use http" followed by "yes: it is there"`},
		{decide("use http", "a\x00b"), "U+0000"},
		{learn("a\u0085b"), "U+0085"},
		{blockBy("b (unblocked by: c)", "d"), `"b (unblocked by: c)" already contains a condition; "d" would be a second condition`},
		{blockBy("b", "c (unblocked by: d)"), "would be parsed as"},
		{proceed("a\x1b]0;b"), "U+001B"},
		{issue("CIA-1", "a\vb"), "U+000B"},
		{complete("  "), "the given text is empty"},
		{complete("✓"), `the entry "✓" is only a mark; expected text`},
	} {
		got, err := c.do(parse(t, sampleP))
		r, ok := errors.AsType[*protocol.RequestError](err)
		if !ok || !strings.Contains(r.Reason, c.reason) {
			t.Errorf("%q: %v, %+v, want %q", c.name, err, got, c.reason)
		}
	}
}

func TestNotes(t *testing.T) {
	for _, c := range []struct {
		edit
		notes []string
	}{
		{complete("parse the header"), []string{`removed the status "tests are red" of "parse the header"`}},
		{complete("- [x] print the report"), []string{`"- [x] print the report" was written as "print the report"`}},
		{complete("print teh report"), []string{`"print teh report" was not listed as a task before; the similar task "print the report" is still open`}},
		{complete("something else"), []string{`"something else" was not listed as a task before`}},
		{begin("print the report", ""), []string{`removed the status "tests are red" of "parse the header"`}},
		{begin("parse the header", "a\nb"), []string{`"a\nb" was written as "a b"`}},
		{queue("call `f(a,  b)`", "x"), []string{"\"call `f(a,  b)`\" was written as \"call `f(a, b)`\""}},
		{decide("use http:", " it is there"), []string{`"use http:" was written as "use http"`, `" it is there" was written as "it is there"`}},
		{learn("* a"), []string{`"* a" was written as "a"`}},
		{blockBy("b\n", "c"), []string{`"b\n" was written as "b"`}},
		{blockBy("b (unblocked by: c)", ""), nil},
	} {
		change, err := c.do(parse(t, sampleP))
		if err != nil || !slices.Equal(change.Notes, c.notes) {
			t.Errorf("%s: %v, %q, want %q", c.name, err, change.Notes, c.notes)
			continue
		}
		if empty, err := c.do(parse(t, "")); err == nil && strings.Contains(strings.Join(empty.Notes, ""), "lists") {
			t.Errorf("%s, of a file without tasks: %q", c.name, empty.Notes)
		}
		if again, err := c.do(change.After); err != nil || again.Changed() || strings.Contains(strings.Join(again.Notes, ""), "written") {
			t.Errorf("%s, again: %v, %q", c.name, err, again.Notes)
		}
	}
}

// TestEmptied checks that removing the only entry of a section restores the placeholder.
func TestEmptied(t *testing.T) {
	files := map[string]string{
		"paragraphs": "# Session Progress\n\n## Completed Tasks\n(none yet)\n\n## Blockers\n(none)\n\n## Continuation Prompt\n(none yet)\n",
		"last":       "## Blockers\n(none)\n",
		"bullets":    "## Completed Tasks\n- (none)\n\n## Blockers\n- (none)\n",
		"close":      "## Blockers\n(none)\n## Continuation Prompt\n(none)\n",
		"flagged":    sampleE,
	}
	all := append(slices.Clone(styles), protocoltest.Replacing("cr", "\n", "\r"))
	for name, text := range files {
		for _, style := range all {
			if name == "close" && style.Name == "breaks" {
				continue // the break would make the placeholder above a heading
			}
			p := parse(t, style.Of(text))
			blocked := done(t, p, blockBy("b", "c"))
			if strings.Contains(blocked.Text(), "\n") != strings.Contains(p.Text(), "\n") {
				t.Errorf("%s, %s: line feeds in %q", name, style.Name, blocked.Text())
			}
			protocoltest.Equal(t, name+", "+style.Name, done(t, blocked, unblock("b")).Text(), p.Text())
		}
	}
	runsOn := parse(t, "## Completed Tasks\n- b ✓\n\n## Remaining Tasks\ntext\n- a\n")
	protocoltest.Equal(t, "below a text", done(t, runsOn, complete("a")).Text(), "## Completed Tasks\n- b ✓\n- a ✓\n\n## Remaining Tasks\ntext\n- (none)\n")
}

// TestFirstLine checks that a first line names an entry of several lines.
func TestFirstLine(t *testing.T) {
	const two = "- print the report\n  with totals\n"
	lists := func(current, remaining, completed string) string {
		return "## Completed Tasks\n" + completed + "\n## Current Task\n" + current + "\n## Remaining Tasks\n" + remaining
	}
	const marked = "- print the report\n  with totals ✓\n"
	begun := lists("- print the report\n  with totals — red\n", "- b\n", "- a ✓\n")
	for _, e := range []struct {
		edit
		text, want string
	}{
		{begin("print the report", ""), lists("(none)\n", two, "- a ✓\n"), lists("- print the report\n  with totals\n", "(none)\n", "- a ✓\n")},
		{begin("print the report", "red"), lists("(none)\n", two+"- b\n", "- a ✓\n"), begun},
		{begin("Print the report", "green"), begun, strings.Replace(begun, "red", "green", 1)},
		{begin("b", ""), begun, lists("- b\n", two, "- a ✓\n")},
		{complete("print the report"), lists("(none)\n", two, "- a ✓\n"), lists("(none)\n", "(none)\n", "- a ✓\n"+marked)},
		{complete("print the report"), begun, lists("(none)\n", "- b\n", "- a ✓\n"+marked)},
		{queue("print the report"), begun, begun},
		{begin("print the report", ""), lists("(none)\n", two+two, "- a ✓\n"), lists("- print the report\n", two+two, "- a ✓\n")},
		{begin("print the report", ""), lists("(none)\n", two+"- print the report\n", "- a ✓\n"), lists("- print the report\n", two, "- a ✓\n")},
		{complete("print the report"), lists("(none)\n", two+"- print the report\n", "- a ✓\n"), lists("(none)\n", two, "- a ✓\n- print the report ✓\n")},
		{unblock("b"), "## Blockers\n- b\n  c (unblocked by: d)\n- a\n", "## Blockers\n- a\n"},
		{blockBy("b", "e"), "## Blockers\n- b\n  c (unblocked by: d)\n", "## Blockers\n- b\n  c (unblocked by: e)\n"},
	} {
		protocoltest.Equal(t, e.name, done(t, parse(t, e.text), e.edit).Text(), e.want)
	}
}
