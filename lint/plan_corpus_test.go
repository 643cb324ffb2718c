package lint_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/lint"

	"golang.org/x/tools/txtar"
)

// planArchives returns archives of plans. The last file, want, has the expected findings.
func planArchives(t testing.TB) []string {
	t.Helper()
	names, err := filepath.Glob("testdata/corpus/plans/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d archives, %v", len(names), err)
	}
	return names
}

func planCorpus(t testing.TB) map[string]string {
	t.Helper()
	plans := map[string]string{}
	for _, name := range planArchives(t) {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			if f.Name != "want" {
				plans[f.Name] = string(f.Data)
			}
		}
	}
	return plans
}

func planInput(name, text string) lint.Input {
	return lint.Input{Checker: checker("plan"), Tree: fstest.MapFS{name: {Data: []byte(text)}}, Path: name}
}

func TestPlanCorpus(t *testing.T) {
	plans := planCorpus(t)
	if len(plans) < 30 {
		t.Errorf("%d plans", len(plans))
	}
	styles := map[string]change{"as it is": asIs, "CRLF": crlf, "BOM": before("\ufeff"), "no final newline": func(s string) string { return strings.TrimSuffix(s, "\n") }}
	for name, text := range plans {
		for style, of := range styles {
			for line := range strings.Lines(found(t, planInput(name, of(text)), nil)) {
				if strings.Contains(line, ": error: ") {
					t.Errorf("%s: %s", style, line)
				}
			}
		}
	}
}

func TestPlanCorpusWarnings(t *testing.T) {
	for _, name := range planArchives(t) {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, want := "", ""
		for _, f := range a.Files {
			if f.Name == "want" {
				want = string(f.Data)
			} else {
				got += found(t, planInput(f.Name, string(f.Data)), nil)
			}
		}
		if *update {
			a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
			a.Files = append(a.Files, txtar.File{Name: "want", Data: []byte(got)})
			if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}
