package custom

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/yamldoc"
)

func read(t *testing.T, text string) ([]*Format, []string) {
	t.Helper()
	doc, err := yamldoc.Parse("c.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	all, found := ParseFormats(doc.Root, []string{"ohrfc", "any"})
	var problems []string
	for _, p := range found {
		problems = append(problems, fmt.Sprintf("%d: %s: %s", doc.File.Line(p.Span.Start), p.Path, p.Message))
	}
	return all, problems
}

func TestParseFormats(t *testing.T) {
	all, problems := read(t, `
hand-off:
  files: ["HANDOFF.md", "docs/**"]
  title: "Handoff: {ID}"
  lines: 100
  tokens: 2000
  section-lines: 30
  order: false
  other-sections: false
  sections:
    - {title: Status, bullets: 2-5, lines: 10, tokens: 99}
    - title: "Session {N}"
      optional: true
      keep: 3
      sections:
        - {title: Done, bullets: 2+}
        - {title: Open, optional: true, bullets: 3, lines: 4, tokens: 5}
    - {title: "Notes by {NAME}", newest: first}
memory:
  files: [m.md]
  level: 1
`)
	if len(problems) > 0 || len(all) != 2 {
		t.Fatalf("got %d formats and %q", len(all), problems)
	}
	f := all[0]
	if f.Name != "hand-off" || !slices.Equal(f.Files, []string{"HANDOFF.md", "docs/**"}) || f.Ordered || !f.Closed || f.Schema.Title != "Handoff: {ID}" {
		t.Errorf("got %+v", f)
	}
	if l := f.Schema.Limits; l.Lines != 100 || l.Tokens != 2000 || l.GroupLines != 30 || f.Schema.GroupLevel() != 2 {
		t.Errorf("limits %+v", l)
	}
	status, session, notes := f.Schema.Groups[0], f.Schema.Groups[1], f.Schema.Groups[2]
	if status.Key != "status" || status.Min != 2 || status.Max != 5 || status.Lines != 10 || status.Tokens != 99 || status.Optional || status.Repeats() {
		t.Errorf("status %+v", status)
	}
	if session.Key != "session" || !session.Optional || session.Keep != 3 || !session.Numbered() {
		t.Errorf("session %+v", session)
	}
	done, open := session.Subsections[0], session.Subsections[1]
	if done.Min != 2 || done.Max != 0 || done.Optional || !open.Optional || open.Min != 3 || open.Max != 3 || open.Lines != 4 || open.Tokens != 5 {
		t.Errorf("within it %+v, %+v", done, open)
	}
	if notes.Key != "notes-by" || !notes.NewestFirst || !notes.Repeats() || notes.Numbered() {
		t.Errorf("notes %+v", notes)
	}
	if m := all[1]; !m.Ordered || m.Closed || m.Schema.GroupLevel() != 1 {
		t.Errorf("defaults %+v", m)
	}
}

func TestProblems(t *testing.T) {
	const head = "x:\n  files: [a.md]\n"
	for _, test := range []struct{ text, want string }{
		{"ohrfc:\n  files: [a.md]\n", `1: ohrfc: the name of a format is "ohrfc"`},
		{"A b:\n  files: [a.md]\n", `1: A b: the name of a format is "A b"`},
		{"x:\n  files: []\n", `2: x: the list has no patterns`},
		{head + "  level: 6\n", `3: x: the level is 6; expected 1 to 5`},
		{head + "  level: 1\n  title: T\n", `4: x: a format with a title cannot have sections at level 1`},
		{head + "  title: 'a {B} {C}'\n", `3: x: the title is "a {B} {C}"; expected text without "#" and with at most one placeholder`},
		{head + "  sections:\n    - title: 'S {'\n", `4: x.sections[0]: the title is "S {"; expected text without "#" and with at most one placeholder`},
		{head + "  sections:\n    - {title: S, keep: 2}\n", `4: x.sections[0]: "keep" requires a repeated section`},
		{head + "  sections:\n    - {title: S, newest: last}\n", `4: x.sections[0]: "newest" requires a repeated section`},
		{head + "  sections:\n    - {title: S, bullets: 5-2}\n", `4: x.sections[0]: the number of bullets is "5-2"; expected a range`},
		{head + "  sections:\n    - {title: S, bullets: '0'}\n", `4: x.sections[0]: the number of bullets is "0"; expected a range`},
		{head + "  sections:\n    - {title: S}\n    - {title: s}\n", `5: x.sections[1]: the titles "S" and "s" have the same name in commands, "s"`},
		{head + "  sections:\n    - {title: A/B}\n    - {title: A B}\n", `5: x.sections[1]: the titles "A/B" and "A B" have the same name in commands, "a-b"`},
		{head + "  sections:\n    - {title: '!'}\n", `4: x.sections[0]: the title is "!"; expected a title with a letter or digit`},
		{head + "  sections:\n    - title: S\n      sections: [{title: '{N}'}]\n", `5: x.sections[0].sections[0]: the title is "{N}", but subsections cannot repeat`},
		{head + "  sections:\n    - title: S\n      sections: [{title: a}, {title: A}]\n", `5: x.sections[0].sections[1]: the titles "a" and "A" have the same name in commands, "a"`},
	} {
		if _, got := read(t, test.text); len(got) != 1 || !strings.HasPrefix(got[0], test.want) {
			t.Errorf("%q gives %q, want %q", test.text, got, test.want)
		}
	}
}

func FuzzParseFormats(f *testing.F) {
	f.Add("x:\n  files: [a.md]\n  sections:\n    - {title: 'S {N}', keep: 2, bullets: 1-2}\n")
	f.Add("x: {files: [a], title: '{}', level: 9, sections: [{title: '{'}, {title: '{N}'}]}\n")
	f.Add("x: {files: [a.md], sections: [{title: a, bullets: 3-2, sections: [{title: b, bullets: 9-}]}]}\n")
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := yamldoc.Parse("c.yaml", text)
		if err != nil {
			return
		}
		all, problems := ParseFormats(doc.Root, nil)
		for _, p := range problems {
			if p.Span.Start < 0 || p.Span.End < p.Span.Start || p.Span.End > len(text) || p.Message == "" || p.Class != jsondoc.BadValue {
				t.Errorf("problem %+v", p)
			}
		}
		if len(problems) == 0 {
			for _, own := range all {
				wantSound(t, own)
			}
		}
		const above = "# above\n"
		moved, err := yamldoc.Parse("c.yaml", above+text)
		if err != nil {
			return // text begins with a byte order mark, for example
		}
		again, others := ParseFormats(moved.Root, nil)
		for i := range others {
			others[i].Span.Start -= len(above)
			others[i].Span.End -= len(above)
		}
		if !reflect.DeepEqual(all, again) || !reflect.DeepEqual(problems, others) {
			t.Errorf("%+v with %+v, and below a comment %+v with %+v", all, problems, again, others)
		}
	})
}

func wantSound(t *testing.T, own *Format) {
	t.Helper()
	if !isName(own.Name) || own.Schema.Level > deepest {
		t.Errorf("name %q, level %d", own.Name, own.Schema.Level)
	}
	seen := map[string]bool{}
	for _, g := range own.Schema.Groups {
		if seen[g.Key] || g.Key == "" {
			t.Errorf("key %q is not one of its own", g.Key)
		}
		seen[g.Key] = true
		if g.Max > 0 && g.Min > g.Max {
			t.Errorf("%q requires %d to %d bullets", g.Title, g.Min, g.Max)
		}
		for _, sub := range g.Subsections {
			if sub.Max > 0 && sub.Min > sub.Max {
				t.Errorf("%q requires %d to %d bullets", sub.Title, sub.Min, sub.Max)
			}
		}
	}
}
