package workspace

import (
	"os"
	"path/filepath"
)

// A SkillDir is the directory where the skill of a protocol is installed. The zero SkillDir means
// that the skill is not installed.
type SkillDir struct {
	Dir   string // absolute path
	Shown string // the path for messages
}

// Skill finds the skill with the name of the protocol. If the parameter given is not "", it is the
// absolute path of the skill. Otherwise Skill looks in the repository at root, and then in the home
// directory of the user. The paths for messages are relative to the directory from.
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

// Relative returns file, an absolute path, relative to the directory from, with slashes. If good is
// not nil and returns false for the relative path, the result is the absolute path.
func Relative(from, file string, good func(string) bool) string {
	if rel, err := filepath.Rel(from, file); from != "" && err == nil && (good == nil || good(rel)) {
		file = rel
	}
	return filepath.ToSlash(file)
}
