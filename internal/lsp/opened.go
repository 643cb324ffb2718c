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

// Documents are kept by their paths: of one file that is open under several URIs, that which was
// opened last counts.

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

// open returns the document with that URI; nil if there is none.
func (s *Server) open(uri string) *document {
	path, _ := localPath(uri)
	return s.documents[path]
}

// at returns the document of the file at a path, also through links; nil if there is none.
func (s *Server) at(path string) *document {
	if d := s.documents[path]; d != nil {
		return d
	}
	all, real := s.sorted(), tree.RealPath(path)
	if i := slices.IndexFunc(all, func(d *document) bool { return d.real == real }); i >= 0 {
		return all[i]
	}
	return nil
}

// sorted are all documents by path.
func (s *Server) sorted() []*document {
	return slices.SortedFunc(maps.Values(s.documents), func(a, b *document) int { return cmp.Compare(a.path, b.path) })
}

// isIn reports whether d is in dir, by its name or after resolving links.
func (d *document) isIn(dir string) bool {
	_, named := tree.Within(dir, d.path)
	_, linked := tree.Within(tree.RealPath(dir), d.real)
	return named || linked
}

// overlay is base, the tree of the directory root, with the open documents below it
// as they are in the editor, own among them.
func (s *Server) overlay(base fs.FS, root string, own *document) fs.FS {
	texts := map[string]string{}
	real := tree.RealPath(root)
	for _, d := range append(s.sorted(), own) {
		if !d.replacesFile() {
			continue
		}
		for _, name := range [...]struct{ dir, path string }{{real, d.real}, {root, d.path}} {
			if slash, ok := tree.Within(name.dir, name.path); ok {
				texts[slash] = d.text
			}
		}
	}
	if len(texts) == 0 {
		return base
	}
	return tree.Overlay(base, texts)
}
