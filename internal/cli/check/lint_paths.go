package check

import (
	"path"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
)

// widenPaths replaces a file by the checkpoint that it belongs to. For most workspaces this is a
// directory. For a session it is the progress file, because the directory of a session is a whole
// project.
func widenPaths(f *pick.Picker, paths []string) []string {
	var all []string
	for _, name := range paths {
		all = append(all, widenPath(f, name))
	}
	return all
}

// widenPath returns name unchanged if the file belongs to no workspace.
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
		return name // the files of this folder are checked separately
	}
	return shown.DisplayPath(t.Main)
}
