package custom

import (
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

func TestArchiveNames(t *testing.T) {
	names := []string{
		"NOTES.md", "NOTES-OLD.md", "notes.md", "NOTES", "NOTES.markdown", "NOTES.OLD.md", "a b.md", "….md",
	}
	f := &Format{Schema: schema.Schema{Groups: []schema.Group{{Key: "s", Title: "{ANY}", Keep: 1}}}}
	for _, of := range names {
		d, err := Parse(f, of, "## old. Session 1.md\n\n## b\n")
		if err != nil {
			t.Fatal(err)
		}
		_, _, archive := d.prune("")
		if len(archive) != 1 {
			t.Fatalf("%q: archived as %q, want one name", of, archive)
		}
		for _, name := range names {
			if got := protocol.IsArchiveOf(archive[0].Name, "dir/"+name); got != (name == of) {
				t.Errorf("%q is of %q: %t, want %t", archive[0].Name, name, got, name == of)
			}
		}
	}
}

// TestGathered checks that pruned sections can be restored one by one.
func TestGathered(t *testing.T) {
	f := &Format{Schema: schema.Schema{Groups: []schema.Group{{Key: "s", Title: "S {N}", Keep: 1}}}}
	for _, eol := range []string{"\n", "\r\n"} {
		for _, gap := range map[string]string{"close": "", "blank": "\n", "break": "\n---\n\n", "comment": "\n---\n\n<!-- of the next -->\n"} {
			for _, n := range []int{maxAlone, maxAlone + 1, maxAlone + 2, mdcheckpoint.MaxBlocks / 11} {
				text := "# T\n\n"
				var b strings.Builder
				for i := range n + 1 {
					fmt.Fprintf(&b, "%s## S %d\n- a\n  - b %d\n<!-- c -->\n", gap, i+1, i)
				}
				text = strings.ReplaceAll(text+b.String(), "\n", eol)
				if len(text) > mdcheckpoint.MaxSize {
					text = text[:strings.LastIndex(text[:mdcheckpoint.MaxSize], "## S")]
				}
				testGathered(t, f, text)
			}
		}
	}
}

func testGathered(t *testing.T, f *Format, text string) {
	t.Helper()
	d, err := Parse(f, "x.md", text)
	if err != nil {
		t.Fatal(err)
	}
	e := d.editor()
	gone, _, archive := d.prune("")
	if len(gone) > maxAlone && len(archive) > 4 {
		t.Errorf("%d sections went into %d texts, want few", len(gone), len(archive))
	}
	for _, a := range archive {
		sections, err := archivedSections(a.Text)
		if err != nil {
			t.Fatalf("%s: %v", a.Name, err)
		}
		for _, s := range sections {
			if len(gone) == 0 {
				t.Fatalf("%s: found %q, want no more", a.Name, s)
			}
			if _, texts := e.Prune(gone[:1]); s.Text != texts[0] || s.Title != gone[0].Section.Title {
				t.Fatalf("%s: found %q, want what %d others leave", a.Name, s, len(gone))
			}
			gone = gone[1:]
		}
	}
	if len(gone) > 0 {
		t.Errorf("%d sections are not in the archive", len(gone))
	}
}
