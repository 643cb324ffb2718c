package workspace

import (
	"os"
	"path/filepath"
	"slices"

	"mdck/mdcheckpoint/protocol"
)

// MaxNear is how many checkpoints of a home [Near] gives at most: the last by name, as ids
// often have the date in them.
const MaxNear = 2000

// NearHere gives what [Finder.Here] gives, found as Near does it: of a repository that dir
// is in, and the session of a project that a variable names. Outside of any
// repository only that one is looked for: what is below may be all that the user
// has.
func (f Finder) NearHere(dir string, names int) (found []Target, whole bool) {
	whole = true
	if start := f.Start(dir); f.IsStart(start) {
		found, whole = f.Near(start, names)
	}
	return f.withElsewhere(found), whole
}

// Near gives what [Finder.Below] gives, to callers that have no time: what is nearer to
// dir is found first, no more than that many names are looked at, no more than [MaxNear]
// checkpoints of a home given, and no link to a folder of a protocol followed. whole
// reports whether that was all. A directory that cannot be read is left out; a checkpoint
// is given though its files cannot.
func (f Finder) Near(dir string, names int) (found []Target, whole bool) {
	if p := f.around(dir); p != nil {
		return f.near(p, dir), true
	}
	if p := f.home(filepath.Base(dir)); p != nil {
		return f.nearIn(p, dir, nil)
	}
	whole = true
	seen := seen{}
	for queue := []string{dir}; len(queue) > 0; queue = queue[1:] {
		entries, _ := os.ReadDir(queue[0])
		for _, e := range entries {
			if names--; names < 0 {
				return found, false
			}
			name := filepath.Join(queue[0], e.Name())
			if t, ok := f.find(name, seen); ok {
				found = append(found, t)
			}
			p := f.home(e.Name())
			switch {
			case p != nil && (e.IsDir() || isDirectory(name)):
				var all bool
				found, all = f.nearIn(p, name, found)
				whole = whole && all
			case e.IsDir() && !f.skipped(name, e.Name()):
				queue = append(queue, name)
			}
		}
	}
	return found, whole
}

// nearIn adds the checkpoints in dir, the home of p, to found.
func (f Finder) nearIn(p *protocol.Protocol, dir string, found []Target) (all []Target, whole bool) {
	entries, _ := os.ReadDir(dir)
	slices.Reverse(entries)
	for name := range checkpointsIn(dir, entries) {
		if len(found) >= MaxNear {
			return found, false
		}
		found = append(found, f.near(p, name)...)
	}
	return found, true
}

// near gives the checkpoint of p that dir is, also one whose files cannot be read.
func (f Finder) near(p *protocol.Protocol, dir string) []Target {
	found, err := f.at(p, dir)
	if err == nil {
		return found
	}
	t, _ := f.named(p, dir) // it has files
	return []Target{t}
}
