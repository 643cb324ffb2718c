package workspace

import (
	"os"
	"path/filepath"
)

// A SkillDir is where the skill of a protocol is installed. The zero value says that it is
// nowhere.
type SkillDir struct {
	Dir   string // absolute path
	Shown string // the path for people, as it is seen from the place that was asked for
}

// Skill finds the skill that has the name of its protocol: in the directory that the user gave, an absolute path,
// which is an error if it is none; where given is "", for the repository at root,
// else for the user. from is the directory that paths are shown relative to.
func Skill(protocol, given, root, from string) (SkillDir, error) {
	if given != "" {
		if !isDirectory(given) {
			return SkillDir{}, &os.PathError{Op: "open", Path: given, Err: os.ErrNotExist}
		}
		return SkillDir{given, Relative(from, given, filepath.IsLocal)}, nil
	}
	below := filepath.Join(".claude", "skills", protocol)
	if dir := filepath.Join(root, below); isDirectory(dir) {
		return SkillDir{dir, Relative(from, dir, nil)}, nil
	}
	if home, err := os.UserHomeDir(); err == nil {
		if dir := filepath.Join(home, below); isDirectory(dir) {
			return SkillDir{dir, "~/" + filepath.ToSlash(below)}, nil
		}
	}
	return SkillDir{}, nil
}

// Relative is the absolute path file as it is seen from the directory from, with
// slashes, if good says that such a path is; nil means that any is. Otherwise it
// stays absolute.
func Relative(from, file string, good func(string) bool) string {
	if rel, err := filepath.Rel(from, file); from != "" && err == nil && (good == nil || good(rel)) {
		file = rel
	}
	return filepath.ToSlash(file)
}
