package loop

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/internal/protocols/loop/tracks"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

const tracksDir = "conductor/tracks"

var place = protocol.Place{
	Globs: []string{
		"**/" + tracksDir + "/*/" + MetadataFile, "**/" + tracksDir + "/*/*/" + MetadataFile,
		"**/" + tracksDir + "/**/" + PlanFile, "**/" + tracksDir + "/**/" + specFile,
	},
	Folders: []string{tracksDir}, HomeFile: MetadataFile, Detect: detect, Lock: trackLock,
	Recognizes: func(text string) bool {
		m, err := Parse("", text)
		return err == nil && (m.Doc.Root.Get("loop_state") != nil || m.Doc.Root.Get("track_id") != nil)
	},
	Empty: empty,
	In: func(d protocol.Disk, dir string) bool {
		_, ok := detect(d, filepath.ToSlash(dir)+"/"+MetadataFile)
		return ok
	},
	Owns: func(_ protocol.Disk, _ string, _ fs.FS, name string) bool {
		return name == MetadataFile || name == PlanFile || name == specFile
	},
}

// detect returns the track of file, which is metadata.json or, if the track has none, plan.md or
// spec.md.
func detect(d protocol.Disk, file string) (t protocol.Target, ok bool) {
	root, name, ok := protocol.Cut(file, tracksDir)
	id, base := path.Split(name)
	id = strings.TrimSuffix(id, "/")
	if area, _, nested := strings.Cut(id, "/"); nested {
		archived := slices.Contains(archives[:], path.Join("tracks", area))
		ok = ok && strings.Count(id, "/") == 1 && !archived && !hasTrack(d, root, area)
	}
	other := base == PlanFile || base == specFile
	if !ok || id == "" || base != MetadataFile && (!other || exists(d, root, id, MetadataFile)) || isArchived(d, root) {
		return t, false
	}
	main := path.Join(tracksDir, id, MetadataFile)
	return protocol.Target{Protocol: Name, Root: root, Main: main, Path: main}, true
}

// isArchived reports whether root is in an archive of documents, such as docs/archive.
func isArchived(d protocol.Disk, root string) bool {
	name, err := filepath.Rel(protocol.Repository(d, root), root)
	below, ok := strings.CutPrefix(filepath.ToSlash(name), "docs/")
	folder, _, _ := strings.Cut(below, "/")
	return err == nil && ok && slices.Contains(archives[:3], folder)
}

func hasTrack(d protocol.Disk, root, id string) bool {
	return exists(d, root, id, MetadataFile) || exists(d, root, id, PlanFile) || exists(d, root, id, specFile)
}

func exists(d protocol.Disk, root, id, base string) bool {
	return d.Exists(filepath.Join(root, filepath.FromSlash(path.Join(tracksDir, id, base))))
}

// empty returns a message about tracks.md for a project without tracks, or "".
func empty(tree fs.FS) string {
	name := path.Join(path.Dir(tracksDir), tracksFile)
	text, err := source.ReadRegular(tree, name)
	if err != nil {
		return ""
	}
	for _, e := range tracks.Parse(text).Entries {
		if s := e.Stage(); e.Mark != 0 && (s == tracks.Open || s == tracks.Underway) {
			title, _, _ := strings.Cut(e.Title, "*") // a link may follow
			return fmt.Sprintf("%s lists %s, but %s has no such folder", name, spelling.Quoted(title, protocol.MaxValue), tracksDir)
		}
	}
	return name + " lists no open track"
}

func trackLock(t protocol.Target) *protocol.Lock {
	return &protocol.Lock{
		Path: path.Join(path.Dir(t.Main), LockDir), OwnerFile: OwnerFile, Stale: LockStale,
		Format: FormatOwner, Parse: ParseOwner,
	}
}

// OwnerFile is the file in [LockDir] that names the holder. Shell scripts write none.
const OwnerFile = "owner"

// LockStale is the age of an abandoned lock. The protocol has no limit.
const LockStale = 10 * time.Minute

// FormatOwner returns the text of an owner file, with one line for each field.
func FormatOwner(o protocol.LockOwner) string {
	host := strings.Join(strings.Fields(strings.ToValidUTF8(o.Host, "\ufffd")), " ")
	text := fmt.Sprintf("pid: %d\nhost: %s\ntime: %s\n", o.PID, host, spelling.FormatTime(o.Since))
	if o.Space != "" {
		text += "space: " + o.Space + "\n"
	}
	return text
}

// ParseOwner parses an owner file. Invalid values are zero. Without a valid pid, only Name is set.
func ParseOwner(text string) (o protocol.LockOwner) {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "pid":
			if n, err := strconv.Atoi(value); err == nil && n > 0 {
				o.PID = n
			}
		case "host":
			o.Host = value
		case "space":
			o.Space = value
		case "time":
			o.Since, _ = spelling.ReadTime(value, time.UTC)
		}
	}
	if o.PID == 0 {
		return protocol.LockOwner{Name: "another program, such as a shell script"}
	}
	return o
}
