package ohrfc

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

var place = protocol.Place{
	Globs: []string{
		"**/" + workspacesDir + "/*/" + CheckpointFile, "**/" + workspacesDir + "/*/" + StateFile,
		"**/" + workspacesDir + "/*/" + EvidenceFile, "**/" + workspacesDir + "/*/" + SummaryFile,
	},
	Home: workspacesDir, HomeFile: CheckpointFile, Markdown: true, Hashed: []string{RFCFile}, Compared: []string{StateFile, EvidenceFile, RFCFile},
	Detect: detect,
	Recognizes: func(text string) bool {
		c, err := ParseCheckpoint("", text)
		return err == nil && len(c.Match.Groups) > 0 && strings.Contains(text, "checkpoint_version")
	},
	In: func(d protocol.Disk, dir string) bool {
		_, ok := detect(d, filepath.ToSlash(dir)+"/"+CheckpointFile)
		return ok
	},
	Owns: func(_ protocol.Disk, _ string, _ fs.FS, name string) bool {
		return slices.Contains([]string{CheckpointFile, StateFile, RFCFile, EvidenceFile, SummaryFile}, name)
	},
	As: func(t protocol.Target) protocol.Target {
		t.State = StateFile
		return t
	},
	Files: func(_ protocol.Disk, t protocol.Target) []string {
		dir := path.Dir(t.Main)
		return []string{t.Main, t.State, path.Join(dir, EvidenceFile), path.Join(dir, SummaryFile)}
	},
}

func detect(_ protocol.Disk, file string) (t protocol.Target, ok bool) {
	id := workspaceID(file)
	if id == "" || strings.HasPrefix(id, ".") {
		return t, false
	}
	dir := workspacesDir + "/" + id
	root, name, ok := protocol.Cut(file, dir)
	known := []string{CheckpointFile, StateFile, EvidenceFile, SummaryFile}
	if !ok || !slices.Contains(known, name) {
		return t, false
	}
	return protocol.Target{Protocol: Name, Root: root, Main: dir + "/" + CheckpointFile, State: dir + "/" + StateFile, Path: dir + "/" + name}, true
}
