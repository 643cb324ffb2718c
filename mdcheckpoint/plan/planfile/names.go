package planfile

import (
	"path"
	"slices"
	"strings"
)

// Folders are the directories of a project that hold its plans, relative to its root.
// Source: GSD, seed.
func Folders() []string { return []string{".planning", ".autopilot"} }

// Names of plans that do not say which plan they are, and what the others end in.
// Source: seed (the first), GSD.
const (
	routeFile  = "ROUTE.md"
	planFile   = "PLAN.md"
	planSuffix = "-PLAN.md"

	summarySuffix = "-SUMMARY.md"
)

// IsPlan reports whether a file is a plan, by its slash path relative to the folder
// of plans: phases/01-setup/01-02-PLAN.md, quick/001-fix/001-PLAN.md. A name without
// a number counts only where phases or quick tasks lie.
func IsPlan(name string) bool {
	base := path.Base(name)
	switch {
	case IsNumbered(base):
		return true
	case !MayBePlan(base):
		return false
	}
	dirs := strings.Split(path.Dir(name), "/")
	return slices.ContainsFunc(dirs, func(d string) bool { return d == "phases" || d == "quick" || strings.HasSuffix(d, "-phases") })
}

// MayBePlan reports whether a name without a directory is that of a plan in some
// place.
func MayBePlan(base string) bool {
	return base == routeFile || base == planFile || strings.HasSuffix(base, planSuffix)
}

// WantedCase is the name that a file would have as a plan if its ending were in capitals:
// 02-01-PLAN.md of 02-01-plan.md; "" if it has that, or is named otherwise.
func WantedCase(base string) string {
	at := len(base) - len(planSuffix)
	if at <= 0 || !isDigit(base[0]) || base[at:] == planSuffix || !strings.EqualFold(base[at:], planSuffix) {
		return ""
	}
	return base[:at] + planSuffix
}

// IsNumbered reports whether a name without a directory is that of a plan wherever it
// is: 03-06-PLAN.md, 03-06-setup-PLAN.md. One number may be that of any document.
func IsNumbered(base string) bool {
	stem, ok := strings.CutSuffix(base, planSuffix)
	parts := strings.SplitN(stem, "-", 3)
	return ok && len(parts) > 1 && isNumber(parts[0]) && isNumber(parts[1])
}
