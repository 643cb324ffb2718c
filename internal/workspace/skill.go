package workspace

import (
	"os"
	"path/filepath"
)

// Skill is where the skill of the RFC workflow is installed: for the repository at
// root, an absolute path, else for the user; "" if for neither. For the user's,
// shown is the path for people; for the repository's it is "".
func Skill(root string) (dir, shown string) {
	below := filepath.Join(".claude", "skills", "ohrfc")
	if dir = filepath.Join(root, below); isDirectory(dir) {
		return dir, ""
	}
	if home, err := os.UserHomeDir(); err == nil {
		if dir = filepath.Join(home, below); isDirectory(dir) {
			return dir, "~/" + filepath.ToSlash(below)
		}
	}
	return "", ""
}
