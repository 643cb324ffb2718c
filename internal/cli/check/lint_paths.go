package check

import (
	"path"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
)

// widenPaths replaces files by the checkpoints that contain them.
func widenPaths(f *pick.Picker, paths []string) (all []string) {
	for _, name := range paths {
		all = append(all, widenPath(f, name))
	}
	return all
}

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
		return name // files of this folder are checked alone
	}
	return shown.DisplayPath(t.Main)
}
