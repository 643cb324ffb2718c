package custom_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

func own(level int) *custom.Format {
	return &custom.Format{Name: "own", Schema: schema.Schema{
		Title: "Handoff: {ID}", Level: level, Colons: true,
		Groups: []schema.Group{
			{Key: "status", Title: "Status", Listed: true, Min: 1, Max: 3},
			{Key: "session", Title: "Session {N}", Keep: 2, Optional: true, Subsections: []schema.Subsection{
				{Title: "Done", Min: 1}, {Title: "Notes", Optional: true},
			}},
			{Key: "day", Title: "Day {DATE}", Keep: 2, NewestFirst: true, Optional: true},
			{Key: "next", Title: "Next"},
		},
	}}
}

const date = "2026-11-21"

func add(t testing.TB, f *custom.Format, text *string, section, input string, replace bool) (*protocol.Change, error) {
	t.Helper()
	tree := fstest.MapFS{}
	if text != nil {
		tree["HANDOFF.md"] = &fstest.MapFile{Data: []byte(*text)}
	}
	name, sub, single := strings.Cut(section, "/")
	group, value, _ := f.Schema.Find(name)
	if group == nil {
		t.Fatalf("no section %q", name)
	}
	var only *schema.Subsection
	if single {
		only, _ = group.Subsection(sub)
	}
	in := protocol.NewInput(&f.Schema, group, only)
	if err := in.Parse(input); err != nil {
		return nil, err
	}
	if len(in.Parts) == 0 {
		return nil, errors.New("nothing was given")
	}
	if in.Value != "" {
		value = in.Value
	}
	return custom.Read(tree, "HANDOFF.md", f).Append(protocol.Append{
		Group: group, Only: only, Value: value, Parts: in.Parts, Replace: replace,
	}, date, "app")
}

func textAfter(was string, c *protocol.Change) string {
	if !c.Changed() {
		return was
	}
	return c.Files[0].After
}

func starts() map[string]string {
	full := "# Handoff: a\n\n## Status\n\n- one\n\n## Session 1\n\n### Done\n- x\n\n## Next\n\ntext\n"
	return map[string]string{
		"full": full, "crlf": strings.ReplaceAll(full, "\n", "\r\n"), "bom": "\ufeff" + full, "no newline": strings.TrimRight(full, "\n"),
		"front matter": "---\na: b\n---\n" + full, "only front matter": "---\na: b\n---\n", "no sections": "just text\n",
		"other title": "# Project\n\nwords\n\n## Other\n\n| a |\n|---|\n| b |\n",
		"setext":      "Handoff: a\n===\n\nStatus\n---\n* one\n\nNext\n---\nNext text\n",
		"tight":       "# Handoff: a\n## Status\n- one\n## Next\ntext\n",
		"nested":      "## Status\n- one\n  - deeper\n    - deepest\n- two\n",
		"code":        "## Next\n```\n## Status\n```\n",
		"breaks":      "# Handoff: a\n\n## Status\n- one\n\n---\n\n## Next\nx\n\n---\n",
		"lead":        "## Status\n- one\n\n<!-- about next -->\n## Next\nx\n",
		"twice":       "## Status\n- one\n\n## Status\n- two\n",
		"rounds":      "## Session 1\n### Done\n- a\n\n## Session 2\n### Done\n- b\n",
		"falling":     "## Session 2\n### Done\n- b\n\n## Session 1\n### Done\n- a\n",
		"days":        "## Day 2026-01-02\n\nb\n\n## Day 2026-01-01\n\na\n",
		"blank":       "\n\n", "empty": "", "bom alone": "\ufeff",
	}
}

var inputs = []struct{ section, input string }{
	{"status", "- new\n"},
	{"session", "### Done\n- done\n\n### Notes\nSome *text*.\n\n```go\nx\n```\n"},
	{"session/done", "- done\n"},
	{"session/notes", "1. a\n2. b\n"},
	{"day", "- done\n"},
	{"next", "Do this.\n\n#### More\n\n- [ ] and that\n  - deeper\n"},
	{"next", "- one\n- two\n"},
}

