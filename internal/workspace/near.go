package workspace

// MaxNear limits the checkpoints of a Home that [Finder.Near] returns. The last names win, because
// ids often contain the date.
const MaxNear = 2000

// NearHere is [Finder.Here] with the limits of Near. Outside a repository, it returns only the
// checkpoints that environment variables name.
func (f Finder) NearHere(dir string, maxEntries int) (found []Target, complete bool) {
	complete = true
	if start := f.Start(dir); f.IsStart(start) {
		found, complete = f.Near(start, maxEntries)
	}
	return f.withElsewhere(found), complete
}

// Near is [Finder.Below] for callers that must be fast. It examines at most maxEntries directory
// entries. complete is false at this limit or at [MaxNear].
func (f Finder) Near(dir string, maxEntries int) (found []Target, complete bool) {
	var queue []string
	s := &search{Finder: f, top: dir, names: maxEntries, near: true}
	s.enter = func(dir string) { queue = append(queue, dir) }
	for s.start(dir); len(queue) > 0 && s.names >= 0; queue = queue[1:] {
		s.read(queue[0])
	}
	return s.found, !s.cut
}
