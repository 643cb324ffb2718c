package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
)

// A planFolder is the plans of a project, and which of them a command is asked about.
// All are read: what one of them waits for may be another.
type planFolder struct {
	*planfile.Folder
	target workspace.Target // Main and Path are the folder
	part   string           // directory of plans that no other plan waits for, nor they for it; "" for the others
	past   bool             // they are of a milestone that was put away
	kept   bool             // it is given though none of it is asked about
	known  map[string]bool  // paths in the tree of those that are there, readable or not
	asked  map[string]bool  // of those that the command is asked about

	ordered *planfile.Ordering // of all plans, once it was asked for
	history func(string) bool  // of paths of plans, once it was asked for
}

// isHistory reports whether the work on a plan is over.
func (f *planFolder) isHistory(p *planfile.Plan) bool {
	if f.history == nil {
		f.history = plan.Protocol.History(tree.Dir(f.target.Root), f.target.Folder)
	}
	return f.history(p.File.Name)
}

// shownDir is the directory of the plans as the user is shown it.
func (f *planFolder) shownDir() string {
	if f.part != "" {
		return f.target.Shown(f.part)
	}
	return f.target.Shown(f.target.Folder)
}

// isAsked reports whether the command is asked about p.
func (f *planFolder) isAsked(p *planfile.Plan) bool { return f.asked[p.File.Name] }

// shown is p's file as the user is shown it.
func (f *planFolder) shown(p *planfile.Plan) string { return f.target.Shown(p.File.Name) }

// plans are those that the command is asked about, in the order of their paths.
func (f *planFolder) plans() []*planfile.Plan {
	return slices.DeleteFunc(slices.Clone(f.Plans), func(p *planfile.Plan) bool { return !f.isAsked(p) })
}

// A planSearch collects the folders of the plans that names mean.
type planSearch struct {
	*configFlags
	talk    io.Writer // is told of writes that were interrupted and are finished; nil finishes none
	folders []*planFolder
	read    map[string]*planfile.Folder // whole folders, by their paths on disk
}

// planFolders are the folders of the plans that names mean: a plan, a directory, or the
// id of a plan or of a phase; without names, those of the repository. Writes that were
// interrupted are finished first, and talk is told; for a nil talk they are not. The error is about
// names that mean nothing and about plans that cannot be read; the others are given all
// the same.
func (f *configFlags) planFolders(names []string, talk io.Writer) ([]*planFolder, error) {
	s := &planSearch{configFlags: f, talk: talk}
	var faults []error
	if len(names) == 0 {
		faults = append(faults, s.here())
	}
	for _, name := range names {
		faults = append(faults, s.named(name))
	}
	s.folders = slices.DeleteFunc(s.folders, func(f *planFolder) bool { return len(f.asked) == 0 && !f.kept })
	for _, folder := range s.folders {
		faults = append(faults, folder.faults())
	}
	return s.folders, errors.Join(faults...)
}

// here asks about the plans of the repository that the current directory is in, without
// those of milestones that were put away.
func (s *planSearch) here() error {
	found, err := s.everywhere()
	ask(found, true)
	return err
}

// everywhere finds all plans of the repository that the current directory is in.
func (s *planSearch) everywhere() ([]foundPlans, error) {
	targets, err := s.configFlags.findHere(plan.Name)
	if len(targets) == 0 {
		return nil, noPlansIf(err, s.whereHere())
	}
	found, fault := s.load(targets, s.whereHere())
	return found, errors.Join(err, fault)
}

// whereHere is what is looked through without a name, for people.
func (f *configFlags) whereHere() string {
	if cwd, err := os.Getwd(); err == nil {
		if _, ok := f.finder().Project(cwd); !ok {
			return "this directory"
		}
	}
	return "this repository"
}

// noPlansIf says that there are no plans, where err says no more than that.
func noPlansIf(err error, where string) error {
	if _, other := errors.AsType[*otherProtocolError](err); err != nil && (other || !errors.Is(err, errNoCheckpoint)) {
		return err
	}
	if h, ok := errors.AsType[*hint](err); ok && errors.Is(err, errNoCheckpoint) && strings.Contains(strings.Join(h.lines, ""), "left out") {
		return err // by the configuration
	}
	return noPlans(where)
}

func noPlans(where string) error {
	return hinted(fmt.Errorf("no plan found in %s", where), searchedFiles(&plan.Protocol))
}

// named takes what one name means.
func (s *planSearch) named(name string) error {
	info, err := os.Stat(name)
	switch {
	case err != nil && isID(name):
		return s.byID(name)
	case errors.Is(err, fs.ErrNotExist) && planfile.MayBePlan(filepath.Base(name)):
		return hinted(withoutOperation(name, err), "mdck plan order lists the plans that are there")
	case err != nil:
		return withoutOperation(name, err)
	case !info.IsDir():
		return s.file(name)
	}
	targets, err := s.configFlags.findNamed(name, targetOptions{protocol: plan.Name})
	if len(targets) == 0 {
		return noPlansIf(err, name)
	}
	found, fault := s.load(targets, name)
	ask(found, isAbove(name, found))
	return errors.Join(err, fault)
}

// file takes the plan at a path. One that lies in no folder of plans is known by its
// name.
func (s *planSearch) file(name string) error {
	t, ok, err := s.configFlags.plainFinder().Unsaved(name)
	switch base := filepath.Base(name); {
	case err != nil:
		return err
	case ok && t.Protocol != plan.Name:
		_, err := filterProtocol(plan.Name, []workspace.Target{t})
		return err
	case !planfile.MayBePlan(base):
		return hinted(fmt.Errorf("%s is no plan", name), searchedFiles(&plan.Protocol))
	case !ok:
		if t, err = s.configFlags.plainFinder().As(name, plan.Name); err != nil {
			return err
		}
	}
	folder, err := s.folder(&t)
	if folder != nil {
		folder.ask(t.Main)
	}
	return err
}

