package cli

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
)

// byID takes the plans of the repository that an id names, of a plan or of a phase.
func (s *planSearch) byID(name string) error {
	if id, task, ok := strings.Cut(name, ":"); ok {
		return hinted(fmt.Errorf("task %q in %q, want a plan alone", task, name), "the plan is "+quote(id))
	}
	all := &planSearch{configFlags: s.configFlags, talk: s.talk}
	err := all.everywhere()
	if len(all.folders) == 0 {
		return err
	}
	for _, past := range []bool{false, true} { // an id names what is at hand, if it can
		found := false
		for _, f := range all.folders {
			if f.past == past && s.called(f, name) {
				found = true
			}
		}
		if found {
			return err
		}
	}
	return errors.Join(err, noPlanCalled(name, all.folders))
}

// called takes the plans of f that an id names, and reports whether there are any.
func (s *planSearch) called(f *planFolder, name string) bool {
	asked := map[string]bool{}
	for _, p := range f.plans() {
		if isCalled(p, name) {
			asked[p.File.Name] = true
		}
	}
	if len(asked) == 0 {
		return false
	}
	named := *f
	named.asked = asked
	s.merge([]*planFolder{&named})
	return true
}

// isFileName reports whether name is that of a file, and so no id with more behind it.
func isFileName(name string) bool { return strings.EqualFold(path.Ext(name), ".md") }

// isCalled reports whether name is the id of p, that of its phase, or the name of its
// directory or of its file.
func isCalled(p *planfile.Plan, name string) bool {
	if isFileName(name) {
		return strings.EqualFold(name, path.Base(p.File.Name))
	}
	id, parts := p.ID(), strings.SplitN(name, "-", 2)
	switch {
	case strings.EqualFold(name, id.String()), strings.EqualFold(name, path.Base(path.Dir(p.File.Name))), p.IsNamed(name):
		return true
	case len(parts) == 2 && planfile.Number(parts[0]) == id.Phase && planfile.Number(parts[1]) == id.Plan:
		return true
	}
	return len(parts) == 1 && id.Phase != "" && planfile.Number(name) == id.Phase
}

// noPlanCalled says that no plan has that id, and which one could be meant.
func noPlanCalled(name string, folders []*planFolder) error {
	err := fmt.Errorf("no plan %q found", name)
	var ids []string
	called := map[string]string{} // ids, by themselves and by the names of files
	for _, f := range folders {
		for _, p := range f.plans() {
			id := p.ID().String()
			ids = append(ids, id)
			called[id], called[stem(path.Base(p.File.Name))] = id, id
		}
	}
	if near := nearestName(stem(name), slices.Sorted(maps.Keys(called))); near != "" {
		return hinted(err, "did you mean: "+called[near])
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) > maxIDs {
		ids = append(ids[:maxIDs], fmt.Sprintf("and %d more", len(ids)-maxIDs))
	}
	return hinted(err, "there is "+strings.Join(ids, ", "))
}

// stem is the name of a file without its ending, or an id.
func stem(name string) string {
	if isFileName(name) {
		return strings.TrimSuffix(name, path.Ext(name))
	}
	return name
}

// maxIDs is how many ids a hint lists.
const maxIDs = 20
