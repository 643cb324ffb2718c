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

// answerTime is the time limit for a git command, or for one object. git needs less even in a large
// repository. The limit prevents waiting forever.
const answerTime = 30 * time.Second

var errNoAnswer = errors.New("no answer in time")

// dotGit returns the .git of the repository that contains dir; "" if there is none. In a stranger's
// repository, a file may be a pipe or a device, and git would wait for it forever. The result odd
// is the first such path that git would open for dir; "" if there is none.
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

// specialIn returns the path of a pipe or device in the directory dot. If dot is a file, specialIn
// searches the directories that it names.
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
		entries, _ := os.ReadDir(place) // no error here: git reports a directory that cannot be listed
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

// Main returns the root of the main work tree if root is the root of a linked one; otherwise root.
func Main(root string) string {
	dir, linked := pointer(filepath.Join(root, ".git"), "gitdir: ")
	common, shared := pointer(filepath.Join(dir, "commondir"), "")
	if linked && shared && filepath.Base(common) == ".git" {
		return filepath.Dir(common)
	}
	return root
}

// pointer returns the path after word in a short file. A relative path is relative to the directory
// of the file. ok is false if the file does not begin with word.
func pointer(file, word string) (path string, ok bool) {
	text, err := tree.ReadFile(file, 8<<10)
	to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), word)
	if to = filepath.FromSlash(to); !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(file), to)
	}
	return to, ok && err == nil
}

// firstEndless returns the first path of a pipe or device, or of a link to one; "" if there is
// none. A socket is allowed because it cannot be opened: the file system monitor of git creates
// one.
func firstEndless(paths ...string) string {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeDevice) != 0 {
			return path
		}
	}
	return ""
}
