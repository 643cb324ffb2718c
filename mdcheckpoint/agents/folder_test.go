package agents

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

func TestFolder(t *testing.T) {
	older := strings.Replace(sample, "T14:30", "T13:30", 1)
	tree := fstest.MapFS{
		"e/agent_checkpoints/secondary_a.json":             {Data: []byte(older)},
		"e/agent_checkpoints/secondary-a-1769654893.json":  {Data: []byte(sample)},
		"e/agent_checkpoints/secondary_a_new.json":         {Data: []byte(strings.Replace(sample, "T14:30", "T14:31", 1))},
		"e/agent_checkpoints/secondary-h.json":             {Data: []byte(`{"timestamp": "x"}`)},
		"e/agent_checkpoints/secondary_h.json":             {Data: []byte(strings.ReplaceAll(sample, "Secondary-A", "Secondary-H"))},
		"e/agent_checkpoints/primary.json":                 {Data: []byte(strings.ReplaceAll(sample, "Secondary-A", "Agent-Primary"))},
		"e/agent_checkpoints/secondary_b.json":             {Data: []byte("")},
		"e/agent_checkpoints/secondary_c.json":             {Mode: fs.ModeNamedPipe},
		"e/agent_checkpoints/secondary_d.json/x":           {Data: []byte(sample)},
		"e/agent_checkpoints/secondary_e.json":             {Data: []byte(strings.Repeat(" ", jsondoc.MaxSize+1))},
		"e/agent_checkpoints/secondary_f.json":             {Data: []byte("[]")},
		"e/agent_checkpoints/primary_crashed_1.json":       {Data: []byte("not read")},
		"e/agent_checkpoints/primary_20260115_143000.json": {Data: []byte("not read")},
		"e/agent_checkpoints/.mdck/lock":                   {},
	}
	f, err := ReadFolder(tree, "e/agent_checkpoints")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var faults []*Checkpoint
	for _, c := range f.Agents {
		if c.Err != nil {
			faults = append(faults, c)
			continue
		}
		names = append(names, c.Base())
	}
	equalAll(t, "agents", names, []string{"primary.json", "secondary-a-1769654893.json", "secondary-h.json", "secondary_a.json", "secondary_a_new.json", "secondary_h.json"})
	equalAll(t, "archives", f.Archives, []string{"primary_crashed_1.json"})
	for i, want := range []struct {
		name  string
		cause error
	}{{"secondary_b.json", jsondoc.ErrSyntax}, {"secondary_c.json", source.ErrNotRegular}, {"secondary_d.json", source.ErrNotRegular}, {"secondary_e.json", jsondoc.ErrTooLarge}, {"secondary_f.json", jsondoc.ErrNotObject}} {
		if i >= len(faults) || faults[i].Base() != want.name || !errors.Is(faults[i].Err, want.cause) {
			t.Errorf("faults %v, want %v", faults, want)
		}
	}
	inUse := f.Find("Secondary-A")
	if inUse.Base() != "secondary_a.json" || f.Find("secondary_a_new.json").Base() != "secondary_a_new.json" || f.Find("Secondary-Z") != nil || f.Find("agent-primary").Base() != "primary.json" {
		t.Errorf("found %s", inUse.Base())
	}
	equalAll(t, "duplicates", messages(inUse, inUse.checkSame()), []string{`2:15: warning: agent "Secondary-A" has 3 checkpoints ("secondary_a.json", "secondary_a_new.json", "secondary-a-1769654893.json"); expected one [duplicate]`})
	thin := f.Find("secondary-h.json")
	equalAll(t, "duplicates", messages(thin, thin.checkSame()), []string{`1:1: warning: agent "Secondary-H" has 2 checkpoints ("secondary_h.json", "secondary-h.json"); expected one [duplicate]`})
	if got := f.Find("Primary").checkSame(); got != nil {
		t.Errorf("%+v", got)
	}
	if none, err := ReadFolder(tree, "e/none"); err != nil || len(none.Agents) != 0 {
		t.Errorf("%+v, %v", none, err)
	}
}

