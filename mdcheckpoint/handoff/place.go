package handoff

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

var place = protocol.Place{
	Globs: []string{"**/" + File}, Markdown: true,
	Detect: detect, Recognizes: isOurs,
	ID:     func(t protocol.Target) string { return strings.TrimSuffix(path.Base(t.Main), path.Ext(t.Main)) },
	Owns:   func(_ protocol.Disk, _ string, _ fs.FS, name string) bool { return name == File },
	IsNote: func(protocol.Target) bool { return true },

	Starts:  func(d protocol.Disk, dir string) bool { return isNote(d, filepath.Join(dir, File)) },
	Current: current,
}

func detect(d protocol.Disk, file string) (t protocol.Target, ok bool) {
	dir, base := path.Split(file)
	others := strings.Contains(dir, "/.planning/") || strings.Contains(dir, "/.autopilot/") // directories of other protocols
	if others || base != File || !isNote(d, filepath.FromSlash(file)) {
		return t, false
	}
	return at(protocol.Root(path.Clean(dir))), true
}

func at(root string) protocol.Target {
	return protocol.Target{Protocol: Name, Root: root, Main: File, Path: File}
}

// isNote reports whether the file is a note of mdck. If it has a backup, it may be missing, blank,
// or any text with a next action.
func isNote(d protocol.Disk, file string) bool {
	text, err := d.ReadFile(file, source.MaxSize)
	return err == nil && isOurs(text) || hasBackup(d, file) && (err != nil || strings.TrimSpace(text) == "" || hasNext(text))
}

func hasBackup(d protocol.Disk, file string) bool {
	entries, _ := d.ReadDir(filepath.Join(filepath.Dir(file), filepath.FromSlash(protocol.BackupDir)))
	return len(protocol.Backups(entries, filepath.Base(file))) > 0
}

func hasNext(text string) bool {
	d, err := mdcheckpoint.Parse("", text)
	return err != nil || len(matchNote(d).All(nextKey)) > 0
}

func current(d protocol.Disk, dir string) (protocol.Target, error) {
	top := protocol.Repository(d, dir)
	found, ok := protocol.Above(dir, func(dir string) bool { return dir == top || isNote(d, filepath.Join(dir, File)) })
	if !ok {
		found = dir
	}
	return at(found), nil
}

const setting = "handoff"

func settings() []protocol.Setting {
	f := protocol.Pattern()
	f.Name, f.Doc = setting, "The path of the hand-off, relative to the directory of this file, if it is not "+File+"."
	return []protocol.Setting{{Field: f, Formats: func(v *jsondoc.Value) []protocol.Format {
		name, _ := v.Str()
		return []protocol.Format{{Name: setting, Of: Name, Files: []string{name}}}
	}}}
}
