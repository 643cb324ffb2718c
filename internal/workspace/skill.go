package workspace

import (
	"os"
	"path/filepath"

	"mdck/internal/tree"
)

// A SkillDir is the directory of the skill of a protocol; zero if there is none.
type SkillDir struct {
	Dir   string // absolute path
	Shown string // path for messages
}

// Skill finds the skill of a protocol: at given, in the repository at root, or in the home
// directory. Shown is relative to from.
func Skill(protocol, given, root, from string) (SkillDir, error) {
	if given != "" {
		if !isDirectory(given) {
			return SkillDir{}, &os.PathError{Op: "open", Path: given, Err: os.ErrNotExist}
		}
		shown, ok := tree.Within(from, given)
		if !ok {
			shown = filepath.ToSlash(given)
		}
		return SkillDir{given, shown}, nil
	}
	below := filepath.Join(".claude", "skills", protocol)
	if dir := filepath.Join(root, below); isDirectory(dir) {
		return SkillDir{dir, tree.Relative(from, dir)}, nil
	}
	if home, err := os.UserHomeDir(); err == nil {
		if dir := filepath.Join(home, below); isDirectory(dir) {
			return SkillDir{dir, "~/" + filepath.ToSlash(below)}, nil
		}
	}
	return SkillDir{}, nil
}
