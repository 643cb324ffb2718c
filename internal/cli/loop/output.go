package loop

import (
	"fmt"
	"path/filepath"
	"strings"

	"mdck/internal/cli/pick"
)

type outputFlag struct {
	Output []string `sep:"none" help:"A created or changed file, relative to the project; repeatable." placeholder:"FILE"`
}

// inProject returns names relative to root. It refuses other files, because a track is also used on
// other machines.
func inProject(root string, names []string) ([]string, error) {
	var all []string
	for _, name := range names {
		inside, ok := strings.TrimSpace(name), filepath.IsLocal(strings.TrimSpace(name))
		if filepath.IsAbs(inside) {
			inside, ok = pick.Inside(root, inside)
			ok = ok && inside != "."
		}
		if !ok {
			return nil, fmt.Errorf("--output %q is outside of the project", name)
		}
		all = append(all, inside)
	}
	return all, nil
}
