package cli

import (
	"os"
	"path/filepath"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
)

// wholes are the paths with every file of a workspace replaced by the directory
// of its checkpoint, which stands for all files in it.
func wholes(paths []string) []string {
	var all []string
	for _, name := range paths {
		all = append(all, whole(name))
	}
	return all
}

// whole is name itself where it is no file of a workspace, or is not there: what
// is wrong with it is said elsewhere.
func whole(name string) string {
	info, err := os.Stat(name)
	if err != nil || info.IsDir() {
		return name
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	t, ok := workspace.Detect(spokenOf(abs))
	switch {
	case !ok:
		return name
	case filepath.IsAbs(name):
		return t.Dir()
	}
	dir, err := filepath.Rel(filepath.Dir(abs), t.Dir())
	if err != nil {
		return name
	}
	return filepath.Join(filepath.Dir(name), dir)
}

// spokenOf is the checkpoint where file is the rfc.md beside one, which is no
// checkpoint itself, but the checkpoint speaks of it; otherwise file.
func spokenOf(file string) string {
	if filepath.Base(file) == ohrfc.RFCFile {
		return filepath.Join(filepath.Dir(file), ohrfc.CheckpointFile)
	}
	return file
}
