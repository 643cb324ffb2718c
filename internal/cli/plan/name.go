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
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
)

// byID finds plans by id (03-02) or phase (03). It returns archived plans if there are no others.
func (s *planSearch) byID(name string) ([]foundPlan, error) {
	if id, task, ok := strings.Cut(name, ":"); ok {
		return nil, app.Errorf("write only the plan: "+app.Quote(id), "%q names the task %q; expected only a plan", name, task)
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
	isPast := func(f foundPlan) bool { return f.folder.archived }
	if current := slices.DeleteFunc(slices.Clone(named), isPast); len(current) > 0 {
		named = current
	}
	return named, err
}

func (s *planSearch) noPlans(name string, err error) error {
	if !errors.Is(err, pick.ErrNoCheckpoint) {
		return err
	}
	hints := []string{pick.SearchedFiles(&plan.Protocol)}
	if ids := s.CheckpointsHere(pick.Query{}); len(ids) > 0 {
		hints = append(hints, "checkpoints here: "+strings.Join(spelling.FirstOf(ids, app.MaxShownNames), ", "))
	}
	return app.WithHints(fmt.Errorf("no plan %q found", name), hints...)
}

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
		return app.WithHints(err, "did you mean: "+near)
	}
	return app.WithHints(err, "plans here: "+strings.Join(spelling.FirstOf(ids, app.MaxShownNames), ", "))
}

// planNames maps the plan ids of the repository to files.
type planNames map[string][]string

// readPlanNames reads all plan ids. If allSelected, folders has all plans.
func readPlanNames(f *pick.Picker, folders []*planFolder, allSelected bool) planNames {
	if !allSelected {
		folders, _ = planFolders(f, nil, nil) // unreadable plans get no name
	}
	n := planNames{}
	for _, folder := range folders {
		for _, p := range folder.plans() {
			if id := p.ID().String(); !folder.archived {
				n[id] = append(n[id], folder.target.File(p.File.Name))
			}
		}
	}
	return n
}

// of returns the id of p if it is unique, otherwise the path.
func (n planNames) of(f *planFolder, p *planfile.Plan) string {
	id := p.ID()
	name := id.String()
	isOwn := len(n[name]) == 1 && n[name][0] == f.target.File(p.File.Name)
	if !isOwn || id.Phase == "" || !id.IsPlain() || !pick.IsID(name) {
		return f.displayPath(p)
	}
	return name
}

// A gateRef names a gate on a command line.
type gateRef struct {
	plan string // path or id; "" for all plans
	task int    // -1 without a task
}

func parseRef(text string) (gateRef, error) {
	i := strings.LastIndexByte(text, ':')
	if i <= 0 {
		return gateRef{text, -1}, nil
	}
	if n, err := strconv.ParseUint(text[i+1:], 10, 31); err == nil {
		return gateRef{text[:i], int(n)}, nil
	}
	if !pick.IsID(text) {
		return gateRef{text, -1}, nil // the colon belongs to a path
	}
	return gateRef{text[:i], -1}, app.Errorf("to list the checkpoints: mdck plan gates "+app.Quote(text[:i]), "task %q in %q is not a number", text[i+1:], text)
}

// isRef reports whether arg names a gate: 03, 03-06:2 or a path.
func isRef(arg string) bool {
	ref, err := parseRef(arg)
	name := strings.TrimPrefix(filepath.ToSlash(ref.plan), "./")
	first, _, isPath := strings.Cut(name, "/")
	phase, number, isPair := strings.Cut(name, "-")
	number, isFile := strings.CutSuffix(number, ".md")
	switch {
	case err != nil || strings.ContainsAny(arg, " \t\n"):
		return false // prose is always an answer
	case slices.Contains(planfile.Folders(), first), planfile.IsNumbered(path.Base(name)), isPath && planfile.MayBePlan(path.Base(name)):
		return true
	case isPath || !planfile.IsNumber(phase):
		return false
	}
	return isFile || isPair && planfile.IsNumber(number) || !isPair && len(phase) > 1 && phase[0] == '0' && phase[1] != '.' || ref.task >= 0
}
