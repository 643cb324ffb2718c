package check

import (
	"path"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
)

// widenPaths replaces every file of a workspace by the directory of its checkpoint, and every file of a
// session by its progress file, because the directory of a session is a whole project. The plan of a track
// is replaced by its metadata.
func widenPaths(f *pick.ConfigFlags, paths []string) []string {
	var all []string
	for _, name := range paths {
		all = append(all, widenPath(f, name))
	}
	return all
}

// widenPath returns name unchanged if it is not a file of a workspace or does not exist, which is
// reported elsewhere.
func widenPath(f *pick.ConfigFlags, name string) string {
	abs, err := filepath.Abs(name)
	if err != nil || !app.IsFile(name) {
		return name
	}
	t, ok := f.PlainFinder().Detect(f.PlainFinder().MainOf(abs))
	if !ok {
		return name
	}
	shown := t.Named(name)
	switch p := t.Row(); {
	case p.Home != "" || p.Separate:
		return shown.Shown(path.Dir(t.Main))
	case t.Folder != "" || !app.Exists(t.File(t.Main)):
		return name // such a file is checked on its own
	}
	return shown.Shown(t.Main)
}
