package custom_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// TestPrune checks that what is taken out is in the archive, and that what is put back
// stands where it stood.
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

// TestIntact: an edit that makes something read as something else is found.
func TestIntact(t *testing.T) {
	f := own(2)
	was, _ := custom.Parse(f, "", "## Status\n- a\n\n## Next\nx\n")
	text, _ := source.Apply(was.Text(), []source.Edit{{Span: source.Span{Start: 13, End: 13}, New: "<!-- "}})
	is, _ := custom.Parse(f, "", text)
	if err := schema.Intact(was.Match, is.Match); err == nil {
		t.Error("want an error: the rest is a comment")
	}
}

// TestOrdered checks that a date or number is put where it keeps the order that those of
// its kind have, whichever is written when.
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

// permutations are all orders of all.
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
