package loop

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

// TracksDir is where a project has its tracks. Source: track manager.
const TracksDir = "conductor/tracks"

// place says where the files of the protocol are.
var place = protocol.Place{
	Globs:   []string{"**/" + TracksDir + "/*/" + MetadataFile, "**/" + TracksDir + "/*/" + PlanFile},
	Folders: []string{TracksDir}, Detect: detect, Lock: trackLock,
	In: func(d protocol.Disk, dir string) bool {
		_, ok := detect(d, filepath.ToSlash(dir)+"/"+MetadataFile)
		return ok
	},
	Owns: func(_ protocol.Disk, _ string, _ fs.FS, name string) bool {
		return name == MetadataFile || name == PlanFile || name == specFile
	},
}

// detect returns the track that a file is the metadata of, or the plan of if there is no
// metadata: a folder with a plan is a track.
func detect(d protocol.Disk, file string) (t protocol.Target, ok bool) {
	root, name, ok := protocol.Cut(file, TracksDir)
	id, base, _ := strings.Cut(name, "/")
	lone := base == PlanFile && !d.Exists(filepath.Join(root, filepath.FromSlash(TracksDir), id, MetadataFile))
	if !ok || id == "" || base != MetadataFile && !lone {
		return t, false
	}
	main := path.Join(TracksDir, id, MetadataFile)
	return protocol.Target{Protocol: Name, Root: root, Main: main, Path: main}, true
}

// trackLock returns the lock on the metadata of a track.
func trackLock(t protocol.Target) *protocol.Lock {
	return &protocol.Lock{
		Path: path.Join(path.Dir(t.Main), LockDir), OwnerFile: OwnerFile, Stale: LockStale,
		Format: FormatOwner, Parse: ParseOwner,
	}
}
