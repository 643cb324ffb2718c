package pick

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// SplitKept splits "x/.mdck/backups/y" into "x" and ".mdck/backups/y".
func SplitKept(name string) (dir, kept string, ok bool) {
	abs, err := filepath.Abs(name)
	home, kind := filepath.Base(filepath.Dir(filepath.Dir(abs))), filepath.Base(filepath.Dir(abs))
	if err != nil || name == "" || home != ".mdck" || !slices.Contains([]string{"backups", "archive", "refused"}, kind) {
		return "", "", false
	}
	return filepath.Join(filepath.Dir(name), "..", ".."), path.Join(home, kind, filepath.Base(abs)), true
}

// OriginalNames returns the files that a stored text may come from, longest first.
func OriginalNames(kept string) []string {
	base := path.Base(kept)
	if path.Base(path.Dir(kept)) == "archive" {
		_, base, _ = strings.Cut(base, "-") // remove the number
	}
	var names []string
	for i := strings.LastIndex(base, "."); i > 0; i = strings.LastIndex(base[:i], ".") {
		names = append(names, base[:i])
	}
	return names
}
