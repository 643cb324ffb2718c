package check

import (
	"path"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
)

// widenPaths replaces each file of a workspace by its directory, and the plan of a track by its
// metadata. It replaces each file of a session by its progress file, because the directory of a
// session is a whole project.
func widenPaths(f *pick.Picker, paths []string) []string {
	var all []string
	for _, name := range paths {
		all = append(all, widenPath(f, name))
	}
	return all
}

// widenPath returns name unchanged if it is not a file of a workspace or does not exist. Other code
// reports a missing file.
func widenPath(f *pick.Picker, name string) string {
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
		return shown.DisplayPath(path.Dir(t.Main))
	case t.Folder != "" || !app.Exists(t.File(t.Main)):
		return name // each of these files is checked separately
	}
	return shown.DisplayPath(t.Main)
}
