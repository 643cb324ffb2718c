package lint

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"
)

// planCorpus are plans as people and agents write them, by path. They stand in
// archives whose last file, want, has what lint says of them.
func planCorpus(t testing.TB) (plans map[string]string, want map[string]string) {
	t.Helper()
	names, err := filepath.Glob("testdata/plans/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d archives, %v", len(names), err)
	}
	plans, want = map[string]string{}, map[string]string{}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(raw).Files {
			if f.Name == "want" {
				want[name] = string(f.Data)
			} else {
				plans[f.Name] = string(f.Data)
			}
		}
	}
	return plans, want
}

func planInput(name, text string) Input {
	return Input{Protocol: "plan", Tree: fstest.MapFS{name: {Data: []byte(text)}}, Path: name}
}

// TestPlanCorpus holds that no error is found in plans that agents execute every day,
// however they are saved, and that what is found is what their archive says.
func TestPlanCorpus(t *testing.T) {
	plans, want := planCorpus(t)
	if len(plans) < 25 {
		t.Errorf("%d plans", len(plans))
	}
	for name, text := range plans {
		for style, of := range map[string]change{"as it is": asIs, "CRLF": crlf, "BOM": before("\ufeff"), "no final newline": func(s string) string { return strings.TrimSuffix(s, "\n") }} {
			for _, line := range strings.Split(found(t, planInput(name, of(text)), nil), "\n") {
				if strings.Contains(line, ": error: ") {
					t.Errorf("%s: %s", style, line)
				}
			}
		}
	}
	for archive := range archivesOf(t) {
		raw, _ := os.ReadFile(archive)
		var got strings.Builder
		for _, f := range txtar.Parse(raw).Files {
			if f.Name != "want" {
				got.WriteString(found(t, planInput(f.Name, string(f.Data)), nil))
			}
		}
		if *update {
			writeCorpusWant(t, archive, string(raw), got.String())
		} else if got.String() != want[archive] {
			t.Errorf("%s: got\n%s\nwant\n%s", archive, got.String(), want[archive])
		}
	}
}

func archivesOf(t testing.TB) map[string]bool {
	names, err := filepath.Glob("testdata/plans/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]bool{}
	for _, name := range slices.Sorted(slices.Values(names)) {
		set[name] = true
	}
	return set
}

func writeCorpusWant(t *testing.T, archive, text, got string) {
	t.Helper()
	text, _, _ = strings.Cut(text, "-- want --\n")
	if err := os.WriteFile(archive, []byte(text+"-- want --\n"+got), 0o644); err != nil {
		t.Fatal(err)
	}
}
