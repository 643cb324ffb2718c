package plan

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
)

// A planFolder has the plans of a project, and which of them a command selects. All are read, because
// a selected plan may depend on another.
type planFolder struct {
	*planfile.Folder
	target workspace.Target // its Main and Path are the folder
	part   string           // directory of plans that have no dependencies on the other plans; "" for the others
	past   bool             // the plans belong to an archived milestone
	asked  map[string]bool  // paths in the tree of the selected plans; nil selects all

	ordered *planfile.Ordering // order of all plans; nil until it is needed
	history func(string) bool  // reports whether the plan at a path is history; nil until it is needed
}

// isHistory reports whether the work on a plan is over.
func (f *planFolder) isHistory(p *planfile.Plan) bool {
	if f.history == nil {
		f.history = plan.Protocol.History(tree.Dir(f.target.Root), f.target.Folder)
	}
	return f.history(p.File.Name)
}

// order returns the order of execution of all plans of f.
func (f *planFolder) order() *planfile.Ordering {
	if f.ordered == nil {
		f.ordered = planfile.Order(f.Plans)
	}
	return f.ordered
}

// shownDir returns the displayed path of the directory of the plans.
func (f *planFolder) shownDir() string {
	if f.part != "" {
		return f.target.Shown(f.part)
	}
	return f.target.Shown(f.target.Folder)
}

// isAsked reports whether the command selects p.
func (f *planFolder) isAsked(p *planfile.Plan) bool { return f.asked[p.File.Name] }

// shown returns the displayed path of p.
func (f *planFolder) shown(p *planfile.Plan) string { return f.target.Shown(p.File.Name) }

// plans returns the selected plans, in the order of their paths.
func (f *planFolder) plans() []*planfile.Plan {
	return slices.DeleteFunc(slices.Clone(f.Plans), func(p *planfile.Plan) bool { return !f.isAsked(p) })
}

// plan returns the plan at the path name; nil if it is missing or unreadable.
func (f *planFolder) plan(name string) *planfile.Plan {
	if i := slices.IndexFunc(f.Plans, func(p *planfile.Plan) bool { return p.File.Name == name }); i >= 0 {
		return f.Plans[i]
	}
	return nil
}

// A planSearch collects the folders of the plans that match names.
type planSearch struct {
	*pick.ConfigFlags
	talk     io.Writer // receives reports of finished writes; nil finishes no interrupted writes
	folders  []*planFolder
	read     map[string]*planfile.Folder // complete folders by path on disk
	onlyPast bool                        // only archived milestones were found, so no plan is selected
}

// A foundPlan is a plan found by a search, with its path in the tree.
type foundPlan struct {
	folder *planFolder
	name   string
}

// planFolders returns the directories of the named plans: a plan, a directory, or the id of a plan or
// a phase; without names, those of the repository. It first finishes interrupted writes and reports
// them to talk, unless talk is nil. The error is about unknown names and unreadable plans; the other
// plans are still returned.
func planFolders(f *pick.ConfigFlags, names []string, talk io.Writer) ([]*planFolder, error) {
	s := &planSearch{ConfigFlags: f, talk: talk}
	var faults []error
	if len(names) == 0 {
		found, err := s.everywhere()
		s.ask(s.current(found))
		faults = append(faults, err)
	}
	for _, name := range names {
		found, err := s.named(name)
		s.ask(found)
		faults = append(faults, err)
	}
	if !s.onlyPast {
		s.folders = slices.DeleteFunc(s.folders, func(f *planFolder) bool { return len(f.asked) == 0 })
	}
	for _, folder := range s.folders {
		faults = append(faults, folder.faults())
	}
	return s.folders, errors.Join(faults...)
}

func (s *planSearch) ask(found []foundPlan) {
	for _, f := range found {
		f.folder.asked[f.name] = true
	}
}

// current returns the plans in found that are not in an archived milestone.
func (s *planSearch) current(found []foundPlan) []foundPlan {
	kept := slices.DeleteFunc(slices.Clone(found), func(f foundPlan) bool { return f.folder.past })
	s.onlyPast = len(kept) == 0
	return kept
}

// everywhere finds all plans of the repository of the current directory.
func (s *planSearch) everywhere() ([]foundPlan, error) {
	targets, err := s.Find(nil, pick.Of(plan.Name))
	return s.load(targets, err)
}

// named finds the plans that match one name.
func (s *planSearch) named(name string) ([]foundPlan, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil && pick.IsID(name):
		return s.byID(name)
	case errors.Is(err, fs.ErrNotExist) && planfile.MayBePlan(filepath.Base(name)):
		return nil, app.Hinted(app.WithoutOperation(name, err), "mdck plan order lists the plans")
	case err != nil:
		return nil, app.WithoutOperation(name, err)
	case !info.IsDir():
		return s.file(name)
	}
	targets, err := s.Find([]string{name}, pick.Of(plan.Name))
	found, err := s.load(targets, err)
	if isAbove(name, found) {
		found = s.current(found)
	}
	return found, err
}

