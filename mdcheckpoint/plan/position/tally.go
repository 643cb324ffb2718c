package position

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// A Tally is what the folder of phases beside a state holds of the milestone at hand.
// Folders without a number and those of the backlog are no phases.
type Tally struct {
	Phases, DonePhases int // a phase is done when it has plans, and all of them are
	Plans, Done        int
	OfPhase            int  // plans of the phase that the state is at
	HasPhase           bool // there is a folder of that phase
	Open               int  // phases with a plan that is not done
	Listed             int  // phases that the roadmap lists; 0 if it lists none
	Ticked             int  // those of them that it ticks, and of which no plan is there
}

// A phaseFolder is one of the folders of phases.
type phaseFolder struct {
	number      string // as [plan.Number] has it; "" of the backlog and of what is no phase
	plans, done int
}

// Tally counts the plans in the folder phases beside the state. It fails if there is no
// such folder.
func (s *State) Tally(tree fs.FS) (Tally, error) {
	dir := path.Dir(s.File.Name)
	var partial map[string]bool
	if answers, _, err := planfile.ReadAnswers(tree); err == nil {
		partial = answers.Partial(tree)
	}
	folders, err := phaseFolders(tree, path.Join(dir, "phases"), partial)
	if err != nil {
		return Tally{}, err
	}
	r := readRoadmap(tree, dir, s.front("milestone").Text)
	t := tallyOf(folders, r)
	if s.Phase.N != "" {
		for _, f := range folders {
			if f.number == s.Phase.N {
				t.OfPhase, t.HasPhase = t.OfPhase+f.plans, true
			}
		}
	}
	return t, nil
}

// tallyOf counts the folders that the roadmap lists for the milestone at hand or, where it
// lists none of them, those that it does not list for others.
func tallyOf(folders []phaseFolder, r roadmap) Tally {
	own := func(f phaseFolder) bool { return r.own[f.number] }
	some := func(f phaseFolder) bool { return f.number != "" && !r.others[f.number] }
	t := counted(folders, own)
	if t.Phases == 0 {
		t = counted(folders, some)
	}
	t.Listed = len(r.own)
	there := map[string]bool{}
	for _, f := range folders {
		there[f.number] = there[f.number] || f.plans > 0
	}
	for number := range r.own {
		if r.ticked[number] && !there[number] {
			t.Ticked++
		}
	}
	return t
}

// counted counts the folders that are wanted.
func counted(folders []phaseFolder, want func(phaseFolder) bool) (t Tally) {
	for _, f := range folders {
		if !want(f) {
			continue
		}
		t.Phases++
		t.Plans, t.Done = t.Plans+f.plans, t.Done+f.done
		switch {
		case f.plans == 0:
		case f.plans == f.done:
			t.DonePhases++
		default:
			t.Open++
		}
	}
	return t
}

// phaseFolders reads the folders in dir. Plans of partial are not done.
func phaseFolders(tree fs.FS, dir string, partial map[string]bool) ([]phaseFolder, error) {
	entries, err := fs.ReadDir(tree, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no folder %q", dir)
	} else if err != nil {
		return nil, err
	}
	var all []phaseFolder
	for _, e := range entries {
		if !e.IsDir() || source.IsRepository(tree, path.Join(dir, e.Name())) {
			continue
		}
		f := phaseFolder{number: phaseNumber(e.Name())}
		if err := f.read(tree, path.Join(dir, e.Name()), partial); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// read counts the plans below dir, where [plan.ReadFolder] finds them, too.
func (f *phaseFolder) read(tree fs.FS, dir string, partial map[string]bool) error {
	names := map[string]bool{}
	err := planfile.Walk(tree, dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names[name] = true
		}
		return err
	})
	for name := range names {
		if planfile.SummaryName(name) == "" {
			continue
		}
		f.plans++
		if planfile.IsDone(names, name) && !partial[name] {
			f.done++
		}
	}
	return err
}
