package workspace

import (
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
)

// detectPlan is [Detect] for plans, for the files that say where the work on them
// stands, and for the state of thresholds. Each is a target of its own: a folder may
// hold thousands. A plan outside of the folders that a project keeps them in is known
// by its number.
func detectPlan(slash string) (t Target, ok bool) {
	for _, folder := range planfile.Folders() {
		i := strings.LastIndex(slash, "/"+folder+"/")
		if i < 0 {
			continue
		}
		if name := slash[i+1+len(folder)+1:]; isPlanFile(folder, name) {
			return planAt(rootAt(slash[:i]), folder, path.Join(folder, name)), true
		}
	}
	if dir, base := path.Split(slash); planfile.IsNumbered(base) {
		return planAt(rootAt(strings.TrimSuffix(dir, "/")), ".", base), true
	}
	return Target{}, false
}

// isPlanFile reports whether a file of a folder is one of the protocol, by its path
// in the folder.
func isPlanFile(folder, name string) bool {
	dir, base := path.Split(name)
	return planfile.IsPlan(name) || position.IsContinue(base) || dir == "" && base == position.HandoffFile ||
		slices.Contains(position.StateNames(), folder+"/"+name) || slices.Contains(threshold.Files(), folder+"/"+name)
}

// mayBePlan reports whether a name without a directory can be that of a target of
// detectPlan, to callers that see many names.
func mayBePlan(base string) bool {
	same := func(name string) bool { return path.Base(name) == base }
	return planfile.MayBePlan(base) || position.IsContinue(base) || base == position.HandoffFile ||
		slices.ContainsFunc(position.StateNames(), same) || slices.ContainsFunc(threshold.Files(), same)
}

func planAt(root, folder, main string) Target {
	return Target{Protocol: Plan, Root: root, Folder: folder, Main: main, Path: main}
}

// ByFolder gives the targets with one for each folder of plans, in place of those of
// its files: where the work stands is asked about all of them. A folder that holds the
// state of thresholds alone is left out where the project has plans in another, for mdck
// itself makes it beside them.
func ByFolder(all []Target) []Target {
	own := map[string]bool{} // folders with more than state, by path
	roots := map[string]bool{}
	for _, t := range all {
		if t.Protocol == Plan && !slices.Contains(threshold.Files(), t.Main) {
			own[t.File(t.Folder)], roots[t.Root] = true, true
		}
	}
	var out []Target
	seen := map[string]bool{}
	for _, t := range all {
		if t.Protocol == Plan {
			dir := t.File(t.Folder)
			if seen[dir] || roots[t.Root] && !own[dir] {
				continue
			}
			seen[dir] = true
			t.Main, t.Path = t.Folder, t.Folder
		}
		out = append(out, t)
	}
	return out
}
