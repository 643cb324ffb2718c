package workspace

import (
	"os"
	"path/filepath"
)

// A SkillDir is where the skill of a protocol is installed. The zero SkillDir means nowhere.
type SkillDir struct {
	Dir   string // absolute path
	Shown string // path for messages
}

// Skill finds the skill of a protocol: at given, in the repository at root, or in the home
// directory. Shown paths are relative to from.
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

// Relative returns file as a slash path from the directory from, if good (maybe nil) accepts the
// path.
func Relative(from, file string, good func(string) bool) string {
	if rel, err := filepath.Rel(from, file); from != "" && err == nil && (good == nil || good(rel)) {
		file = rel
	}
	return filepath.ToSlash(file)
}
