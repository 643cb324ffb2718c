package custom

import (
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

func TestTogether(t *testing.T) {
	doc, err := mdcheckpoint.Parse("x.md", "")
	if err != nil {
		t.Fatal(err)
	}
	d := &Document{Document: doc}
	sections := func(n int) []source.Named {
		all := make([]source.Named, n)
		for i := range all {
			all[i] = source.Named{Name: fmt.Sprint(i), Text: "# a\n"}
		}
		return all
	}
	if one, together := len(d.gathered(sections(20))), len(d.gathered(sections(21))); one != 20 || together != 1 {
		t.Errorf("20 sections are %d texts, 21 are %d", one, together)
	}
	for size, first := range map[int]string{mdcheckpoint.MaxSize / 2: "x.md.2-sections.md", mdcheckpoint.MaxSize/2 + 1: "x.md.1-sections.md"} {
		all := sections(21)
		all[0].Text = strings.Repeat("x", size)
		if got := d.gathered(all); len(got) != 2 || got[0].Name != first {
			t.Errorf("the first of %d texts is %s, want %s", len(got), got[0].Name, first)
		}
	}
}
