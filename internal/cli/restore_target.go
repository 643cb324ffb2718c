package cli

import (
	"os"
	"path"
	"path/filepath"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
)

// keptFile is the checkpoint to which name, a file in .mdck/backups, .mdck/refused or
// .mdck/archive, belongs, and the path of that file in the store.
func keptFile(name string) (t workspace.Target, kept string, ok bool) {
	abs, err := filepath.Abs(name)
	if err != nil || name == "" {
		return t, "", false
	}
	dir := filepath.Dir(abs)
	home, kind := filepath.Base(filepath.Dir(dir)), filepath.Base(dir)
	if home != ".mdck" || kind != "backups" && kind != "archive" && kind != "refused" {
		return t, "", false
	}
	root := filepath.Join(filepath.Dir(name), "..", "..")
	if t, ok, err = restoredTrack(root); ok && err == nil {
		return t, path.Join(home, kind, filepath.Base(abs)), true
	}
	if t, ok = checkpointIn(root); !ok && isDir(root) {
		t, err = workspace.At(workspace.CCC, root)
		ok = err == nil
	}
	return t, path.Join(home, kind, filepath.Base(abs)), ok
}

// lostFile is the checkpoint to which name, checkpoint.md or state.json of a
// workspace, belongs, whether or not the file is there.
func lostFile(name string) (workspace.Target, bool) {
	base := filepath.Base(name)
	if base != ohrfc.CheckpointFile && base != ohrfc.StateFile {
		return workspace.Target{}, false
	}
	t, ok := checkpointIn(filepath.Dir(name))
	t.Path = path.Join(path.Dir(t.Main), base)
	return t, ok
}

// lostWorkspace is the workspace that name, an id or nothing, means, though
// neither of its files is there.
func lostWorkspace(name string) (workspace.Target, bool) {
	cwd, err := os.Getwd()
	if err != nil || name != "" && !isID(name) {
		return workspace.Target{}, false
	}
	dir := workspace.Start(cwd)
	if name != "" {
		dir = filepath.Join(workspacesDir(dir), name)
	}
	t, ok := workspace.Detect(filepath.Join(dir, ohrfc.CheckpointFile))
	return t, ok && isDir(dir)
}

// lostWorkspaces are the workspaces beside each other in the current repository that have
// neither file, but something kept.
func lostWorkspaces() []workspace.Target {
	cwd, err := os.Getwd()
	if err != nil {
		return nil
	}
	start := workspace.Start(cwd)
	if _, within := workspace.Detect(filepath.Join(start, ohrfc.CheckpointFile)); within {
		return nil // which one is meant is clear
	}
	dir := workspacesDir(start)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var lost []workspace.Target
	for _, e := range entries {
		t, ok := workspace.Detect(filepath.Join(dir, e.Name(), ohrfc.CheckpointFile))
		if ok && isDir(filepath.Join(t.Dir(), ".mdck")) && !exists(t.File(t.Main)) && !exists(filepath.Join(t.Dir(), ohrfc.StateFile)) {
			lost = append(lost, t)
		}
	}
	return lost
}

// checkpointIn is the checkpoint of dir, a workspace that is there.
func checkpointIn(dir string) (workspace.Target, bool) {
	abs, err := filepath.Abs(dir)
	if err != nil || !isDir(abs) {
		return workspace.Target{}, false
	}
	if _, ok := workspace.Detect(filepath.Join(abs, ohrfc.CheckpointFile)); !ok {
		return workspace.Target{}, false
	}
	t, err := workspace.As(filepath.Join(dir, ohrfc.CheckpointFile), ohrfc.Name)
	return t, err == nil
}
