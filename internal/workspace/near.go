package workspace

// MaxNear is the maximum number of checkpoints that [Finder.Near] returns from the Home of a
// protocol. It returns those with the last names, because ids often contain the date.
const MaxNear = 2000

// NearHere is like [Finder.Here], with the limits of Near. Outside any repository it returns only
// checkpoints that environment variables name, because dir may contain all files of the user.
func (f Finder) NearHere(dir string, maxEntries int) (found []Target, complete bool) {
	complete = true
	if start := f.Start(dir); f.IsStart(start) {
		found, complete = f.Near(start, maxEntries)
	}
	return f.withElsewhere(found), complete
}

// Near is like [Finder.Below], for callers that must be fast. It examines at most maxEntries
// directory entries, those nearest to dir first. It returns at most [MaxNear] checkpoints of a
// Home, and follows no link to a folder of a protocol. If it stops at one of these limits, complete
// is false. Near leaves out directories that cannot be read, but not checkpoints with unreadable
// files.
func (f Finder) Near(dir string, maxEntries int) (found []Target, complete bool) {
	var queue []string
	s := &search{Finder: f, top: dir, names: maxEntries, near: true}
	s.enter = func(dir string) { queue = append(queue, dir) }
	for s.start(dir); len(queue) > 0 && s.names >= 0; queue = queue[1:] {
		s.read(queue[0])
	}
	return s.found, !s.cut
}
