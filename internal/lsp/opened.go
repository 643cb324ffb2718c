package lsp

import (
	"cmp"
	"io/fs"
	"maps"
	"path/filepath"
	"runtime"
	"slices"

	"mdck/internal/tree"
)

// Documents are kept by their URIs, as the client spells them: one file may be open
// under several, each a text of its own with findings of its own. To other documents
// such a file has the text that was touched last.

// longestPath is how many bytes a path has at most that a system opens: of Linux
// PATH_MAX, others have less; of Windows the characters that it names.
func longestPath() int {
	if runtime.GOOS == "windows" {
		return 32767
	}
	return 4096
}

// localPath is the path of a URI on this system; ok is false for what can be no file.
func localPath(uri string) (path string, ok bool) {
	path, ok = pathOf(uri, runtime.GOOS == "windows")
	if !ok || len(path) > longestPath() {
		return "", false
	}
	return filepath.Clean(filepath.FromSlash(path)), true
}

// open is the document with that URI, or else one that spells it differently; nil if
// there is none.
func (s *Server) open(uri string) *document {
	if d := s.documents[uri]; d != nil {
		return d
	}
	path, ok := localPath(uri)
	if !ok {
		return nil
	}
	return s.newest(func(d *document) bool { return d.path == path })
}

// at is the document that holds the file at a path, however that is reached; nil if
// there is none.
func (s *Server) at(path string) *document {
	real := tree.RealPath(path)
	return s.newest(func(d *document) bool { return d.path == path || d.real == real })
}

// newest is the document that was touched last of those that are meant; nil if there is
// none.
func (s *Server) newest(meant func(*document) bool) (last *document) {
	for _, d := range s.documents {
		if meant(d) && (last == nil || d.turn > last.turn) {
			last = d
		}
	}
	return last
}

// touch notes that d was touched last.
func (s *Server) touch(d *document) {
	s.turn++
	d.turn = s.turn
}

// sorted are all documents by path, and those of one path by URI.
func (s *Server) sorted() []*document {
	return slices.SortedFunc(maps.Values(s.documents), func(a, b *document) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.uri, b.uri))
	})
}

// isIn reports whether d is in dir, by its name or without symbolic links.
func (d *document) isIn(dir string) bool {
	_, named := tree.Within(dir, d.path)
	_, linked := tree.Within(tree.RealPath(dir), d.real)
	return named || linked
}

// overlay is base, the tree of the directory root, with the open documents below it
// as they are in the editor: own as it is, whatever else is open of its file.
func (s *Server) overlay(base fs.FS, root string, own *document) fs.FS {
	all := slices.SortedFunc(maps.Values(s.documents), func(a, b *document) int { return cmp.Compare(a.turn, b.turn) })
	texts := map[string]string{}
	real := tree.RealPath(root)
	for _, d := range append(all, own) {
		if !d.replacesFile() {
			continue
		}
		for _, name := range [...]struct{ dir, path string }{{real, d.real}, {root, d.path}} {
			if slash, ok := tree.Within(name.dir, name.path); ok {
				texts[slash] = d.judged()
			}
		}
	}
	if len(texts) == 0 {
		return base
	}
	return tree.Overlay(base, texts)
}
