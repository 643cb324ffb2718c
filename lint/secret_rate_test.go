package lint

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

var secretsIn = flag.String("secrets", "", "count the keys that any/secret finds in the texts below this `directory`, and print each")

// TestSecretRate counts findings in texts without keys, such as this repository:
//
//	go test ./lint -run TestSecretRate -secrets DIR -v
func TestSecretRate(t *testing.T) {
	dir := *secretsIn
	if dir == "" {
		dir = ".."
	}
	files, lines, found := 0, 0, 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && slices.Contains([]string{".git", ".work", "node_modules", "fuzz"}, d.Name()):
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		case *secretsIn == "" && (strings.Contains(filepath.ToSlash(path), "lint/testdata/any/") || strings.HasSuffix(path, ".txtar") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "rules.md") || strings.HasSuffix(path, "texts.go")):
			return nil // sample keys
		}
		raw, err := os.ReadFile(path)
		if err != nil || !utf8.Valid(raw) || len(raw) > 1<<20 {
			return nil
		}
		text := string(raw)
		files, lines = files+1, lines+strings.Count(text, "\n")
		for _, f := range Secrets(text) {
			found++
			line := 1 + strings.Count(text[:f.Span.Start], "\n")
			t.Logf("%s:%d: %s", path, line, f.Message)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d lines, %d found", files, lines, found)
	if *secretsIn == "" && found > 0 {
		t.Errorf("%d keys in this repository", found)
	}
}