// TestAppendLaws checks that every write only adds the new text, once.
func TestAppendLaws(t *testing.T) {
	f := own(2)
	for name, text := range starts() {
		for _, in := range inputs {
			change, err := add(t, f, &text, in.section, in.input, false)
			if err != nil {
				t.Errorf("%s, %s: %v", name, in.section, err)
				continue
			}
			checkAppended(t, name+", "+in.section, text, change)
			after := textAfter(text, change)
			again, err := add(t, f, &after, in.section, in.input, false)
			if err != nil || again.None == "" || again.Changed() {
				t.Errorf("%s, %s: written twice: %v\n%s", name, in.section, err, after)
			}
		}
	}
}

func checkAppended(t testing.TB, name, was string, c *protocol.Change) {
	t.Helper()
	after := textAfter(was, c)
	if c.None != "" {
		if after != was {
			t.Errorf("%s: %s, and the text is another", name, c.None)
		}
		return
	}
	if len(c.Archive) == 0 && strings.TrimSpace(strings.TrimPrefix(was, "\ufeff")) != "" && !isSubsequence(was, after) {
		t.Errorf("%s: bytes are lost:\n%q\n%q", name, was, after)
	}
	for _, a := range c.Archive {
		if !strings.Contains(was, strings.TrimRight(a.Text, "\r\n")) {
			t.Errorf("%s: the archive has %q, which was not in the file", name, a.Text)
		}
	}
	if strings.Contains(was, "\r\n") && strings.Count(after, "\n") != strings.Count(after, "\r\n") {
		t.Errorf("%s: line endings are mixed: %q", name, after)
	}
	if strings.HasPrefix(was, "\ufeff") != strings.HasPrefix(after, "\ufeff") {
		t.Errorf("%s: the byte order mark: %q", name, after)
	}
	if len(c.After.(*custom.Document).Match.Surplus()) > 0 {
		t.Errorf("%s: there are more sections than are kept:\n%s", name, after)
	}
}

func isSubsequence(was, is string) bool {
	have := strings.Split(strings.ReplaceAll(is, "\r\n", "\n"), "\n")
	for line := range strings.Lines(strings.ReplaceAll(was, "\r\n", "\n")) {
		i := slices.Index(have, strings.TrimSuffix(line, "\n"))
		if i < 0 {
			return false
		}
		have = have[i+1:]
	}
	return true
}

