package schema

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint"
)

var written = &Schema{Title: "Log: {ID}", Groups: []Group{
	{Key: "head", Title: "Head"},
	{Key: "day", Title: "Day {N}", Keep: 2, Subsections: []Subsection{{Title: "Done"}, {Title: "Next", Optional: true}}},
	{Key: "note", Title: "Note of {DATE}", Keep: 2, NewestFirst: true},
	{Key: "tail", Title: "Tail"},
}}

func documents() []string {
	full := "# Log: a\n\n## Head\n\n- one  \n- two\n\n## Day 1\n\n### Done\n\n- a\n\n## Note of 2026-01-02\n\ntext\n\n## Tail\n\nend\n"
	all := []string{
		full, "", "just text\n", "# Log: a\n", "## Tail\nend\n", "## Head\n* one\n## Tail\nend\n", "Log: a\n===\n\nHead\n---\none\n\nTail\n---\nend\n",
		"# Log: a\n\n## Head\n- one\n\n---\n\n## Tail\nend\n\n---\n", "## Head\n- one\n\n<!-- of the tail -->\n## Tail\nend\n", "---\na: b\n---\n\n## Head\n- one\n",
		"## Day 2\n\n### Done\n\n- b\n\n## Day 1\n\n### Done\n\n- a\n", "## Other\n\n```\n## Head\n```\n\n## Head\n\n1. one\n   - deeper\n", "## Day 1\n\n### Done\n\n#### Deeper\n\n- a\n",
		"## Head\nTail\n---\nend\n", "## Head\n<!-- drop me -->\n\n## Day 1\n<!-- drop me -->\n", "## Head\ntext\n## Tail\n",
	}
	for _, text := range slices.Clone(all) {
		all = append(all, strings.TrimSuffix(text, "\n"), "\ufeff"+text)
	}
	return all
}

func editorOf(t testing.TB, text string, style Editor) *Editor {
	t.Helper()
	d, err := mdcheckpoint.Parse("log.md", text)
	if err != nil {
		t.Fatal(err)
	}
	style.Match = written.Match(d)
	return &style
}

func writes(e *Editor) []*Write {
	day := &written.Groups[1]
	done, next := &day.Subsections[0], &day.Subsections[1]
	all := []*Write{
		{Group: &written.Groups[0], Parts: []Filling{{Bullets: []string{"new", "newer"}}}},
		{Group: &written.Groups[0], Parts: []Filling{{Text: "A text.\n\n> and more"}}, Replace: true},
		{Group: day, N: 1, Value: "1", Parts: []Filling{{Subsection: done, Bullets: []string{"new"}}}, Single: true},
		{Group: day, N: 1, Value: "1", Parts: []Filling{{Subsection: done, Bullets: []string{"new"}}}, Single: true, Replace: true},
		{Group: day, N: 3, Value: "3", Parts: []Filling{{Subsection: next, Text: "text"}, {Subsection: done, Bullets: []string{"x"}}}},
		{Group: &written.Groups[2], Value: "2026-01-03", Parts: []Filling{{Text: "later"}}},
		{Group: &written.Groups[2], Value: "2026-01-01", Parts: []Filling{{Bullets: []string{"earlier"}}}},
		{Group: &written.Groups[3], Parts: []Filling{{Bullets: []string{"new"}}}},
	}
	for _, w := range all {
		own := &GroupMatch{Group: w.Group, N: w.N, Value: w.Value}
		if i := slices.IndexFunc(e.Match.Groups, own.Same); i >= 0 {
			w.Existing = e.Match.Groups[i]
		}
	}
	return all
}

var editorStyles = []Editor{{}, {Blank: true}, {Blank: true, Tight: true, Breaks: true}, {Blank: true, Tight: true, Stale: func(c string) bool { return strings.Contains(c, "drop me") }}}

