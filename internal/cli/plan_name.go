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

// byID asks about the plans of the repository that an id names, of a plan or of a phase.
func (s *planSearch) byID(name string) error {
	if id, task, ok := strings.Cut(name, ":"); ok {
		return hinted(fmt.Errorf("task %q in %q, want a plan alone", task, name), "the plan is "+quote(id))
	}
	found, err := s.everywhere()
	if len(found) == 0 {
		return err
	}
	for _, past := range []bool{false, true} { // an id names what is at hand, if it can
		named := false
		for _, f := range found {
			for _, p := range f.plans() {
				if f.folder.past == past && isCalled(p, name) {
					named, f.folder.asked[p.File.Name] = true, true
				}
			}
		}
		if named {
			return err
		}
	}
	return errors.Join(err, noPlanCalled(name, found))
}

// plans are those that can be read.
func (f *foundPlans) plans() []*planfile.Plan {
	return slices.DeleteFunc(slices.Clone(f.folder.Plans), func(p *planfile.Plan) bool { return !f.names[p.File.Name] })
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
func noPlanCalled(name string, found []foundPlans) error {
	err := fmt.Errorf("no plan %q found", name)
	var ids []string
	called := map[string]string{} // ids, by themselves and by the names of files
	for _, f := range found {
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
