package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unnamed lists packages that have only tests.
var unnamed = []string{"mdck/internal/archtest", "mdck/internal/integration"}

// TestNames checks that each test file is named after a source file or a feature.
func TestNames(t *testing.T) {
	features := testFeatures(t)
	for _, p := range packages(t) {
		if slices.Contains(unnamed, p.ImportPath) {
			continue
		}
		for _, stem := range stems(t, p.Dir, "*_test.go", "_test.go") {
			named := append(stems(t, p.Dir, "*.go", ".go"), features...)
			if !slices.ContainsFunc(named, func(name string) bool { return stem == name || strings.HasPrefix(stem, name+"_") }) {
				t.Errorf("%s/%s_test.go is named after no source file, and after no feature of docs/testing.md", p.ImportPath, stem)
			}
		}
	}
}

func stems(t *testing.T, dir, pattern, ending string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, name := range found {
		if stem, ok := strings.CutSuffix(filepath.Base(name), ending); ok && (ending == "_test.go" || !strings.HasSuffix(stem, "_test")) {
			for _, system := range []string{"_unix", "_linux", "_darwin", "_windows", "_other"} {
				stem = strings.TrimSuffix(stem, system)
			}
			all = append(all, stem)
		}
	}
	return all
}

func testFeatures(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "testing.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "## Names of test files")
	table, _, _ = strings.Cut(table, "\n## ")
	var all []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*`) \\|").FindAllStringSubmatch(table, -1) {
		for _, name := range strings.Split(row[1], ", ") {
			all = append(all, strings.Trim(name, "`"))
		}
	}
	if !ok || len(all) < 10 {
		t.Fatalf("docs/testing.md lists %d features", len(all))
	}
	return all
}