func TestDuplicates(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, maxTwinsListed, maxTwinsListed + 1, maxTwinsListed + 2, 40} {
		tree := fstest.MapFS{"e/agent_checkpoints/primary.json": {Data: []byte(`{"agent_id": "Agent-Primary"}`)}, "e/agent_checkpoints/notes.json": {Data: []byte("{}")}}
		for i := range n {
			text := fmt.Sprintf(`{"agent_id": "Secondary-A", "last_checkpoint": "2026-01-15T14:%02d:00Z"}`, i*7%60)
			tree[fmt.Sprintf("e/agent_checkpoints/secondary_a_%d.json", i)] = &fstest.MapFile{Data: []byte(text)}
		}
		f, err := ReadFolder(tree, "e/agent_checkpoints")
		if err != nil {
			t.Fatal(err)
		}
		all := 0
		for _, c := range f.Agents {
			p := c.checkSame()
			if all += len(p); len(p) > 0 && strings.Count(p[0].Message, ".json") != min(n, maxTwinsListed) {
				t.Errorf("%d files: %s has %+v", n, c.Base(), p)
			}
		}
		if n > 1 && all != n || n < 2 && all > 0 {
			t.Errorf("%d files: %d duplicates", n, all)
		}
	}
}

// TestClaims checks where mdck looks for the files in files_modified.
func TestClaims(t *testing.T) {
	tree := fstest.MapFS{
		"work/epic/feature/spec.md": {}, "work/epic/EPIC_README.md": {}, "work/main.py": {}, "other.md": {},
	}
	const text = `{"files_modified": ["feature/spec.md", "feature\\spec.md", "./EPIC_README.md", "work/main.py", "../main.py", "gone.md", "feature/", "/etc/passwd", "../../../x", "../../../../x", "~/x", "a\u0000b", 7, "EPIC_README.md:3-9", "gone.md:3", ":7", "https://x.org/a"]}`
	c, err := Parse("work/epic/agent_checkpoints/secondary_a.json", text)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range claim.Verify(tree, c.claimsBelow(nil)) {
		if v.Key != claimFile || v.Recorded != claim.Present {
			t.Errorf("%+v", v)
		}
		got = append(got, c.Doc.File.Slice(v.Span)+" "+string(v.Status))
	}
	equalAll(t, "verdicts", got, []string{
		`"feature/spec.md" verified`, `"feature\\spec.md" verified`, `"./EPIC_README.md" verified`, `"work/main.py" verified`, `"../main.py" verified`,
		`"gone.md" stale`, `"feature/" verified`, `"/etc/passwd" unverifiable`, `"../../../x" unverifiable`, `"../../../../x" unverifiable`, `"~/x" unverifiable`, `"a\u0000b" stale`,
		`"EPIC_README.md:3-9" verified`, `"gone.md:3" stale`, `":7" stale`, `"https://x.org/a" unverifiable`,
	})
	below, err := Parse("agent_checkpoints/secondary_a.json", `{"files_modified": ["spec.md", "work/main.py", "gone.md", "../x"]}`)
	if err != nil {
		t.Fatal(err)
	}
	got = nil
	for _, v := range claim.Verify(fstest.MapFS{"spec.md": {}}, below.claimsBelow(tree)) {
		got = append(got, v.Name+" "+string(v.Status))
	}
	equalAll(t, "verdicts below a repository", got, []string{"file spec.md verified", "file work/main.py verified", "file gone.md stale", "file ../x unverifiable"})
	bare, err := Parse("secondary_a.json", `{"files_modified": "other.md"}`)
	if err != nil {
		t.Fatal(err)
	}
	if v := claim.Verify(tree, bare.claimsBelow(nil)); len(v) != 1 || v[0].Status != claim.Verified {
		t.Errorf("%+v", v)
	}
}
