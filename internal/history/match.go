package history

// match gives for each commit the write that made what it holds, -1 for none; the
// writes rise with the commits.
//
// The newest commits choose first, each the newest write of its content that was not
// made after it by the clock: so a content that was written twice, and committed the
// first time, goes to the first. Where the clock leaves none, the newest that is in
// order is taken. Of the work tree only the last write counts: what stands in it again
// since an older one was made by nobody who is known.
func match(commits []Commit, writes []Write) []int {
	made := make([]int, len(commits))
	byBytes, byContent := index(writes)
	end := len(writes)
	for i := len(commits) - 1; i >= 0; i-- {
		c := &commits[i]
		made[i] = -1
		if c.Text.Sum == "" {
			continue
		}
		at := pick(c, writes, byBytes[c.Text.Sum], end)
		if at < 0 && c.Text.Content != "" {
			at = pick(c, writes, byContent[c.Text.Content], end)
		}
		if at >= 0 && (!c.WorkTree || at == len(writes)-1) {
			made[i], end = at, at
		}
	}
	return made
}

// index lists the writes by what they made, and, of those whose bytes may have been
// changed by git on their way into a commit, by that without white space.
func index(writes []Write) (byBytes, byContent map[string][]int) {
	byBytes, byContent = map[string][]int{}, map[string][]int{}
	for i := range writes {
		w := &writes[i]
		if w.Sum != "" {
			byBytes[w.Sum] = append(byBytes[w.Sum], i)
		}
		if w.Content != "" {
			byContent[w.Content] = append(byContent[w.Content], i)
		}
	}
	return byBytes, byContent
}

// pick is the one of the writes at the rising places that c chooses, below end.
func pick(c *Commit, writes []Write, places []int, end int) int {
	newest := -1
	for i := len(places) - 1; i >= 0; i-- {
		at := places[i]
		if at >= end {
			continue
		}
		if c.Time.IsZero() || !writes[at].Time.After(c.Time) {
			return at
		}
		newest = max(newest, at)
	}
	return newest
}