func TestWriteLaws(t *testing.T) {
	for _, style := range editorStyles {
		for _, text := range documents() {
			for i, w := range writes(editorOf(t, text, style)) {
				name := fmt.Sprintf("%q, %d", text, i)
				e := editorOf(t, text, style)
				w = writes(e)[i]
				m, err := e.Write(w)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				after := m.Document.File.Text
				checkElsewhere(t, name, w, e, m)
				again := editorOf(t, after, style)
				if twice, err := again.Write(writes(again)[i]); err != nil || twice.Document.File.Text != after {
					t.Errorf("%s: written twice: %v\n%s", name, err, after)
				}
				crlf := editorOf(t, strings.ReplaceAll(text, "\n", "\r\n"), style)
				m, err = crlf.Write(writes(crlf)[i])
				if err != nil || strings.Contains(text, "\n") && m.Document.File.Text != strings.ReplaceAll(after, "\n", "\r\n") {
					t.Errorf("%s: with carriage returns: %v", name, err)
				}
			}
		}
	}
}

func checkElsewhere(t *testing.T, name string, w *Write, e *Editor, m *Match) {
	t.Helper()
	was, is := e.text(), m.Document.File.Text
	now := m.wrote(w, e.Match)
	if w.Existing != nil {
		head, tail := was[:w.Existing.Section.Heading.End], was[e.lineEnd(e.end(w.Existing.Section)):]
		if !strings.HasPrefix(is, head) || !strings.HasSuffix(is, tail) {
			t.Errorf("%s: something else changed:\n%s", name, is)
		}
	} else if n := len(commonPrefix(was, is)); !strings.HasSuffix(is, was[n:]) {
		t.Errorf("%s: more than one place changed:\n%s", name, is)
	}
	if style := *e; w.Existing == nil {
		if style.Match = m; !style.HasSameContent(now, w) {
			t.Errorf("%s: the section has other content:\n%s", name, is)
		}
	}
	if strings.HasPrefix(was, "\ufeff") != strings.HasPrefix(is, "\ufeff") || strings.Trim(was, "\ufeff") != "" && strings.HasSuffix(was, "\n") != strings.HasSuffix(is, "\n") {
		t.Errorf("%s: the byte order mark or the last line ending changed: %q", name, is)
	}
	lines := strings.Split(is, "\n")
	for i, line := range lines[1:] {
		if line == "---" && strings.TrimSpace(lines[i]) != "" && !strings.Contains(was, lines[i]+"\n---") {
			t.Errorf("%s: %q turns into a heading:\n%s", name, lines[i], is)
		}
	}
}

func commonPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

func TestPrunePutBack(t *testing.T) {
	for _, style := range editorStyles {
		for _, text := range []string{
			"# Log: a\n\n## Day 1\n\n- a\n\n## Day 2\n\n- b\n\n## Day 3\n\n- c\n\n## Tail\n", "## Day 3\n\n- c\n\n## Day 2\n\n- b\n\n## Day 1\n\n- a", "\ufeff## Head\n\n---\n\n## Day 1\n- a\n\n---\n\n## Day 2\n\n---\n\n## Day 3\n",
			"## Note of 2026-01-03\n\nc\n\n## Note of 2026-01-02\n\nb\n\n## Note of 2026-01-01\n\na\n", "## Head\n\n---\n\n<!-- of day 1 -->\n## Day 1\n\n- a\n\n---\n\n## Day 2\n\n---\n\n## Day 3\n",
		} {
			for _, text := range []string{text, strings.ReplaceAll(text, "\n", "\r\n")} {
				e := editorOf(t, text, style)
				gone := e.Match.Surplus()
				edits, texts := e.Prune(gone)
				pruned, err := e.Apply(edits)
				if err != nil || len(gone) != 1 || len(pruned.Match.Surplus()) != 0 || CheckIntact(e.Match, pruned.Match, gone...) != nil {
					t.Fatalf("%q: %v, %q", text, err, texts)
				}
				kept := editorOf(t, strings.ReplaceAll(texts[0], "\r\n", "\n"), style)
				back, err := pruned.PutBack(kept.Match.Groups[0], kept.text())
				if err != nil || back.Document.File.Text != text {
					t.Errorf("%q: put back: %v\n%q", text, err, back.Document.File.Text)
				}
			}
		}
	}
}

