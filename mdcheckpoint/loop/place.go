package loop

import (
	"path"
	"path/filepath"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

// TracksDir is where a project has its tracks. Source: track manager.
const TracksDir = "conductor/tracks"

func place() protocol.Place {
	return protocol.Place{Folders: []string{TracksDir}, Detect: detect, Find: find}
}

// detect returns the track that a file is the metadata of.
func detect(_ protocol.Disk, file string) (t protocol.Target, ok bool) {
	root, name, ok := protocol.Cut(file, TracksDir)
	id, base, _ := strings.Cut(name, "/")
	if !ok || id == "" || base != MetadataFile {
		return t, false
	}
	main := path.Join(TracksDir, id, base)
	return protocol.Target{Protocol: "loop", Root: root, Main: main, Path: main}, true
}

func find(d protocol.Disk, file, base string) (t protocol.Target, ok bool) {
	if base != MetadataFile {
		return t, false
	}
	return detect(d, filepath.ToSlash(file))
}
