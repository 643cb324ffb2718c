package plan

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
)

// firstOf are the first lines of a hint, and how many more there are.
func firstOf(lines []string) []string {
	const most = 20
	if more := len(lines) - most; more > 0 {
		return append(lines[:most:most], fmt.Sprintf("and %d more", more))
	}
	return lines
}

// byID finds the plans of the repository that an id names, of a plan or of a phase: those at
// hand, if it names one.
func (s *planSearch) byID(name string) ([]foundPlan, error) {
	if id, task, ok := strings.Cut(name, ":"); ok {
		return nil, app.Hinted(fmt.Errorf("unexpected task %q in %q; expected only a plan", task, name), "the plan is "+app.Quote(id))
	}
	all, err := s.everywhere()
	if len(all) == 0 {
		return nil, s.noPlans(name, err)
	}
	var named []foundPlan
	for _, f := range all {
		if p := f.folder.plan(f.name); p != nil && plan.IsCalled(p, name) {
			named = append(named, f)
		}
	}
	if len(named) == 0 {
		return nil, errors.Join(err, noPlanCalled(name, all))
	}
	isPast := func(f foundPlan) bool { return f.folder.past }
	if current := slices.DeleteFunc(slices.Clone(named), isPast); len(current) > 0 {
		named = current
	}
	return named, err
}

// noPlans returns err, the reason why there is no plan, as an error about an id, with the known ids.
func (s *planSearch) noPlans(name string, err error) error {
	if !errors.Is(err, pick.ErrNoCheckpoint) {
		return err
	}
	hints := []string{"there are no plans here: " + pick.SearchedFiles(&plan.Protocol)}
	if ids := s.IDsHere(pick.Query{}); len(ids) > 0 {
		hints = append(hints, "mdck status lists what there is: "+strings.Join(firstOf(ids), ", "))
	}
	return app.Hinted(fmt.Errorf("no plan %q found", name), hints...)
}

// noPlanCalled returns the error for an unknown plan id, with suggestions.
func noPlanCalled(name string, found []foundPlan) error {
	err := fmt.Errorf("no plan %q found", name)
	var ids []string
	for _, f := range found {
		if p := f.folder.plan(f.name); p != nil {
			ids = append(ids, p.ID().String())
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if near := app.NearestName(planfile.Stem(name), ids); near != "" {
		return app.Hinted(err, "did you mean: "+near)
	}
	return app.Hinted(err, "there is "+strings.Join(firstOf(ids), ", "))
}

// planNames has the files of each plan id in the whole repository, whatever plans are selected: a gate has
// the same name for all commands.
type planNames map[string][]string

// planNames reads the names of the repository; whole means that folders are complete.
func readPlanNames(f *pick.ConfigFlags, folders []*planFolder, whole bool) planNames {
	if !whole {
		folders, _ = planFolders(f, nil, nil) // a plan that cannot be found there has no id there
	}
	n := planNames{}
	for _, folder := range folders {
		for _, p := range folder.plans() {
			if id := p.ID().String(); !folder.past {
				n[id] = append(n[id], folder.target.File(p.File.Name))
			}
		}
	}
	return n
}

// of returns the name of a plan: its id, or the path if the id is not unique, not searched for here, or
// unusual.
func (n planNames) of(f *planFolder, p *planfile.Plan) string {
	id := p.ID()
	name := id.String()
	isOwn := len(n[name]) == 1 && n[name][0] == f.target.File(p.File.Name)
	if !isOwn || id.Phase == "" || strings.Trim(name, "0123456789.-abcdefghijklmnopqrstuvwxyz_") != "" || !pick.IsID(name) {
		return f.shown(p)
	}
	return name
}

// A gateRef is what names a gate on a command line.
type gateRef struct {
	plan string // a path or an id; "" is any
	task int    // -1 is not given
}

// parseRef splits PLAN:TASK. A task that is not a number is an error, as the argument means one
// checkpoint.
func parseRef(text string) (gateRef, error) {
	i := strings.LastIndexByte(text, ':')
	if i <= 0 {
		return gateRef{text, -1}, nil
	}
	if n, err := strconv.ParseUint(text[i+1:], 10, 31); err == nil {
		return gateRef{text[:i], int(n)}, nil
	}
	if !pick.IsID(text) {
		return gateRef{text, -1}, nil // a path
	}
	return gateRef{text[:i], -1}, app.Hinted(fmt.Errorf("task %q in %q; expected its number", text[i+1:], text), "mdck plan gates "+app.Quote(text[:i])+" lists the names")
}

// isRef reports whether a single argument looks like the name of a gate, not like an answer: 03-06, 03,
// the path of a plan or a directory of plans, or such a name with a task number. A misspelt name is not an
// answer, and 3 may be an option.
func isRef(arg string) bool {
	ref, err := parseRef(arg)
	name := strings.TrimPrefix(filepath.ToSlash(ref.plan), "./")
	first, _, isPath := strings.Cut(name, "/")
	phase, number, isPair := strings.Cut(name, "-")
	number, isFile := strings.CutSuffix(number, ".md")
	switch {
	case err != nil || strings.ContainsAny(arg, " \t\n"):
		return false // prose
	case slices.Contains(planfile.Folders(), first), planfile.IsNumbered(path.Base(name)), isPath && planfile.MayBePlan(path.Base(name)):
		return true
	case isPath || !planfile.IsNumber(phase):
		return false
	}
	return isFile || isPair && planfile.IsNumber(number) || !isPair && len(phase) > 1 && phase[0] == '0' && phase[1] != '.' || ref.task >= 0
}
