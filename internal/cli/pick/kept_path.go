package pick

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// SplitKept returns the directory whose store has the file called name, and the path of
// that file in the store; ok is false for one that no store keeps.
func SplitKept(name string) (dir, kept string, ok bool) {
	abs, err := filepath.Abs(name)
	home, kind := filepath.Base(filepath.Dir(filepath.Dir(abs))), filepath.Base(filepath.Dir(abs))
	if err != nil || name == "" || home != ".mdck" || !slices.Contains([]string{"backups", "archive", "refused"}, kind) {
		return "", "", false
	}
	return filepath.Join(filepath.Dir(name), "..", ".."), path.Join(home, kind, filepath.Base(abs)), true
}

// OriginalNames returns the possible original names of the text at a path of a store, the longest first.
func OriginalNames(kept string) []string {
	base := path.Base(kept)
	if path.Base(path.Dir(kept)) == "archive" {
		_, base, _ = strings.Cut(base, "-") // behind its number
	}
	var names []string
	for i := strings.LastIndex(base, "."); i > 0; i = strings.LastIndex(base[:i], ".") {
		names = append(names, base[:i])
	}
	return names
}
