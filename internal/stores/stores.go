// Package stores makes the [safefile.Store] of a checkpoint, in one place, so that
// nobody forgets which files may change there and which lock of another protocol
// goes with them.
package stores

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"mdck/internal/config"
	"mdck/internal/lock"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
)

// Of is the place where the files of t change together. Holder is the command, for
// the lock: "mdck append".
func Of(t *workspace.Target, holder string) safefile.Store { return Telling(t, holder, nil) }

// Telling is Of where waiting is told of what is waited for, as in [safefile.Store],
// whichever lock that is.
func Telling(t *workspace.Target, holder string, waiting func(what string)) safefile.Store {
	s := of(t, holder, waiting)
	s.Waiting, s.Roots = waiting, t.Roots
	return s
}

func of(t *workspace.Target, holder string, waiting func(what string)) safefile.Store {
	if t.Protocol == workspace.Agents {
		return Epic(t.Root, holder, namesOf(t)...)
	}
	s := At(t.Dir(), holder, namesOf(t)...)
	if t.Protocol == workspace.Format {
		others := s.Owns
		s.Owns = func(name string) bool { return others(name) || t.Beside(name) } // --config is known to t alone
	}
	if l := LockOf(t); l != nil {
		l.Waiting = waiting
		s.Also = l.Hold
	}
	return s
}

// Epic is At for the agents of the epic at root, whether or not there are any yet.
func Epic(root, holder string, names ...string) safefile.Store {
	s := At(root, holder, names...)
	others := s.Owns
	s.Owns = func(name string) bool { return agents.Owns(tree.Dir(root), name) || others(name) }
	return s
}

// Patient is Of for who only needs a write finished that was interrupted, before it reads:
// it waits neither for the protocol's lock on t nor for an mdck that does. These files are
// whole at each moment, so nothing is lost by that.
func Patient(t *workspace.Target, holder string) safefile.Store {
	s := Of(t, holder)
	if l := LockOf(t); l != nil {
		l.Wait = -1
		s.Wait, s.Also = -1, l.Hold
	}
	return s
}

// LockOf is the lock of the protocol on the files of t; nil if there is none.
func LockOf(t *workspace.Target) *lock.Lock {
	switch {
	case t.Protocol == workspace.Loop:
		return &lock.Lock{Spec: trackLock(t.Dir())}
	case t.Protocol == workspace.Plan && slices.Contains(position.StateNames(), t.Main):
		return &lock.Lock{Spec: lock.Spec{Path: t.File(t.Main) + position.LockSuffix, Stale: position.LockStale}}
	}
	return nil
}

// trackLock is the lock on the metadata of the track in dir.
func trackLock(dir string) lock.Spec {
	return lock.Spec{
		Kind: lock.Dir, Path: filepath.Join(dir, loop.LockDir), OwnerFile: loop.OwnerFile, Stale: loop.LockStale,
		Format: func(p lock.Process, now time.Time) string {
			return loop.Owner{PID: p.PID, Host: p.Host, Space: p.Space, At: now}.Text()
		},
		Parse: func(text string) lock.Owner {
			o, ok := loop.ParseOwner(text)
			if !ok {
				return lock.Owner{Name: "someone who left no " + loop.OwnerFile + " file, such as a shell"}
			}
			return lock.Owner{Process: lock.Process{PID: o.PID, Host: o.Host, Space: o.Space}, Since: o.At}
		},
	}
}

// At is the place where files in dir, an absolute path, change: those of these names
// and those of checkpoints and formats that lie there, because several protocols may share a
// directory, and who comes first finishes the write of another.
func At(dir, holder string, names ...string) safefile.Store {
	owns := func(name string) bool {
		return slices.Contains(names, name) || slices.Contains(sessionNames(dir), name) || isCopy(name) || isCheckpoint(dir, name) || isOwn(dir, name)
	}
	return safefile.Store{Dir: dir, Holder: holder, Owns: owns, Roots: func() []string { return workspace.RootsOf(dir) }}
}

// isCopy reports whether a file is a copy of a progress file beside it, which goes to the
// archive.
func isCopy(name string) bool { return path.Base(name) == name && ccc.IsArchive(name) }

// isCheckpoint reports whether the file that has this name in dir belongs to a
// checkpoint which, by its place, is one.
func isCheckpoint(dir, name string) bool {
	switch {
	case workspaceIn(dir, ohrfc.CheckpointFile, workspace.Ohrfc):
		return slices.Contains(roomNames(), name)
	case workspaceIn(dir, loop.MetadataFile, workspace.Loop):
		return name == loop.MetadataFile
	case isEpic(dir) && agents.Owns(tree.Dir(dir), name):
		return true
	}
	return isPlan(dir, name)
}

// isEpic reports whether dir has a folder of checkpoints of agents.
func isEpic(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, agents.CheckpointDir))
	return err == nil && info.IsDir()
}

// isPlan reports whether the file that has this name in dir is of the plans of the
// project dir, or of its thresholds.
func isPlan(dir, name string) bool {
	t, ok := workspace.Detect(filepath.Join(dir, filepath.FromSlash(name)))
	return ok && t.Protocol == workspace.Plan && t.Root == dir && t.Main == name || threshold.IsWaypoint(name)
}

// isOwn reports whether the file that has this name in dir is of a format of the
// configuration there, which is read for that: only a journal asks about a name that is
// of no protocol.
func isOwn(dir, name string) bool {
	loader := &config.Loader{Env: os.LookupEnv}
	return workspace.Finder{Own: loader.FormatOf}.OfFormat(dir, name)
}

// workspaceIn reports whether the file called name would be a checkpoint in dir.
func workspaceIn(dir, name, protocol string) bool {
	t, ok := workspace.Detect(filepath.Join(dir, name))
	return ok && t.Protocol == protocol
}

// roomNames are the files of a workspace of the RFC workflow.
func roomNames() []string {
	return []string{ohrfc.CheckpointFile, ohrfc.StateFile, ohrfc.RFCFile, ohrfc.EvidenceFile, ohrfc.SummaryFile}
}

// sessionNames are the files of a session in the project dir: those of the usual
// names, and those that variables name.
func sessionNames(dir string) []string {
	names := []string{ccc.ProgressFile, ccc.StateFile}
	if t, err := workspace.At(workspace.CCC, dir); err == nil {
		names = append(names, t.Main, t.State)
	}
	return names
}

// namesOf are the names in its directory of the files of t, whatever they are called.
func namesOf(t *workspace.Target) []string {
	names := append(t.Files(), t.Main, t.State, t.Path)
	if t.Protocol == workspace.Ohrfc {
		names = append(names, path.Join(path.Dir(t.Main), ohrfc.RFCFile))
	}
	var all []string
	for _, name := range names {
		if rel, err := filepath.Rel(t.Dir(), t.File(name)); err == nil && rel != "." {
			all = append(all, filepath.ToSlash(rel))
		}
	}
	return all
}
