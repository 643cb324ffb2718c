package hook

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"time"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
)

// A standing is where the RFC or the session of a room stands, as its state says.
type standing struct {
	*Room
	id      string // what commands take
	name    string // what it is called
	phase   string
	version int       // of an RFC
	task    string    // of a session: "3 of 7"; "" if that is not known
	updated time.Time // as recorded; zero if that cannot be read
	refused string    // why a session cannot start from it; "" if it can
	begun   bool      // that is because no checkpoint was written so far
	held    bool      // that is though its files can be read
}

// called is the name of the standing: that of a directory, or the issue that a file names.
func (s *standing) called() string {
	if s.Protocol == workspace.CCC {
		return said(s.name)
	}
	return pathSaid(s.name)
}

// standings are those of the rooms that are not finished: first those that a
// session can start from, the most recently updated first, ties by id.
func standings(rooms []Room) []standing {
	var all []standing
	for i := range rooms {
		stand := standOf(rooms[i].Protocol)
		if s, finished := stand(&rooms[i]); !finished {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b standing) int {
		return cmp.Or(order(a.refused != "", b.refused != ""), b.updated.Compare(a.updated), cmp.Compare(a.name, b.name), cmp.Compare(a.Shown(a.Path), b.Shown(b.Path)))
	})
	return all
}

// maxState is how many bytes a state.json may have: a usual one has less than a
// thousand, and as many as there are workspaces are read.
const maxState = 64 << 10

// order puts false before true.
func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// standOf tells where a room of that protocol stands, and whether it is finished.
func standOf(protocol string) func(*Room) (s standing, finished bool) {
	if protocol == workspace.CCC {
		return standSession
	}
	return stand
}

// stand reads state.json, and of the checkpoint no more than whether it is a file:
// there may be a thousand rooms. An RFC
// is finished when its baseline is accepted and finalized, until a change of the
// baseline begins. Source: phase_init, phase_review.
func stand(r *Room) (s standing, finished bool) {
	s = standing{Room: r, id: ohrfc.WorkspaceID(r.Path)}
	s.name = s.id
	raw, err := fs.ReadFile(r.Tree, path.Join(path.Dir(r.Path), ohrfc.StateFile))
	if errors.Is(err, fs.ErrNotExist) {
		s.refused = "there is no " + ohrfc.StateFile
		return s, false
	}
	if len(raw) > maxState {
		s.refused = ohrfc.StateFile + " is too large for a hook"
		return s, false
	}
	state, fault := ohrfc.ParseState(ohrfc.StateFile, string(raw))
	if err != nil || fault != nil {
		s.refused = ohrfc.StateFile + " cannot be read"
		return s, false
	}
	s.phase, s.version = state.Phase(), state.Version()
	text, _ := state.Doc.Root.Get("updated_at").Str()
	s.updated, _ = ohrfc.ReadTime(text)
	accepted, _ := state.Doc.Root.Get("baseline_accepted").Bool()
	switch {
	case accepted && s.phase == ohrfc.PhaseFinalize:
		return s, true
	case !isFile(r.Tree, r.Path):
		s.refused = path.Base(r.Path) + " cannot be read"
	case s.version <= 0:
		s.refused, s.begun = "no checkpoint was written yet", true
	}
	return s, false
}

// reached says by which of its files mdck finds a room, "" if by its directory: where
// the checkpoint is what cannot be looked at, a path has to lead to state.json.
func (r *Room) reached() (file string, ok bool) {
	if r.Protocol == workspace.CCC {
		return "", true // one of its files was found
	}
	_, err := fs.Stat(r.Tree, r.Path)
	if err == nil {
		return "", true
	}
	_, fault := fs.Stat(r.Tree, path.Join(path.Dir(r.Path), ohrfc.StateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "", fault == nil
	}
	return ohrfc.StateFile, fault == nil
}

// isFile reports whether name is a file, or is not there: a directory, a pipe and
// a link that leads to itself are none.
func isFile(tree fs.FS, name string) bool {
	info, err := fs.Stat(tree, name)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return info.Mode().IsRegular()
}

// kept is the standing whose facts a summary keeps: the active one, else one whose
// files can be read; nil if there is none.
func kept(f *Facts) *standing {
	all := standings(f.Rooms)
	i := slices.IndexFunc(all, func(s standing) bool { return s.refused == "" || s.held })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// working is the RFC that was updated last of those that a session can start
// from and those whose first checkpoint is due; nil if there is none.
func working(f *Facts) *standing {
	all := standings(f.Rooms)
	all = slices.DeleteFunc(all, func(s standing) bool {
		return s.Protocol == workspace.CCC || s.refused != "" && !(s.begun && slices.ContainsFunc(owing[:], func(o owed) bool { return o.phase == s.phase }))
	})
	if len(all) == 0 {
		return nil
	}
	latest := slices.MinFunc(all, func(a, b standing) int { return b.updated.Compare(a.updated) })
	return &latest
}
