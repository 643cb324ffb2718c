package pick

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/workspace"
)

// SplitBackupPath returns the directory whose store has the file called name, and the path of
// that file in the store; ok is false for one that the store did not keep.
func SplitBackupPath(name string) (dir, kept string, ok bool) {
	abs, err := filepath.Abs(name)
	home, kind := filepath.Base(filepath.Dir(filepath.Dir(abs))), filepath.Base(filepath.Dir(abs))
	if err != nil || name == "" || home != ".mdck" || !slices.Contains([]string{"backups", "archive", "refused"}, kind) {
		return "", "", false
	}
	return filepath.Join(filepath.Dir(name), "..", ".."), path.Join(home, kind, filepath.Base(abs)), true
}

// BackupOriginals returns the Markdown files of dir of which the text at a path of its store may be:
// those that its name names, the longest first, and those that are there, as a long
// name is not kept whole.
func BackupOriginals(dir, kept string) []string {
	names := OriginalNames(kept)
	entries, _ := os.ReadDir(dir) // of a directory that cannot be listed what the name tells
	for _, e := range entries {
		if workspace.IsMarkdown(e.Name()) && !slices.Contains(names, e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names
}

// OriginalNames returns the Markdown files that the name of a backup or an archived text names,
// the longest first.
func OriginalNames(kept string) []string {
	base := path.Base(kept)
	if path.Base(path.Dir(kept)) == "archive" {
		_, base, _ = strings.Cut(base, "-") // behind its number
	}
	var names []string
	for i := strings.LastIndex(base, "."); i >= 0; i = strings.LastIndex(base[:i], ".") {
		if workspace.IsMarkdown(base[:i]) {
			names = append(names, base[:i])
		}
	}
	return names
}
