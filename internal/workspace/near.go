package workspace

import (
	"os"
	"path/filepath"
	"slices"

	"mdck/mdcheckpoint/protocol"
)

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
			case e.IsDir() && f.skipped(name, e.Name()):
			case p != nil && (e.IsDir() || isDirectory(name)):
				var all bool
				found, all = f.nearIn(p, name, found)
				whole = whole && all
			case e.IsDir():
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

// near returns the checkpoint of p that dir is, even if its files cannot be read.
func (f Finder) near(p *protocol.Protocol, dir string) []Target {
	found, err := f.at(p, dir)
	if err == nil {
		return found
	}
	t, _ := f.named(p, dir) // it has files
	return []Target{t}
}
