package planfile

import (
	"path"
	"strings"
)

// PartOf is the directory of plans that have an order of their own, for the path of a
// plan in it: that of a milestone that was put away, such as
// .planning/milestones/v1-phases, whose numbers begin at 1 again, or of a phase of the
// backlog, .planning/phases/999.1-idea, which nobody has taken up yet (past is true of
// both), or of a quick task, such as .planning/quick/001-fix, which is done at any time.
// It is "" for all others. Source: GSD.
func PartOf(name string) (part string, past bool) {
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		switch base := path.Base(dir); {
		case strings.HasSuffix(base, "-phases"), isArchive(base), path.Base(path.Dir(dir)) == "phases" && isBacklog(base):
			return dir, true
		case path.Base(path.Dir(dir)) == "quick":
			return dir, false
		}
	}
	return "", false
}

// isArchive reports whether a directory holds what is over.
func isArchive(base string) bool {
	switch strings.ToLower(strings.TrimLeft(base, "_.")) {
	case "archive", "archived", "archives", "milestones", "done", "completed", "shipped":
		return true
	}
	return false
}

// isBacklog reports whether a directory of a phase, such as 999.1-idea, is of the backlog.
func isBacklog(base string) bool {
	number, _, _ := strings.Cut(base, "-")
	return number == "999" || strings.HasPrefix(number, "999.")
}
