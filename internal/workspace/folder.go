package workspace

// ByFolder returns the targets, with one for each folder instead of those of its files, as
// they have one next action together. A folder that has only records is left out if the
// project has checkpoints in another: mdck makes records beside those.
func ByFolder(all []Target) []Target {
	own := map[string]bool{} // folders with more than records, by path
	roots := map[string]bool{}
	for i := range all {
		if t := &all[i]; t.Folder != "" && !t.isRecord() {
			own[t.File(t.Folder)], roots[t.Root] = true, true
		}
	}
	var out []Target
	seen := map[string]bool{}
	for _, t := range all {
		if t.Folder != "" {
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

func (t *Target) isRecord() bool {
	is := t.Row().IsRecord
	return is != nil && is(t.Target)
}
