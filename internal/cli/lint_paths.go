package cli

import (
	"os"
	"path/filepath"

	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/ohrfc"
)

// widenPaths are the paths with every file of a workspace replaced by the directory
// of its checkpoint, which stands for all files in it, and every file of a session
// by its progress file, which stands for both: its directory is a whole project. The
// plan of a track stands for its metadata.
func (f *configFlags) widenPaths(paths []string) []string {
	var all []string
	for _, name := range paths {
		all = append(all, f.widenPath(name))
	}
	return all
}

// widenPath is name itself where it is no file of a workspace, or is not there: what
// is wrong with it is said elsewhere.
func (f *configFlags) widenPath(name string) string {
	info, err := os.Stat(name)
	if err != nil || info.IsDir() {
		return name
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	t, ok := f.plainFinder().Detect(spokenOf(abs))
	if !ok {
		return name
	}
	all := t.File(t.Main)
	switch p := t.Row(); {
	case p.Home != "" || p.Separate:
		all = t.Dir()
	case t.Folder != "" || !exists(all):
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

// spokenOf is the checkpoint where file is no checkpoint itself, but one beside it
// speaks of it, as of rfc.md or the plan of a track, or is judged with it, as a copy
// of the progress file is; otherwise file.
func spokenOf(file string) string {
	switch base := filepath.Base(file); {
	case base == ohrfc.RFCFile:
		return filepath.Join(filepath.Dir(file), ohrfc.CheckpointFile)
	case ccc.IsArchive(base):
		return filepath.Join(filepath.Dir(file), ccc.ProgressFile)
	case base == loop.PlanFile:
		if metadata := filepath.Join(filepath.Dir(file), loop.MetadataFile); exists(metadata) {
			return metadata
		}
	}
	return file
}
