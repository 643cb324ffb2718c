package workspace

import (
	"path/filepath"
	"strings"
)

// Unnamed tells the variable that may have named a file of a session in the project at
// root when it was written, and does not now; "" if it is none, by its kind or place.
func Unnamed(root, name string) string {
	for role, extension := range [...]string{progressRole: ".md", stateRole: ".json"} {
		now, err := sessionFile(root, role)
		hidden := strings.HasPrefix(name, ".") && strings.Contains(name, "/")
		if filepath.Ext(name) == extension && filepath.IsLocal(name) && !hidden && (err != nil || now != name) {
			return roles[role].variable
		}
	}
	return ""
}
