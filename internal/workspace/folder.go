package workspace

import "slices"

// ByFolder replaces the targets in a folder by the folder, because they share their next action.
func ByFolder(all []Target) (out []Target) {
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

// EachFile replaces a checkpoint with separate files, such as an epic, by its files.
func EachFile(all []Target) (each []Target) {
	for _, t := range all {
		names := []string{t.Path}
		if t.Row().Separate && t.Path == t.Main {
			names = t.Files()
		}
		for _, t.Path = range names {
			each = append(each, t)
		}
	}
	return each
}

// WithRecords moves threshold records that are alone in their folder to another folder of the
// project.
func WithRecords(all []Target) []Target {
	own := map[string]bool{}     // folders with checkpoints other than records
	first := map[string]string{} // root of a project -> its first such folder
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
