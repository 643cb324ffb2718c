package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/mdcheckpoint/ohrfc"
)

// detectOhrfc is Detect for files of a workspace of an RFC.
func detectOhrfc(slash string) (t Target, ok bool) {
	id := ohrfc.WorkspaceID(slash)
	if id == "" || strings.HasPrefix(id, ".") {
		return Target{}, false
	}
	marker := "/" + ohrfc.Dir + "/" + id + "/"
	i := strings.LastIndex(slash, marker)
	if i < 0 {
		return Target{}, false
	}
	dir := slash[i+1 : i+len(marker)]
	name := slash[i+len(marker):]
	known := []string{ohrfc.CheckpointFile, ohrfc.StateFile, ohrfc.EvidenceFile, ohrfc.SummaryFile}
	if !slices.Contains(known, name) {
		return Target{}, false
	}
	root := filepath.FromSlash(slash[:i])
	if root == "" || strings.HasSuffix(root, ":") {
		root += string(filepath.Separator)
	}
	return Target{Protocol: Ohrfc, Root: root, Main: dir + ohrfc.CheckpointFile, State: dir + ohrfc.StateFile, Path: dir + name}, true
}

// isWorkspace reports whether dir is .ohrfc/<id> of something.
func isWorkspace(dir string) bool {
	return filepath.Base(filepath.Dir(dir)) == ohrfc.Dir && !strings.HasPrefix(filepath.Base(dir), ".")
}

// workspacesIn gives the workspaces of a directory .ohrfc.
func (f Finder) workspacesIn(dir string) ([]Target, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var targets []Target
	var faults []error
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if strings.HasPrefix(e.Name(), ".") || !e.IsDir() && !isDirectory(name) {
			continue
		}
		f.met(name)
		found, err := workspaceAt(name)
		targets = append(targets, found...)
		faults = append(faults, err)
	}
	return targets, errors.Join(faults...)
}

// workspaceAt gives the workspace at .ohrfc/<id> if it holds a checkpoint or a
// state. That it cannot be read is an error; that it is not there is none.
func workspaceAt(dir string) ([]Target, error) {
	t, ok := Detect(filepath.Join(dir, ohrfc.CheckpointFile))
	if !ok {
		return nil, nil
	}
	for _, name := range []string{ohrfc.CheckpointFile, ohrfc.StateFile} {
		_, err := os.Stat(filepath.Join(dir, name))
		if err == nil {
			return []Target{t}, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return nil, nil
}
