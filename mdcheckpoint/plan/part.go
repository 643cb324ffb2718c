package plan

import (
	"path"
	"strings"
)

// PartOf is the directory of plans that have an order of their own, for the path of a
// plan in it: that of a milestone that was put away, such as
// .planning/milestones/v1-phases, whose numbers begin at 1 again (past is true), or of a
// quick task, such as .planning/quick/001-fix, which is done at any time. It is "" for
// all others. Source: GSD.
func PartOf(name string) (part string, past bool) {
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		switch {
		case strings.HasSuffix(path.Base(dir), "-phases"):
			return dir, true
		case path.Base(path.Dir(dir)) == "quick":
			return dir, false
		}
	}
	return "", false
}
