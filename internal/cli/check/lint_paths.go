package check

import (
	"os"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
)

// widenPaths are the paths with every file of a workspace replaced by the directory
// of its checkpoint, which stands for all files in it, and every file of a session
// by its progress file, which stands for both: its directory is a whole project. The
// plan of a track stands for its metadata.
func widenPaths(f *pick.ConfigFlags, paths []string) []string {
	var all []string
	for _, name := range paths {
		all = append(all, widenPath(f, name))
	}
	return all
}

// widenPath is name itself where it is no file of a workspace, or is not there: what
// is wrong with it is said elsewhere.
func widenPath(f *pick.ConfigFlags, name string) string {
	info, err := os.Stat(name)
	if err != nil || info.IsDir() {
		return name
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	t, ok := f.PlainFinder().Detect(f.PlainFinder().MainOf(abs))
	if !ok {
		return name
	}
	all := t.File(t.Main)
	switch p := t.Row(); {
	case p.Home != "" || p.Separate:
		all = t.Dir()
	case t.Folder != "" || !app.Exists(all):
		return name // it is checked by itself
	}
	if filepath.IsAbs(name) {
		return all
	}
	rel, err := filepath.Rel(filepath.Dir(abs), all)
	if err != nil {
		return name
	}
	return filepath.Join(filepath.Dir(name), rel)
}
