package planfile

import (
	"path"
	"slices"
	"strings"
)

// Folders returns the folders of plans, below the root of a project. Source: GSD, checkpoint
// protocol.
func Folders() []string { return []string{".planning", ".autopilot"} }

// Names and endings of plans and summaries. Source: GSD; checkpoint protocol for ROUTE.md.
const (
	routeFile  = "ROUTE.md"
	planFile   = "PLAN.md"
	planSuffix = "-PLAN.md"

	summarySuffix = "-SUMMARY.md"
)

// IsPlan reports whether a file is a plan. name is its path in the folder of plans.
func IsPlan(name string) bool {
	base := path.Base(name)
	dirs := strings.Split(path.Dir(name), "/")
	return IsNumbered(base) || MayBePlan(base) &&
		slices.ContainsFunc(dirs, func(d string) bool { return d == "phases" || d == "quick" || strings.HasSuffix(d, "-phases") })
}

// MayBePlan reports whether base can be the file name of a plan.
func MayBePlan(base string) bool {
	return base == routeFile || base == planFile || strings.HasSuffix(usualName(base), planSuffix)
}

// usualName returns 03-06-page-PLAN.md for 03-PLAN-06-page.md, and other names unchanged. Source:
// real folders.
func usualName(base string) string {
	phase, rest, _ := strings.Cut(base, "-PLAN-")
	stem, isMarkdown := strings.CutSuffix(rest, ".md")
	number, _, _ := strings.Cut(stem, "-")
	last := stem[strings.LastIndex(stem, "-")+1:]
	isName := last == strings.ToLower(last) // 03-PLAN-06-SUMMARY.md is not a plan
	if !isMarkdown || !isName || !IsNumber(phase) || !IsNumber(number) {
		return base
	}
	return phase + "-" + stem + planSuffix
}

// WantedCase returns a name such as 02-01-plan.md with its ending in capitals, or "".
func WantedCase(base string) string {
	at := len(base) - len(planSuffix)
	if at <= 0 || !isDigit(base[0]) || base[at:] == planSuffix || !strings.EqualFold(base[at:], planSuffix) {
		return ""
	}
	return base[:at] + planSuffix
}

// IsNumbered reports whether base, such as 03-06-PLAN.md, names a plan in any directory.
func IsNumbered(base string) bool {
	stem, ok := strings.CutSuffix(base, planSuffix)
	_, _, numbered := cutNumbers(stem)
	return ok && numbered
}

func cutNumbers(stem string) (phase, plan string, ok bool) {
	phase, rest, _ := strings.Cut(stem, "-")
	plan, _, _ = strings.Cut(rest, "-")
	return phase, plan, IsNumber(phase) && IsNumber(plan)
}

// PartOf returns the directory of the archived milestone, backlog phase or quick task that contains
// name, or "". past is false for a quick task. These plans have their own order. Source: GSD.
func PartOf(name string) (part string, past bool) {
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		base, above := path.Base(dir), path.Base(path.Dir(dir))
		isPhase := above == "phases"
		switch number, _, _ := strings.Cut(base, "-"); {
		case strings.HasSuffix(base, "-phases") && !isPhase, isArchive(base), isPhase && strings.HasPrefix(number+".", "999."):
			return dir, true
		case above == "quick":
			return dir, false
		}
	}
	return "", false
}

func isArchive(base string) bool {
	const names wordList = "|archive|archived|archives|milestones|done|completed|shipped|"
	bare := strings.TrimLeft(strings.ToLower(base), "_.")
	return names.has(strings.TrimPrefix(bare, "phases-")) || strings.HasPrefix(bare, "planning-") && strings.HasSuffix(bare, "-archive")
}

// summaryNames has endings of plans and their summaries. Source: GSD, checkpoint protocol.
var summaryNames = [...][2]string{{"PLAN.md", "SUMMARY.md"}, {"ROUTE.md", "LOGBOOK.md"}}

func IsSummary(name string) bool {
	for _, pair := range summaryNames {
		if rest, ok := strings.CutSuffix(name, pair[1]); ok && IsPlan(rest+pair[0]) {
			return true
		}
	}
	return false
}

// SummaryName returns the usual summary of a plan, such as 03-06-SUMMARY.md, or "". Source: GSD,
// checkpoint protocol.
func SummaryName(name string) string {
	dir, base := path.Split(name)
	for _, pair := range summaryNames {
		if rest, ok := strings.CutSuffix(usualName(base), pair[0]); ok && (rest == "" || strings.HasSuffix(rest, "-")) {
			return dir + rest + pair[1]
		}
	}
	return ""
}

// IsOverview reports whether name is the overview of a phase, such as 03-PLAN.md or PLAN.md beside
// 03-01-PLAN.md or 03-01-page-PLAN.md. Source: real folders.
func IsOverview(names map[string]bool, name string) bool {
	dir, base := path.Split(name)
	stem, of := strings.TrimSuffix(base, planSuffix), dirPhase(name)
	if of == "" || base != planFile && (!IsNumber(stem) || Number(stem) != of) {
		return false
	}
	for other := range names {
		file, is := strings.CutPrefix(other, dir)
		first, isPlan := strings.CutSuffix(usualName(file), planSuffix)
		phase, plan, ok := cutNumbers(first)
		if is && isPlan && ok && Number(phase) == of && Number(plan) == "01" {
			return true
		}
	}
	return false
}

// IsDone reports whether names has a summary of the plan called name.
func IsDone(names map[string]bool, name string) bool { return Summary(names, name) != "" }

// Summary returns the summary in names of the plan called name, or "". Source: GSD for
// [SummaryName]; real folders for other spellings.
func Summary(names map[string]bool, name string) string {
	if usual := SummaryName(name); names[usual] {
		return usual
	}
	dir, base := path.Split(name)
	stem, is := strings.CutSuffix(usualName(base), planSuffix)
	if !is {
		return ""
	}
	of := dirPhase(name)
	phase, number, ok := cutNumbers(stem)
	if !ok {
		phase, number = of, stem
	}
	stems := []string{
		phase + "-" + number,                 // 01-02-setup-PLAN.md: 01-02-SUMMARY.md
		strings.TrimSuffix(base, ".md"),      // 02-PLAN.md: 02-PLAN-SUMMARY.md
		Number(phase) + "-" + Number(number), // 1-2-PLAN.md: 01-02-SUMMARY.md
		path.Base(dir) + "-" + number,        // 01-base/01-02-PLAN.md: 01-base-02-SUMMARY.md
	}
	if number == of {
		stems = append(stems, of+"-01") // 08-01-SUMMARY.md for 08-PLAN.md in phase 08
	} else if of != "" && Number(number) != of {
		stems = append(stems, Number(number)) // 01-02-PLAN.md: 02-SUMMARY.md
	}
	for _, s := range stems {
		isOther := s+planSuffix != base && names[dir+s+planSuffix]
		if IsNumber(number) && names[dir+s+summarySuffix] && !isOther {
			return dir + s + summarySuffix
		}
	}
	// in a verified phase, one summary is enough
	if of != "" && names[dir+of+summarySuffix] && names[dir+of+"-VERIFICATION.md"] {
		return dir + of + summarySuffix
	}
	return ""
}
