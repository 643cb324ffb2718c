package cli

import (
	"cmp"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"mdck/internal/config"
	"mdck/internal/workspace"
)

// What is watched is looked at in two ways. The files that are known and their
// directories are asked for size and time, which is cheap and tells nearly every change.
// A walk as mdck status does it finds checkpoints in places where there were none.
// Either rests after each look for as many times as long as the look took, so that
// watching a large tree costs no more than watching a small one, only later.
const (
	walkEvery = 2 * time.Second // at least
	lookShare = 250             // of the time goes into looking, one part in so many, and as much into walking
)

// A diskState is what a watch of the status knows of the disk.
type diskState struct {
	seed  maphash.Seed
	begun bool

	paths []string // absolute, that are asked
	files uint64   // what they answered
	walk  uint64   // what the walk found

	lookAt, walkAt time.Time // when it is due
}

// begin notes what is there before it is read: found and err are what the walk gave that
// began at start. What could not be found is still watched.
func (s *diskState) begin(clock watchClock, start time.Time, configuration string, found []workspace.Target, err error) {
	if !s.begun {
		s.seed, s.begun = maphash.MakeSeed(), true
	}
	if len(found) > 0 || s.paths == nil {
		s.paths = watchedPaths(found, configuration)
	}
	s.walk = s.walked(found, err)
	s.walkAt = dueAfter(clock, start, walkEvery)
	start = clock.now()
	s.files = s.asked()
	s.lookAt = dueAfter(clock, start, lookEvery)
}

// changed reports whether something is otherwise than it was when it began.
func (s *diskState) changed(clock watchClock, c *statusCommand) bool {
	if start := clock.now(); !start.Before(s.lookAt) {
		now := s.asked()
		s.lookAt = dueAfter(clock, start, lookEvery)
		if now != s.files {
			return true
		}
	}
	if start := clock.now(); !start.Before(s.walkAt) {
		if c.load() != nil {
			return true
		}
		now := s.walked(c.wanted())
		s.walkAt = dueAfter(clock, start, walkEvery)
		return now != s.walk
	}
	return false
}

// dueAfter is when to look again after a look that began at start.
func dueAfter(clock watchClock, start time.Time, least time.Duration) time.Time {
	now := clock.now()
	return now.Add(max(least, lookShare*now.Sub(start)))
}

// walked tells one result of a walk from another.
func (s *diskState) walked(found []workspace.Target, err error) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	for i := range found {
		h.WriteString(found[i].File(found[i].Path))
		h.WriteByte(0)
	}
	if err != nil {
		h.WriteString(err.Error())
	}
	return h.Sum64()
}

// asked tells one state of the paths from another.
func (s *diskState) asked() uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	for _, name := range s.paths {
		info, err := os.Stat(name)
		if err != nil {
			h.WriteString(reasonOf(err))
			continue
		}
		var b [20]byte
		binary.LittleEndian.PutUint64(b[:], uint64(info.Size()))
		binary.LittleEndian.PutUint64(b[8:], uint64(info.ModTime().UnixNano()))
		binary.LittleEndian.PutUint32(b[16:], uint32(info.Mode()))
		h.Write(b[:])
	}
	return h.Sum64()
}

// reasonOf is what is wrong with a path, without the path.
func reasonOf(err error) string {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return failed.Err.Error()
	}
	return err.Error()
}

// watchedPaths are the paths that say whether one of the checkpoints changed, each once:
// its files, what lies beside them, the directories that they are in, and the
// configurations that may hold for it.
func watchedPaths(found []workspace.Target, configuration string) []string {
	w := watchedSet{known: map[string]bool{}}
	if configuration != "" {
		if abs, err := filepath.Abs(configuration); err == nil {
			w.add(abs)
		}
	}
	for i := range found {
		t := &found[i]
		for _, name := range t.Files() {
			w.add(t.File(name))
		}
		w.add(t.File(t.Path))
		main := t.File(t.Main)
		w.above(filepath.Dir(main), cmp.Or(workspace.Repository(t.Root), t.Root))
		switch t.Protocol {
		case workspace.Agents:
			w.folder(main)
		case workspace.Ohrfc, workspace.Loop:
			w.folder(filepath.Dir(main))
		}
	}
	return w.paths
}

// A watchedSet collects paths.
type watchedSet struct {
	known map[string]bool
	paths []string
}

// add adds a path, once.
func (w *watchedSet) add(name string) {
	if !w.known[name] {
		w.known[name] = true
		w.paths = append(w.paths, name)
	}
}

// folder adds a directory that is one checkpoint, and the files in it.
func (w *watchedSet) folder(dir string) {
	w.add(dir)
	entries, _ := os.ReadDir(dir) // one that cannot be listed is told by lint
	for _, e := range entries {
		if !e.IsDir() {
			w.add(filepath.Join(dir, e.Name()))
		}
	}
}

// above adds dir and what is above it up to top, and where configurations may lie in
// them.
func (w *watchedSet) above(dir, top string) {
	for {
		w.add(dir)
		w.add(filepath.Join(dir, config.Name))
		up := filepath.Dir(dir)
		if dir == top || up == dir {
			return
		}
		dir = up
	}
}
