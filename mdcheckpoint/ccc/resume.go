package ccc

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"mdck/mdcheckpoint/jsondoc"
)

// Phases that a session which starts goes by, beside [PhaseExecution].
const (
	PhaseReplan  = "replan"
	PhaseClosure = "closure"
)

// Refusal says why no session may go on with s by itself; "" if one may. Attempts that
// are used up count only in the phases in which a session would go on with a task.
// Source: engine (go command).
func (s *Session) Refusal() string {
	if err := s.Faults[s.StatePath]; err != nil {
		return fmt.Sprintf("%s cannot be read: %v", path.Base(s.StatePath), err)
	}
	if s.State != nil && s.State.Doc.Root.Kind != jsondoc.Object {
		return path.Base(s.StatePath) + " cannot be read: want a JSON object"
	}
	if gate, _ := s.State.Gate(); gate != 0 {
		return fmt.Sprintf("gate %d is awaited, and a person has to pass it first", gate)
	}
	if phase := s.State.Phase(); phase != PhaseExecution && phase != PhaseReplan {
		return ""
	}
	for _, c := range s.State.Caps(s.Preferences) {
		if c.LimitKey != "" {
			return fmt.Sprintf("%s is %d of %d, and a person has to take over", c.Key, c.Used, c.Limit)
		}
	}
	return ""
}

// Finished reports whether nothing is left to go on with: the phase is closure,
// or the state is gone, as it is after the last task, and no task is open.
func (s *Session) Finished() bool {
	if s.Has(s.StatePath) {
		return s.State.Phase() == PhaseClosure
	}
	p := s.Progress
	return p != nil && len(p.Current)+len(p.Remaining) == 0 && (len(p.Completed) > 0 || p.Prompt.Text == "")
}

// Spec is the path of the specification, as it is looked for; "" if the state names
// none.
func (s *Session) Spec() string { return lookedFor(s.State.Spec()) }

// KeyFiles are the paths of the files of the current task, as they are looked for,
// each once: those that the continuation prompt names, then those of the state, at
// most [MaxNamed] of each, without the specification. They may lead out of the
// tree.
func (s *Session) KeyFiles() []string {
	var names []string
	add := func(name string) {
		if name != "" && name != s.Spec() && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if s.Progress != nil {
		for _, f := range keyFilesIn(s.Tree, s.Progress.Prompt.Text) {
			add(f.name)
		}
	}
	active := s.State.Files()
	for _, name := range active[:min(len(active), MaxNamed)] {
		add(lookedFor(name))
	}
	return names
}

// lookedFor is the path of a file that the state names.
func lookedFor(name string) string { return cmp.Or(fileName(name), name) }
