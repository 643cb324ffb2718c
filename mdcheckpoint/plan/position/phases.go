package position

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// A Phase is what the folders of phases and the roadmap say of one phase.
type Phase struct {
	Number string // as [planfile.Number] has it
	Name   string // of its folder, or in the roadmap; "" if none has one
	Dir    string // path of its folder; "" if it has none yet
	Plans  []*planfile.Plan
	Listed bool // the roadmap lists it for the milestone at hand
	Ticked bool // the roadmap says that it is done
	Other  bool // the roadmap lists it for another milestone
}

func (p *Project) readPhases() []*Phase {
	var all []*Phase
	of, there := map[[2]string]*Phase{}, map[string]bool{}
	add := func(number, dir, name string) *Phase {
		there[number] = true
		key := [2]string{number, dir}
		if of[key] == nil {
			ph := &Phase{Number: number, Dir: dir, Name: name}
			ph.Listed, ph.Ticked, ph.Other = p.roadmap.own[number], p.roadmap.done[number], p.roadmap.others[number]
			of[key], all = ph, append(all, ph)
		}
		return of[key]
	}
	for name := range p.Names {
		dir := p.phaseDirOf(name)
		if number := phaseNumber(path.Base(dir)); number != "" {
			add(number, dir, path.Base(dir))
		}
	}
	main := len(all) > 0
	for _, x := range p.Sequence() {
		dir := p.phaseDirOf(x.File.Name)
		number := phaseNumber(path.Base(dir))
		switch {
		case main && dir == "" && strings.Contains(x.File.Name, "/"+phasesDir+"/"):
			continue // of others, who have folders of phases of their own
		case number == "":
			number, dir = x.ID().Phase, ""
		}
		ph := add(number, dir, path.Base(dir))
		ph.Plans = append(ph.Plans, x)
	}
	for _, l := range p.roadmap.phases {
		if !there[l.number] {
			add(l.number, "", l.name)
		}
	}
	slices.SortStableFunc(all, func(a, b *Phase) int {
		return cmp.Or(a.compare(b), strings.Compare(a.Dir, b.Dir))
	})
	return all
}

func (ph *Phase) compare(other *Phase) int {
	return comparePhases(ph.Number, other.Number)
}

func comparePhases(a, b string) int { return planfile.ID{Phase: a}.Compare(planfile.ID{Phase: b}) }

// phaseDirOf returns the path of the folder of a phase that a file is in; "" if it is in none.
func (p *Project) phaseDirOf(name string) string {
	phases := path.Join(p.Dir, phasesDir) + "/"
	rest, ok := strings.CutPrefix(name, phases)
	dir, _, below := strings.Cut(rest, "/")
	if !ok || !below {
		return ""
	}
	return phases + dir
}

// openIn returns the first plan of the phase that is not done; nil if all are.
func (p *Project) openIn(ph *Phase) *planfile.Plan {
	for _, x := range ph.Plans {
		if !p.Done(x) {
			return x
		}
	}
	return nil
}

// begun reports whether a plan of the phase is done.
func (p *Project) begun(ph *Phase) bool {
	return slices.ContainsFunc(ph.Plans, p.Done)
}

// isOver reports whether the work on a phase is done: by the roadmap, or because all its plans
// are, or because its folder has summaries without plans.
func (p *Project) isOver(ph *Phase) bool {
	return ph.Ticked || len(ph.Plans) > 0 && p.openIn(ph) == nil || p.summed(ph)
}

// summed reports whether the folder of a phase has no plans, and a summary: not everybody commits
// plans.
func (p *Project) summed(ph *Phase) bool {
	return ph.Dir != "" && len(ph.Plans) == 0 && p.hasSummary(ph.Dir)
}

func (p *Project) hasSummary(dir string) bool {
	return slices.ContainsFunc(p.inDir(dir), func(name string) bool { return strings.HasSuffix(name, "SUMMARY.md") })
}

// inDir are the paths of the files in a directory, in no order.
func (p *Project) inDir(dir string) []string {
	if p.byDir == nil {
		p.byDir = map[string][]string{}
		for name := range p.Names {
			p.byDir[path.Dir(name)] = append(p.byDir[path.Dir(name)], name)
		}
	}
	return p.byDir[dir]
}

// What the files that verify a phase say.
const (
	checkPassed = "passed"
	checkPerson = "person" // a person has to look
	checkGaps   = "gaps"
)

// checked returns what verification and acceptance say of a phase: the last by its name that has
// a status, since what a person accepted comes after what was verified. "" without any.
func (p *Project) checked(ph *Phase) (says, name string) {
	if ph.Dir == "" {
		return "", ""
	}
	var names [2][]string // 08-VERIFICATION.md; 08-HUMAN-UAT.md, 08-UAT.md
	for _, name := range p.inDir(ph.Dir) {
		switch base := strings.ToUpper(path.Base(name)); {
		case !strings.HasSuffix(base, ".MD"):
		case strings.Contains(base, "UAT"):
			names[1] = append(names[1], name)
		case strings.Contains(base, "VERIFICATION"):
			names[0] = append(names[0], name)
		}
	}
	for isUAT, some := range names {
		slices.Sort(some)
		for _, n := range some {
			s := p.checkOf(n)
			if s != "" && (says != checkPassed || s == checkPassed || isUAT > 0) {
				says, name = s, n
			}
		}
	}
	return says, name
}

// checkOf is what the status of a file says; "" without one.
func (p *Project) checkOf(name string) string {
	text, err := source.ReadRegular(p.tree, name)
	if err != nil {
		return ""
	}
	f := source.NewFile(name, text)
	front, _, _ := planfile.ReadFrontMatter(f)
	return meaningOf(checks, strings.ToLower(str(f, front.Get("status"))))
}
