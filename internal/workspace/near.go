package workspace

// MaxNear is how many checkpoints of a home [Near] returns at most: the last by name, as ids
// often have the date in them.
const MaxNear = 2000

// NearHere is [Finder.Here] with the bounds of Near. Outside of any repository it returns only
// the checkpoint that variables name, as what is below dir may be all files of the user.
func (f Finder) NearHere(dir string, names int) (found []Target, whole bool) {
	whole = true
	if start := f.Start(dir); f.IsStart(start) {
		found, whole = f.Near(start, names)
	}
	return f.withElsewhere(found), whole
}

// Near is [Finder.Below] for callers that have no time. It looks at no more than that many
// names, those nearer to dir first, returns no more than [MaxNear] checkpoints of a home, and
// follows no link to a folder of a protocol; whole reports whether that was all. It leaves out
// directories that cannot be read, but not checkpoints whose files cannot.
func (f Finder) Near(dir string, names int) (found []Target, whole bool) {
	var queue []string
	s := &search{Finder: f, top: dir, names: names, near: true}
	s.enter = func(dir string) { queue = append(queue, dir) }
	for s.start(dir); len(queue) > 0 && s.names >= 0; queue = queue[1:] {
		s.read(queue[0])
	}
	return s.found, !s.cut
}
