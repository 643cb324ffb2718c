package gitrepo

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mdck/internal/tree"
)

// answerTime is the time limit for a command of git or one object.
const answerTime = 30 * time.Second

var errNoAnswer = errors.New("no answer in time")

// dotGit returns the .git of the repository of dir, or "". odd is a pipe or device that git would
// wait for, or "".
func dotGit(dir string) (dot, odd string) {
	abs, _ := filepath.Abs(dir)
	for abs = tree.RealPath(abs); ; abs = filepath.Dir(abs) {
		odd = cmp.Or(odd, firstEndless(filepath.Join(abs, ".gitignore"), filepath.Join(abs, ".gitattributes")))
		if dot = filepath.Join(abs, ".git"); tree.IsRepository(abs) {
			return dot, cmp.Or(odd, specialIn(dot))
		}
		if abs == filepath.Dir(abs) {
			return "", ""
		}
	}
}

// specialIn returns a pipe or device in the directory dot, or "". If dot is a file, it names the
// directories.
func specialIn(dot string) string {
	dir := dot
	if to, ok := pointer(dot, "gitdir: "); ok {
		dir = to
	}
	common := dir
	if to, ok := pointer(filepath.Join(dir, "commondir"), ""); ok {
		common = to
	}
	var names []string
	for _, place := range []string{dir, common, filepath.Join(common, "info"), filepath.Join(common, "objects", "info")} {
		entries, _ := os.ReadDir(place) // git reports an unreadable directory itself
		for _, e := range entries {
			names = append(names, filepath.Join(place, e.Name()))
		}
	}
	if ref, ok := pointer(filepath.Join(dir, "HEAD"), "ref: "); ok {
		name, _ := filepath.Rel(dir, ref)
		names = append(names, ref, filepath.Join(common, name))
	}
	return firstEndless(names...)
}

// Main returns the root of the main work tree; root may be a linked one.
func Main(root string) string {
	dir, linked := pointer(filepath.Join(root, ".git"), "gitdir: ")
	common, shared := pointer(filepath.Join(dir, "commondir"), "")
	if linked && shared && filepath.Base(common) == ".git" {
		return filepath.Dir(common)
	}
	return root
}

func pointer(file, word string) (path string, ok bool) {
	text, err := tree.ReadFile(file, 8<<10)
	to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), word)
	if to = filepath.FromSlash(to); !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(file), to)
	}
	return to, ok && err == nil
}

// firstEndless returns the first pipe or device, or "". Sockets are allowed: git's file system
// monitor creates one.
func firstEndless(paths ...string) string {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeDevice) != 0 {
			return path
		}
	}
	return ""
}
