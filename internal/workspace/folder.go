package workspace

import "slices"

// ByFolder returns the targets, with one for each folder instead of those of its files, as
// they have one next action together.
func ByFolder(all []Target) []Target {
	var out []Target
	seen := map[string]bool{}
	for _, t := range WithRecords(all) {
		if t.Folder != "" {
			dir := t.File(t.Folder)
			if seen[dir] {
				continue
			}
			seen[dir] = true
			t.Main, t.Path = t.Folder, t.Folder
		}
		out = append(out, t)
	}
	return out
}

// WithRecords returns the targets, with the records of a folder that has nothing else in the
// folder of the same project that has more: mdck makes records beside its checkpoints.
func WithRecords(all []Target) []Target {
	own := map[string]bool{}     // folders with more than records, by path
	first := map[string]string{} // such a folder, by root
	for i := range all {
		if t := &all[i]; t.Folder != "" && !t.isRecord() {
			own[t.File(t.Folder)] = true
			if first[t.Root] == "" {
				first[t.Root] = t.Folder
			}
		}
	}
	out := slices.Clone(all)
	for i := range out {
		if t := &out[i]; t.Folder != "" && !own[t.File(t.Folder)] && first[t.Root] != "" {
			t.Folder = first[t.Root]
		}
	}
	return out
}

func (t *Target) isRecord() bool {
	is := t.Row().IsRecord
	return is != nil && is(t.Target)
}