func TestSurplus(t *testing.T) {
	for text, want := range map[string]string{
		"## Day 2\n## Day 1\n": "", "## Day 3\n## Day 1\n## Day 2\n": "1", "## Day 1\n## Day 1\n## Day 2\n## Day 3\n": "1 1", "## Day 3\n## Day 3\n## Day 2\n": "",
	} {
		var got []string
		for _, g := range editorOf(t, text, Editor{}).Match.Surplus() {
			got = append(got, g.Value)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	was := "# Log: a\n\n## Day 1\n\n### Done\n- a\n\n## Notes\ntext\n- mine\n"
	good := strings.Replace(was, "- a\n", "- a\n- new\n", 1)
	check := func(text string) error {
		e := editorOf(t, was, Editor{})
		return e.check(writes(e)[2], editorOf(t, text, Editor{}))
	}
	if err := check(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"not written":     {"- new\n", ""},
		"twice":           {"- new\n", "- new\n- new\n"},
		"other lost":      {"- a\n", ""},
		"order":           {"- a\n- new\n", "- new\n- a\n"},
		"group lost":      {"## Day", "## Days"},
		"section lost":    {"## Notes\n", ""},
		"section deeper":  {"## Notes\n", "### Notes\n"},
		"bullet lost":     {"- mine\n", ""},
		"bullet more":     {"- mine\n", "- mine\n- more\n"},
		"paragraph":       {"text\n", ""},
		"title":           {"# Log", "Log"},
		"bullet nested":   {"text\n- mine", "- text\n  - mine"},
		"open":            {"- mine", "<!--"},
		"another section": {"- new\n", "- new\n\n### Next\n- u\n"},
	} {
		if err := check(strings.Replace(good, change[0], change[1], 1)); err == nil {
			t.Errorf("%s: the damage was not found", name)
		}
	}
}

func TestCheckOthersIntact(t *testing.T) {
	was := "# Log: a\n\n## Head\n\n- one\n\n## Tail\n\nend\n"
	now := strings.NewReplacer("one", "two", "end", "new end").Replace(was)
	before, after := editorOf(t, was, Editor{}).Match, editorOf(t, now, Editor{}).Match
	if err := CheckOthersIntact(before, after, []string{"tail", "head", "tail"}); err != nil {
		t.Error(err)
	}
	if CheckOthersIntact(before, after, []string{"head"}) == nil {
		t.Error("the other section changed, and there is no error")
	}
}

func FuzzWrite(f *testing.F) {
	for _, text := range documents() {
		f.Add(text, "new", 0)
	}
	for i, bullet := range []string{"# x", "---", "===", "```", "<!-- x", "- x", "[a]: b", "\ta", "a  ", "1. x", "> x", "<div>", "</div>"} {
		f.Add(documents()[i], bullet, i)
	}
	f.Fuzz(func(t *testing.T, text, bullet string, n int) {
		if d, err := mdcheckpoint.Parse("", text); err != nil || strings.ContainsAny(text+bullet, "\r") || strings.Contains(bullet, "\n") || len(d.Sections) > 50 {
			return
		}
		e := editorOf(t, text, editorStyles[max(n%len(editorStyles), 0)])
		w := writes(e)[2]
		w.Parts[0].Bullets = []string{bullet, "last"}
		w.Replace = n%2 == 0
		m, err := e.Write(w)
		if err != nil || strings.TrimSpace(bullet) == "" {
			return
		}
		if got := m.Bullets(m.wrote(w, e.Match).itemsOf(w.Parts[0].Subsection)); !slices.Contains(got, "last") {
			t.Errorf("%q contains %q", m.Document.File.Text, got)
		}
		again := *e
		again.Match = m
		w.Existing = m.wrote(w, e.Match)
		if twice, err := again.Write(w); err != nil || twice.Document.File.Text != m.Document.File.Text {
			t.Errorf("%q written twice: %v, %q", m.Document.File.Text, err, twice.Document.File.Text)
		}
	})
}
