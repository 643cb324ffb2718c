package hook

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"time"

	"mdck/mdcheckpoint/ohrfc"
)

// A standing is where the RFC of a room stands, as its state.json says.
type standing struct {
	*Room
	id      string
	shared  bool // another room has the same id
	phase   string
	version int
	updated time.Time // as recorded; zero if that cannot be read
	refused string    // why a session cannot start from it; "" if it can
}

// standings are those of the rooms that are not finished: first those that a
// session can start from, the most recently updated first, ties by id.
func standings(rooms []Room) []standing {
	var all []standing
	ids := map[string]int{}
	for i := range rooms {
		s, finished := stand(&rooms[i])
		ids[s.id]++
		if !finished {
			all = append(all, s)
		}
	}
	for i := range all {
		all[i].shared = ids[all[i].id] > 1
	}
	slices.SortFunc(all, func(a, b standing) int {
		return cmp.Or(order(a.refused != "", b.refused != ""), b.updated.Compare(a.updated), cmp.Compare(a.id, b.id), cmp.Compare(a.Shown(a.Path), b.Shown(b.Path)))
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

// stand reads state.json and nothing else: there may be a thousand rooms. An RFC
// is finished when its baseline is accepted and finalized, until a change of the
// baseline begins. Source: phase_init, phase_review.
func stand(r *Room) (s standing, finished bool) {
	s = standing{Room: r, id: ohrfc.WorkspaceID(r.Path)}
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
	case s.version <= 0:
		s.refused = "no checkpoint was written yet"
	}
	return s, false
}

// active is the standing that a session works on; nil if there is none that one
// could start from.
func active(f *Facts) *standing {
	if all := standings(f.Rooms); len(all) > 0 && all[0].refused == "" {
		return &all[0]
	}
	return nil
}
