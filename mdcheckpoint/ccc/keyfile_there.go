package ccc

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// namesFile reports whether prompt names a file that exists, behind the label or
// anywhere.
func namesFile(prompt string, exists func(string) bool) bool {
	for _, f := range keyFiles(prompt) {
		if exists == nil && !f.doubtful || exists != nil && exists(f.name) {
			return true
		}
	}
	tries := 1000 // exists may ask the disk
	for rest := prompt; rest != "" && tries > 0; {
		n := unit(rest)
		if n == 0 {
			if n = strings.IndexAny(rest[1:], " \t\r\n`["); n < 0 {
				n = len(rest) - 1
			}
			n++
		}
		word := strings.TrimSpace(rest[:n])
		rest = rest[n:]
		if word == "" || !strings.ContainsAny(strings.Trim(word, quotes+"."), "./") {
			continue
		}
		tries--
		if f := nameOfWord(word); f.name != "" && (exists == nil || exists(f.name)) {
			return true
		}
	}
	return false
}

// HasKeyFile reports whether the tree has the file, and no directory, that a prompt
// names as one to begin with: also one that is named from the root of the disk, as
// agents do, or with a line. The files of the session itself are none.
func (s *Session) HasKeyFile(name string) bool {
	const most = 16 // directories of an absolute path that may be above the tree
	name, _, _ = strings.Cut(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "@"), "#")
	name, absolute := strings.CutPrefix(path.Clean(name), "/")
	for range most {
		if fs.ValidPath(name) && !s.Keeps(name) {
			if info, err := fs.Stat(s.Tree, name); err == nil && !info.IsDir() {
				return true
			}
		}
		_, below, more := strings.Cut(name, "/")
		if name = below; !more || !absolute {
			break
		}
	}
	return false
}

// Existing returns those of names that exist and are not of the session: a file that does not
// exist is no key to anything, and those of the session are read anyway.
func (s *Session) Existing(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		_, err := fs.Stat(s.Tree, name)
		return err != nil || s.Keeps(name)
	})
}

// Keeps reports whether a path is that of a file by which sessions are kept.
func (s *Session) Keeps(name string) bool {
	return name == s.ProgressPath || name == s.StatePath || keeps(name)
}

func keeps(name string) bool {
	return strings.HasPrefix(path.Base(name), ".ccc-") || strings.HasPrefix(name, ".mdck/")
}
