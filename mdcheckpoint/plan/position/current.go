package position

import (
	"errors"
	"io/fs"
	"path"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// IsCurrent reports whether work on x, a plan of tree, may still come: it is no quick task and
// of no milestone that was put away, it has no summary, and neither the
// state nor the roadmap of its folder is past its phase.
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
	if err != nil && !errors.Is(err, fs.ErrNotExist) || planfile.IsDone(names, name) {
		return false
	}
	return !IsPast(tree, x)
}

// IsPast reports whether the state or the roadmap of the folder of x is past its phase.
func IsPast(tree fs.FS, x *planfile.Plan) bool {
	name, phase := x.File.Name, x.ID().Phase
	for _, file := range StateNames() {
		dir := path.Dir(file)
		if len(name) <= len(dir) || name[:len(dir)+1] != dir+"/" {
			continue
		}
		text, err := source.ReadRegular(tree, file)
		if err != nil {
			continue
		}
		if s, err := ParseState(file, text); err == nil && (s.isPast(phase) || readRoadmap(tree, dir, s.front("milestone").Text).isPast(phase)) {
			return true
		}
	}
	return false
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

// isPast reports whether a phase is ticked, or of another milestone.
func (r roadmap) isPast(phase string) bool { return r.ticked[phase] || r.others[phase] }