// foundPlans are plans of a folder that a search found, by their paths in the tree.
type foundPlans struct {
	folder *planFolder
	names  map[string]bool
}

// load reads the folders of targets that were found in a place. Files that say where the
// work is are not plans.
func (s *planSearch) load(targets []workspace.Target, where string) ([]foundPlans, error) {
	var all []foundPlans
	var faults []error
	for i := range targets {
		t := &targets[i]
		if !planfile.IsPlan(pathInFolder(t, t.Main)) {
			continue
		}
		folder, err := s.folder(t)
		if err != nil {
			faults = appendDistinct(faults, err)
		}
		if folder == nil || !folder.known[t.Main] { // a directory may have the name of a plan
			continue
		}
		k := slices.IndexFunc(all, func(f foundPlans) bool { return f.folder == folder })
		if k < 0 {
			k, all = len(all), append(all, foundPlans{folder, map[string]bool{}})
		}
		all[k].names[t.Main] = true
	}
	if len(all) == 0 {
		faults = append(faults, noPlans(where))
	}
	return all, errors.Join(faults...)
}

// ask asks about plans that were found, or about those alone that are of no milestone that
// was put away. If there are no others, their folders stay, and nothing of them is asked
// about.
func ask(found []foundPlans, withoutPast bool) {
	isPast := func(f foundPlans) bool { return withoutPast && f.folder.past }
	only := !slices.ContainsFunc(found, func(f foundPlans) bool { return !isPast(f) })
	for _, f := range found {
		if isPast(f) {
			f.folder.kept = f.folder.kept || only
			continue
		}
		maps.Copy(f.folder.asked, f.names)
	}
}

// isAbove reports whether the folders of plans lie in a directory, or are it: milestones
// that were put away are not named by it.
func isAbove(dir string, found []foundPlans) bool {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(found, func(f foundPlans) bool {
		rel, err := filepath.Rel(abs, f.folder.target.File(f.folder.target.Folder))
		return err != nil || !filepath.IsLocal(rel)
	})
}

// folder is the folder of t, which is read when it is asked for first. It is nil if
// nothing of it can be read; the error may be about a part of it.
func (s *planSearch) folder(t *workspace.Target) (*planFolder, error) {
	part, past := planfile.PartOf(t.Main)
	for _, f := range s.folders {
		if f.target.Root == t.Root && f.target.Folder == t.Folder && f.part == part {
			return f, nil
		}
	}
	whole, err := s.whole(t)
	if err = withDisplayPath(t, err); whole == nil {
		return nil, err
	}
	f := &planFolder{target: *t, asked: map[string]bool{}, known: map[string]bool{}, part: part, past: past, Folder: &planfile.Folder{Dir: whole.Dir, Names: whole.Names, Partial: whole.Partial}}
	f.target.Main, f.target.Path = t.Folder, t.Folder
	for _, p := range whole.Plans {
		if own, _ := planfile.PartOf(p.File.Name); own == part {
			f.Plans, f.known[p.File.Name] = append(f.Plans, p), true
		}
	}
	for _, x := range whole.Faults {
		if own, _ := planfile.PartOf(x.Path); own == part {
			f.Faults, f.known[x.Path] = append(f.Faults, x), true
		}
	}
	s.folders = append(s.folders, f)
	return f, err
}

// whole reads all plans of the folder of t, once.
func (s *planSearch) whole(t *workspace.Target) (*planfile.Folder, error) {
	name := t.File(t.Folder)
	if f := s.read[name]; f != nil {
		return f, nil
	}
	var unfinished error
	if s.talk != nil {
		dir := *t
		dir.Main, dir.Path = t.Folder, t.Folder
		unfinished = recoverWrite(&dir, s.talk)
	}
	f, err := planfile.ReadFolder(tree.Dir(t.Root), t.Folder)
	err = errors.Join(unfinished, err)
	if err != nil && len(f.Plans)+len(f.Faults) == 0 {
		return nil, err
	}
	if answers, _, err := planfile.ReadAnswers(tree.Dir(t.Root)); err == nil {
		f.Partial = answers.Partial(tree.Dir(t.Root))
	}
	if s.read == nil {
		s.read = map[string]*planfile.Folder{}
	}
	s.read[name] = f
	return f, err
}

// ask asks about the plan at a path of the tree, which may have another name than plans
// of the folder have.
func (f *planFolder) ask(name string) {
	f.asked[name] = true
	if f.known[name] {
		return
	}
	p, err := planfile.Read(tree.Dir(f.target.Root), name)
	if err != nil {
		f.Faults = append(f.Faults, planfile.Fault{Path: name, Err: err})
		return
	}
	f.Plans, f.ordered = append(f.Plans, p), nil
}

// faults are why plans that the command is asked about cannot be read.
func (f *planFolder) faults() error {
	var faults []error
	for _, x := range f.Faults {
		if f.asked[x.Path] {
			faults = append(faults, withDisplayPath(&f.target, withPath(x.Path, x.Err)))
		}
	}
	return errors.Join(faults...)
}

// pathInFolder is the path of a file of t below the folder of plans.
func pathInFolder(t *workspace.Target, name string) string {
	return strings.TrimPrefix(name, t.Folder+"/")
}
