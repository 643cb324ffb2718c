package plan

import (
	"errors"
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

// A planFolder has all plans of a folder, because selected plans may need others.
type planFolder struct {
	*planfile.Folder
	target   workspace.Target // its Main and Path are the folder
	part     string           // subdirectory with its own order, see [planfile.PartOf]; "" for the main plans
	archived bool
	selected map[string]bool // selected plans, by path in the tree

	ordered *planfile.Ordering // set by order
	history func(string) bool  // set by isHistory
}

// isHistory reports whether p is finished work.
func (f *planFolder) isHistory(p *planfile.Plan) bool {
	if f.history == nil {
		f.history = plan.Protocol.History(tree.Dir(f.target.Root), f.target.Folder)
	}
	return f.history(p.File.Name)
}

func (f *planFolder) order() *planfile.Ordering {
	if f.ordered == nil {
		f.ordered = planfile.Order(f.Plans)
	}
	return f.ordered
}

func (f *planFolder) displayDir() string {
	if f.part != "" {
		return f.target.DisplayPath(f.part)
	}
	return f.target.DisplayPath(f.target.Folder)
}

func (f *planFolder) isSelected(p *planfile.Plan) bool { return f.selected[p.File.Name] }

func (f *planFolder) displayPath(p *planfile.Plan) string { return f.target.DisplayPath(p.File.Name) }

func (f *planFolder) plans() []*planfile.Plan {
	return slices.DeleteFunc(slices.Clone(f.Plans), func(p *planfile.Plan) bool { return !f.isSelected(p) })
}

func (f *planFolder) plan(name string) *planfile.Plan {
	if i := slices.IndexFunc(f.Plans, func(p *planfile.Plan) bool { return p.File.Name == name }); i >= 0 {
		return f.Plans[i]
	}
	return nil
}

type planSearch struct {
	*pick.Picker
	talk     io.Writer // for notes; nil: do not finish interrupted writes
	folders  []*planFolder
	read     map[string]*planfile.Folder // path on disk -> all plans
	onlyPast bool                        // the search found only archived plans
}

type foundPlan struct {
	folder *planFolder
	name   string
}

// planFolders returns folders in which the plans called names are selected; without names, all
// current plans. If some plans are unreadable, it also returns the others. talk may be nil.
func planFolders(f *pick.Picker, names []string, talk io.Writer) ([]*planFolder, error) {
	s := &planSearch{Picker: f, talk: talk}
	var errs []error
	if len(names) == 0 {
		found, err := s.everywhere()
		s.selectPlans(s.current(found))
		errs = append(errs, err)
	}
	for _, name := range names {
		found, err := s.byName(name)
		s.selectPlans(found)
		errs = append(errs, err)
	}
	if !s.onlyPast {
		s.folders = slices.DeleteFunc(s.folders, func(f *planFolder) bool { return len(f.selected) == 0 })
	}
	for _, folder := range s.folders {
		errs = append(errs, folder.err())
	}
	return s.folders, errors.Join(errs...)
}

func (s *planSearch) selectPlans(found []foundPlan) {
	for _, f := range found {
		f.folder.selected[f.name] = true
	}
}

func (s *planSearch) current(found []foundPlan) []foundPlan {
	kept := slices.DeleteFunc(slices.Clone(found), func(f foundPlan) bool { return f.folder.archived })
	s.onlyPast = len(kept) == 0
	return kept
}

func (s *planSearch) everywhere() ([]foundPlan, error) {
	targets, err := s.Find(nil, pick.Of(plan.Name))
	return s.load(targets, err)
}

func (s *planSearch) byName(name string) ([]foundPlan, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil && pick.IsID(name):
		return s.byID(name)
	case errors.Is(err, fs.ErrNotExist) && planfile.MayBePlan(filepath.Base(name)):
		return nil, app.WithHints(app.WithoutOperation(name, err), "to list the plans: mdck plan order")
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

func (s *planSearch) file(name string) ([]foundPlan, error) {
	if !planfile.MayBePlan(filepath.Base(name)) {
		return nil, app.Errorf(pick.SearchedFiles(&plan.Protocol), "%s is not a plan", name)
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

// load reads the folders of those targets that are plans.
func (s *planSearch) load(targets []workspace.Target, err error) ([]foundPlan, error) {
	var all []foundPlan
	var errs []error
	for i := range targets {
		t := &targets[i]
		if !planfile.IsPlan(strings.TrimPrefix(t.Main, t.Folder+"/")) || app.IsDir(t.File(t.Main)) {
			continue
		}
		folder, err := s.folder(t)
		if err != nil {
			errs = app.AppendDistinct(errs, err)
		}
		if folder != nil {
			all = append(all, foundPlan{folder, t.Main})
		}
	}
	if len(targets) > 0 && len(all) == 0 {
		errs = append(errs, app.Errorf(pick.SearchedFiles(&plan.Protocol), "no plan found"))
	}
	return all, errors.Join(append(errs, err)...)
}

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

// folder returns the folder that contains t, and reads it once. If it cannot read a file, it also
// returns the folder with the others.
func (s *planSearch) folder(t *workspace.Target) (*planFolder, error) {
	part, archived := planfile.PartOf(t.Main)
	for _, f := range s.folders {
		if f.target.Root == t.Root && f.target.Folder == t.Folder && f.part == part {
			return f, nil
		}
	}
	allPlans, err := s.allPlans(t)
	if err = app.WithDisplayPath(t, err); allPlans == nil {
		return nil, err
	}
	isOther := func(name string) bool { own, _ := planfile.PartOf(name); return own != part }
	own := *allPlans
	own.Plans = slices.DeleteFunc(slices.Clone(allPlans.Plans), func(p *planfile.Plan) bool { return isOther(p.File.Name) })
	own.Faults = slices.DeleteFunc(slices.Clone(allPlans.Faults), func(x planfile.Fault) bool { return isOther(x.Path) })
	f := &planFolder{Folder: &own, target: *t, part: part, archived: archived, selected: map[string]bool{}}
	f.target.Main, f.target.Path = t.Folder, t.Folder
	s.folders = append(s.folders, f)
	return f, err
}

func (s *planSearch) allPlans(t *workspace.Target) (*planfile.Folder, error) {
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

// add reads one more plan, whatever its name.
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

func (f *planFolder) err() error {
	var errs []error
	for _, x := range f.Faults {
		if f.selected[x.Path] {
			errs = append(errs, app.WithDisplayPath(&f.target, app.WithPath(x.Path, x.Err)))
		}
	}
	return errors.Join(errs...)
}
