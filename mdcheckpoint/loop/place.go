package loop

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// TracksDir is where a project has its tracks. Source: track manager.
const TracksDir = "conductor/tracks"

// place says where the files of the protocol are.
var place = protocol.Place{
	Globs:   []string{"**/" + TracksDir + "/*/" + MetadataFile, "**/" + TracksDir + "/*/*/" + MetadataFile, "**/" + TracksDir + "/**/" + PlanFile, "**/" + TracksDir + "/**/" + specFile},
	Folders: []string{TracksDir}, HomeFile: MetadataFile, Detect: detect, Lock: trackLock,
	Empty: empty,
	In: func(d protocol.Disk, dir string) bool {
		_, ok := detect(d, filepath.ToSlash(dir)+"/"+MetadataFile)
		return ok
	},
	Owns: func(_ protocol.Disk, _ string, _ fs.FS, name string) bool {
		return name == MetadataFile || name == PlanFile || name == specFile
	},
}

// detect returns the track that a file is the metadata of or, if there is no metadata, the plan
// or the specification. Its folder is one of [TracksDir], or of a folder there that is neither a
// track nor an archive.
func detect(d protocol.Disk, file string) (t protocol.Target, ok bool) {
	root, name, ok := protocol.Cut(file, TracksDir)
	id, base := path.Split(name)
	id = strings.TrimSuffix(id, "/")
	if area, _, nested := strings.Cut(id, "/"); nested {
		ok = ok && strings.Count(id, "/") == 1 && !slices.Contains(archives[:], path.Join("tracks", area)) && !hasTrack(d, root, area)
	}
	if !ok || id == "" || base != MetadataFile && (base != PlanFile && base != specFile || exists(d, root, id, MetadataFile)) {
		return t, false
	}
	main := path.Join(TracksDir, id, MetadataFile)
	return protocol.Target{Protocol: Name, Root: root, Main: main, Path: main}, true
}

// hasTrack reports whether the folder called id has a file of a track.
func hasTrack(d protocol.Disk, root, id string) bool {
	return slices.ContainsFunc([]string{MetadataFile, PlanFile, specFile}, func(base string) bool { return exists(d, root, id, base) })
}

func exists(d protocol.Disk, root, id, base string) bool {
	return d.Exists(filepath.Join(root, filepath.FromSlash(path.Join(TracksDir, id, base))))
}

// empty returns what tracks.md says of a project without tracks.
func empty(tree fs.FS) string {
	name := path.Join(path.Dir(TracksDir), TracksFile)
	text, err := source.ReadRegular(tree, name)
	if err != nil {
		return ""
	}
	for _, l := range listings(text) {
		if s := l.stage(); l.box != unknown && (s == open || s == underway) {
			return fmt.Sprintf("%s lists %s, which has no folder in %s", name, spelling.Quoted(l.title, protocol.MaxValue), TracksDir)
		}
	}
	return name + " lists no track that is open"
}

// trackLock returns the lock on the metadata of a track.
func trackLock(t protocol.Target) *protocol.Lock {
	return &protocol.Lock{
		Path: path.Join(path.Dir(t.Main), LockDir), OwnerFile: OwnerFile, Stale: LockStale,
		Format: FormatOwner, Parse: ParseOwner,
	}
}