// file finds the plan at a path. Outside of a directory of plans, a plan is recognised by its file
// name.
func (s *planSearch) file(name string) ([]foundPlan, error) {
	if !planfile.MayBePlan(filepath.Base(name)) {
		return nil, app.Hinted(fmt.Errorf("%s is not a plan", name), pick.SearchedFiles(&plan.Protocol))
	}
	t, err := s.PlainFinder().As(name, plan.Name)
	if err != nil {
		return nil, err
	}
	folder, err := s.folder(&t)
	if folder == nil {
		return nil, err
	}
	folder.add(t.Main)
	return []foundPlan{{folder, t.Main}}, err
}

// load reads the directories of the found targets. State files are not plans.
func (s *planSearch) load(targets []workspace.Target, err error) ([]foundPlan, error) {
	var all []foundPlan
	var faults []error
	for i := range targets {
		t := &targets[i]
		if !planfile.IsPlan(strings.TrimPrefix(t.Main, t.Folder+"/")) || app.IsDir(t.File(t.Main)) {
			continue
		}
		folder, err := s.folder(t)
		if err != nil {
			faults = app.AppendDistinct(faults, err)
		}
		if folder != nil {
			all = append(all, foundPlan{folder, t.Main})
		}
	}
	if len(targets) > 0 && len(all) == 0 {
		faults = append(faults, app.Hinted(errors.New("no plan found"), pick.SearchedFiles(&plan.Protocol)))
	}
	return all, errors.Join(append(faults, err)...)
}

// isAbove reports whether dir is a folder of plans or contains one. Such a directory does not stand
// for archived milestones.
func isAbove(dir string, found []foundPlan) bool {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(found, func(f foundPlan) bool {
		rel, err := filepath.Rel(abs, f.folder.target.File(f.folder.target.Folder))
		return err != nil || !filepath.IsLocal(rel)
	})
}

// folder returns the directory of t, which is read once. It is nil if nothing in it is readable; the
// error may be about only a part of it.
func (s *planSearch) folder(t *workspace.Target) (*planFolder, error) {
	part, past := planfile.PartOf(t.Main)
	for _, f := range s.folders {
		if f.target.Root == t.Root && f.target.Folder == t.Folder && f.part == part {
			return f, nil
		}
	}
	whole, err := s.whole(t)
	if err = app.WithDisplayPath(t, err); whole == nil {
		return nil, err
	}
	isOther := func(name string) bool { own, _ := planfile.PartOf(name); return own != part }
	own := *whole
	own.Plans = slices.DeleteFunc(slices.Clone(whole.Plans), func(p *planfile.Plan) bool { return isOther(p.File.Name) })
	own.Faults = slices.DeleteFunc(slices.Clone(whole.Faults), func(x planfile.Fault) bool { return isOther(x.Path) })
	f := &planFolder{Folder: &own, target: *t, part: part, past: past, asked: map[string]bool{}}
	f.target.Main, f.target.Path = t.Folder, t.Folder
	s.folders = append(s.folders, f)
	return f, err
}

// whole reads all plans in the folder of t, once.
func (s *planSearch) whole(t *workspace.Target) (*planfile.Folder, error) {
	name := t.File(t.Folder)
	if f := s.read[name]; f != nil {
		return f, nil
	}
	var unfinished error
	if s.talk != nil {
		dir := *t
		dir.Main, dir.Path = t.Folder, t.Folder
		unfinished = pick.RecoverWrite(&dir, s.talk)
	}
	files := tree.Dir(t.Root)
	f, err := planfile.ReadFolder(files, t.Folder)
	err = errors.Join(unfinished, err)
	if err != nil && len(f.Plans)+len(f.Faults) == 0 {
		return nil, err
	}
	if answers, _, err := planfile.ReadAnswers(files); err == nil {
		f.Partial = answers.Partial(files)
	}
	if s.read == nil {
		s.read = map[string]*planfile.Folder{}
	}
	s.read[name] = f
	return f, err
}

// add reads the plan at a path of the tree, whose file name may be unusual for a plan.
func (f *planFolder) add(name string) {
	isRead := slices.ContainsFunc(f.Faults, func(x planfile.Fault) bool { return x.Path == name }) || f.plan(name) != nil
	if isRead {
		return
	}
	p, err := planfile.Read(tree.Dir(f.target.Root), name)
	if err != nil {
		f.Faults = append(f.Faults, planfile.Fault{Path: name, Err: err})
		return
	}
	f.Plans, f.ordered = append(f.Plans, p), nil
}

// faults returns the errors about selected plans that are unreadable.
func (f *planFolder) faults() error {
	var faults []error
	for _, x := range f.Faults {
		if f.asked[x.Path] {
			faults = append(faults, app.WithDisplayPath(&f.target, app.WithPath(x.Path, x.Err)))
		}
	}
	return errors.Join(faults...)
}
