package position

import (
	"errors"
	"io/fs"
	"path"

	"mdck/mdcheckpoint/plan/planfile"
)

// IsCurrent reports whether work on x, a plan of tree, may still come: it is no quick task and
// of no milestone that was put away, and has no summary.
func IsCurrent(tree fs.FS, x *planfile.Plan) bool {
	name := x.File.Name
	if part, _ := planfile.PartOf(name); part != "" {
		return false
	}
	names := map[string]bool{}
	entries, err := fs.ReadDir(tree, path.Dir(name))
	for _, e := range entries {
		names[path.Join(path.Dir(name), e.Name())] = true
	}
	return (err == nil || errors.Is(err, fs.ErrNotExist)) && !planfile.IsDone(names, name)
}

// isPast reports whether s records that the work on a phase is over.
func (s *State) isPast(phase string) bool {
	at := planfile.Number(s.front("current_phase").Text)
	if s.Phase.N != "" {
		at = s.Phase.N
	}
	order := planfile.ID{Phase: phase}.Compare(planfile.ID{Phase: at})
	over := s.Meaning() == "completed"
	return at != "" && (order < 0 || order == 0 && over) || at == "" && over
}