func TestLevels(t *testing.T) {
	for level := 1; level <= 5; level++ {
		f := own(level)
		if level == 1 {
			f.Schema.Title = ""
		}
		mark := strings.Repeat("#", level)
		change, err := add(t, f, nil, "session", mark+"# Done\n- a\n", false)
		if err != nil {
			t.Fatal(err)
		}
		want := mark + " Status\n\n" + mark + " Session 1\n\n" + mark + "# Done\n\n- a\n\n" + mark + " Next\n"
		if level > 1 {
			want = mark[1:] + " Handoff: app\n\n" + want
		}
		if got := textAfter("", change); got != want {
			t.Errorf("level %d: got\n%s\nwant\n%s", level, got, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	f := own(2)
	for _, e := range []struct{ name, was, section, input, want string }{
		{"next number", "## Session 1\n\n### Done\n\n- a\n", "session/notes", "n", "## Session 1\n\n### Done\n\n- a\n\n### Notes\n\nn\n"},
		{"falling numbers", "## Session 2\n### Done\n- b\n", "session", "### Done\n- c\n", "## Session 2\n### Done\n- b\n\n## Session 3\n### Done\n- c\n"},
		{"newest first", "## Day 2026-01-01\n\na\n", "day", "b", "## Day 2026-11-21\n\nb\n\n## Day 2026-01-01\n\na\n"},
		{"the oldest day", "## Status\n\n- x\n\n## Day 2026-12-01\n\nc\n\n## Next\n\ny\n", "day", "b", "## Status\n\n- x\n\n## Day 2026-12-01\n\nc\n\n## Day 2026-11-21\n\nb\n\n## Next\n\ny\n"},
		{"today", "## Day 2026-11-21\n\na\n", "day", "b", "## Day 2026-11-21\n\na\n\nb\n"},
		{"a list goes on", "## Next\n\n- a\n", "next", "- b\n  - c\n", "## Next\n\n- a\n- b\n  - c\n"},
		{"their marker", "## Status\n\n  * a\n", "status", "- b", "## Status\n\n  * a\n  * b\n"},
		{"numbers count on", "## Status\n\n1. a\n2. b\n", "status", "- c", "## Status\n\n1. a\n2. b\n3. c\n"},
		{"before a comment on what follows", "## Status\n- one\n\n<!-- about next -->\n## Next\nx\n", "session", "### Done\n- a\n", "## Status\n- one\n\n## Session 1\n### Done\n- a\n\n<!-- about next -->\n## Next\nx\n"},
		{"before a setext heading", "## Status\nNext\n---\nx\n", "status", "- a", "## Status\n- a\n\nNext\n---\nx\n"},
		{"a section before a setext heading", "## Status\n- a\n\n## Session 1\n### Done\nNext\n---\nx\n", "session", "### Done\n- b", "## Status\n- a\n\n## Session 1\n### Done\n- b\n\nNext\n---\nx\n"},
		{"a day before a setext heading", "## Status\n```\nx\n```\nNext\n---\nx\n", "day", "b", "## Status\n```\nx\n```\n\n## Day 2026-11-21\nb\n\nNext\n---\nx\n"},
		{"there below a deeper heading", "## Status\n- x\n\n#### Old\n\n- a\n", "status", "- a", "## Status\n- x\n\n#### Old\n\n- a\n"},
		{"under a title of no format", "# Project\n\nwords\n", "status", "- a", "# Project\n\nwords\n\n## Status\n\n- a\n"},
	} {
		change, err := add(t, f, &e.was, e.section, e.input, false)
		if err != nil {
			t.Errorf("%s: %v", e.name, err)
			continue
		}
		if got := textAfter(e.was, change); got != e.want {
			t.Errorf("%s: got\n%s\nwant\n%s", e.name, got, e.want)
		}
	}
}

func TestReplace(t *testing.T) {
	f := own(2)
	text := "# Handoff: a\n\nStatus\n------\n\n- one\n- two\n\n## Session 4\n\n### Done\n\n* x\n\nwords\n\n### Mine\n\n## Next\n\nold\n"
	for _, e := range []struct{ section, input, old, put string }{
		{"status", "- new\n", "- one\n- two", "- new"},
		{"next", "new\n", "old", "new"},
		{"session/done", "- y\n- z\n", "* x", "* y\n* z"},
		{"session", "### Done\n- y\n", "### Done\n\n* x\n\nwords\n\n### Mine", "### Done\n\n- y"},
	} {
		change, err := add(t, f, &text, e.section, e.input, true)
		if err != nil {
			t.Errorf("%s: %v", e.section, err)
			continue
		}
		if got, want := textAfter(text, change), strings.Replace(text, e.old, e.put, 1); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", e.section, got, want)
		}
	}
}

func TestRefuses(t *testing.T) {
	f := own(2)
	rounds := starts()["rounds"]
	for _, e := range []struct{ was, section, input, want string }{
		{rounds, "Session 9", "### Done\n- a", "does not follow"},
		{rounds, "session", "### Nope\n- a", "no subsection"},
		{rounds, "session", "## Other\n- a", "does not match section"},
		{rounds, "status", "text", "expected lines that start"},
		{rounds, "status", "- a\n  - b", "a bullet is one paragraph"},
		{rounds, "next", "```\nopen", "is not closed"},
		{rounds, "next", "<!-- open", "is not closed"},
		{rounds, "next", "---\na: b\n---\n", "front matter"},
		{rounds, "status", "- mdck:ignore-file", "directive"},
		{"## Next\n\n```\nopen\n", "status", "- a", "hides the rest"},
	} {
		_, err := add(t, f, &e.was, e.section, e.input, false)
		if err == nil || !strings.Contains(err.Error(), e.want) {
			t.Errorf("%s, %q: got %v, want %q", e.section, e.input, err, e.want)
		}
	}
}

func FuzzAppend(f *testing.F) {
	for _, text := range starts() {
		for i := range inputs {
			f.Add(text, inputs[i].input, i)
		}
	}
	fm := own(2)
	f.Fuzz(func(t *testing.T, text, input string, n int) {
		section := inputs[max(n%len(inputs), 0)].section
		change, err := add(t, fm, &text, section, input, false)
		if err != nil || strings.ContainsRune(text, '\r') || strings.ContainsRune(input, '\r') {
			return
		}
		checkAppended(t, section, text, change)
		after := textAfter(text, change)
		again, err := add(t, fm, &after, section, input, false)
		if err != nil || textAfter(after, again) != after {
			t.Fatalf("written twice: %v\n%q", err, after)
		}
	})
}

// TestPrune checks that restored sections return to their old position.
func TestPrune(t *testing.T) {
	f := own(2)
	for name, text := range map[string]string{
		"mixed":   "# Handoff: a\n\n## Session 1\n\n### Done\n\n- a\n\n## Session 3\n\n### Done\n\n- c\n\n## Session 2\n\n### Done\n\n- b\n\n## Next\n\nx\n",
		"days":    "## Day 2026-01-03\n\nc\n\n## Day 2026-01-02\n\nb\n\n## Day 2026-01-01\n\na\n",
		"falling": "## Session 3\n\n### Done\n\n- c\n\n## Session 2\n\n### Done\n\n- b\n\n## Session 1\n\n### Done\n\n- a\n",
		"first":   "## Session 1\n\n### Done\n\n- a\n\n## Session 2\n\n### Done\n\n- b\n\n## Session 3\n\n### Done\n\n- c\n",
	} {
		tree := fstest.MapFS{"H.md": &fstest.MapFile{Data: []byte(text)}}
		change, err := custom.Read(tree, "H.md", f).Prune()
		if err != nil || len(change.Archive) != 1 || !strings.HasPrefix(change.Archive[0].Name, "H.md.") {
			t.Errorf("%s: %v, %+v", name, err, change)
			continue
		}
		kept := change.Archive[0].Text
		if !strings.Contains(kept, "- a") && !strings.Contains(kept, "\na") {
			t.Errorf("%s: the oldest stays, %q goes", name, kept)
		}
		tree["H.md"].Data = []byte(textAfter(text, change))
		again, err := custom.Read(tree, "H.md", f).Prune()
		if err != nil || again.None == "" {
			t.Errorf("%s: pruned twice: %v", name, err)
		}
		back, err := custom.Read(tree, "H.md", f).Restore(kept, true)
		if err != nil || name != "mixed" && textAfter("", back) != text {
			t.Errorf("%s: put back: %v\n%s", name, err, textAfter("", back))
		}
	}
}

func TestIntact(t *testing.T) {
	f := own(2)
	was, _ := custom.Parse(f, "", "## Status\n- a\n\n## Next\nx\n")
	text, _ := source.Apply(was.Text(), []source.Edit{{Span: source.Span{Start: 13, End: 13}, New: "<!-- "}})
	is, _ := custom.Parse(f, "", text)
	if err := schema.CheckIntact(was.Match, is.Match); err == nil {
		t.Error("want an error: the rest is a comment")
	}
}

func TestOrdered(t *testing.T) {
	values := []string{"1", "2", "3", "4"}
	days := []string{"2025-12-31", "2026-01-02", "2026-01-10", "2026-02-01"}
	for _, first := range []bool{false, true} {
		for name, all := range map[string][]string{"Day {DATE}": days, "Session {N}": values} {
			f := &custom.Format{Schema: schema.Schema{Groups: []schema.Group{{Key: "a", Title: "A"}, {Key: "x", Title: name, NewestFirst: first}, {Key: "z", Title: "Z"}}}}
			for _, order := range permutations(all) {
				text := "## A\n\nx\n\n## Z\n\nx\n"
				for _, value := range order {
					tree := fstest.MapFS{"H.md": &fstest.MapFile{Data: []byte(text)}}
					c, err := custom.Read(tree, "H.md", f).Append(protocol.Append{Group: &f.Schema.Groups[1], Value: value, Parts: []schema.Filling{{Text: value}}, Force: true}, "", "")
					if err != nil {
						t.Fatal(err)
					}
					text = textAfter(text, c)
				}
				want := slices.Clone(all)
				if first {
					slices.Reverse(want)
				}
				d, _ := custom.Parse(f, "", text)
				var got []string
				for _, g := range d.Match.All("x") {
					got = append(got, g.Value)
				}
				if !slices.Equal(got, want) || d.Match.Groups[0].Group.Key != "a" || d.Match.Groups[5].Group.Key != "z" {
					t.Errorf("%q written as %q, newest first %t:\n%s", name, order, first, text)
				}
			}
		}
	}
}

func permutations(all []string) [][]string {
	if len(all) == 0 {
		return [][]string{nil}
	}
	var out [][]string
	for i := range all {
		rest := slices.Delete(slices.Clone(all), i, i+1)
		for _, p := range permutations(rest) {
			out = append(out, append([]string{all[i]}, p...))
		}
	}
	return out
}
