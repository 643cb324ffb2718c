package lsp

import (
	"io/fs"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"sort"

	"mdck/internal/tree"
)

// Documents are stored by path. Of several URIs for a file, the last opened one counts.

// longestPath returns the maximum length of a path: in characters on Windows, otherwise in bytes.
func longestPath() int {
	if runtime.GOOS == "windows" {
		return 32767
	}
	return 4096
}

func localPath(uri string) (path string, ok bool) {
	path, ok = pathOf(uri, runtime.GOOS == "windows")
	if !ok || len(path) > longestPath() {
		return "", false
	}
	return filepath.Clean(filepath.FromSlash(path)), true
}

func (s *Server) open(uri string) *document {
	path, _ := localPath(uri)
	return s.documents[path]
}

// at returns the document at path, or nil. Links in path must be resolved.
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

func (s *Server) sorted() []*document {
	all := slices.Collect(maps.Values(s.documents))
	sort.Slice(all, func(i, j int) bool { return all[i].path < all[j].path })
	return all
}

func (d *document) isIn(dir string) bool {
	_, named := tree.Within(dir, d.path)
	_, linked := tree.Within(tree.RealPath(dir), d.real)
	return named || linked
}

// overlay returns base, the directory root, with the texts of open documents and of own.
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
