package gitrepo

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxLink is more than the file .git of a linked work tree has, in bytes.
const maxLink = 1 << 13

// special returns the path of a pipe, socket or device in the place of a file that every command
// of git opens, or "". A repository of a stranger may have one, and git would wait for it
// without end.
func special(dot string) string {
	if dot == "" {
		return ""
	}
	dirs := []string{dot}
	if info, err := os.Stat(dot); err == nil && info.Mode().IsRegular() {
		link := firstLine(dot, "gitdir: ", filepath.Dir(dot))
		dirs = []string{link, firstLine(filepath.Join(link, "commondir"), "", link)}
	}
	for _, dir := range dirs {
		names := []string{firstLine(filepath.Join(dir, "HEAD"), "ref: ", dirs[len(dirs)-1])}
		entries, _ := os.ReadDir(dir) // what cannot be listed is for git to say
		for _, e := range entries {
			names = append(names, filepath.Join(dir, e.Name()))
		}
		for _, name := range names {
			info, err := os.Stat(name)
			if err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice) != 0 {
				return name
			}
		}
	}
	return ""
}

// firstLine returns the path that the first line of a file has after prefix, relative to dir; dir
// if there is none.
func firstLine(file, prefix, dir string) string {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return dir
	}
	f, err := os.Open(file)
	if err != nil {
		return dir
	}
	defer f.Close()
	raw, _ := io.ReadAll(io.LimitReader(f, maxLink))
	line, _, _ := strings.Cut(string(raw), "\n")
	path, ok := strings.CutPrefix(strings.TrimSpace(line), prefix)
	if path = filepath.FromSlash(path); !ok || path == "" {
		return dir
	}
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}
