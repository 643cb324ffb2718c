package position

import (
	"cmp"
	"path"
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// A Phase has a folder, a plan or a line in the roadmap.
type Phase struct {
	Number string // in the format of [planfile.Number]
	Name   string // name of the folder or, without one, in the roadmap
	Dir    string
	Plans  []*planfile.Plan
	Listed bool // in the roadmap, for the current milestone
	Ticked bool
	Other  bool // in the roadmap, for another milestone

	open   *planfile.Plan // the first open plan; nil if all are done
	begun  bool
	summed int  // number of summaries, if the folder has no plans
	over   bool // done according to the roadmap, the plans or the summary

	result, resultFile string
}

// readPhases returns the phases with a folder or a plan, and the others of the roadmap, in order.
func (p *Project) readPhases() []*Phase {
	all := p.phasesOfFiles()
	for _, ph := range all {
		p.setProgress(ph)
	}
	p.replaced = p.isReplaced(all)
	all = slices.DeleteFunc(all, func(ph *Phase) bool { return p.replaced || p.isEarlier(ph) })
	there := map[string]bool{}
	for _, ph := range all {
		there[ph.Number] = true
	}
	for number := range p.roadmap.phases {
		if !there[number] {
			ph := p.newPhase(number, "")
			p.setProgress(ph)
			all = append(all, ph)
		}
	}
	sort.SliceStable(all, func(i, j int) bool {
		return cmp.Or(all[i].compare(all[j]), strings.Compare(all[i].Dir, all[j].Dir)) < 0
	})
	return all
}

// phasesOfFiles returns the phases with a folder or a plan, in no order.
func (p *Project) phasesOfFiles() (all []*Phase) {
	of := map[[2]string]*Phase{}
	add := func(number, dir string) *Phase {
		key := [2]string{number, dir}
		if of[key] == nil {
			of[key] = p.newPhase(number, dir)
			all = append(all, of[key])
		}
		return of[key]
	}
	for name := range p.Names {
		dir := p.phaseDirOf(name)
		if number := phaseNumber(path.Base(dir)); number != "" {
			add(number, dir)
		}
	}
	main := len(all) > 0
	for _, x := range p.Order.All() {
		dir := p.phaseDirOf(x.File.Name)
		number := phaseNumber(path.Base(dir))
		switch {
		case main && number == "" && (strings.Contains(x.File.Name, "/"+phasesDir+"/") || phaseNumber(x.ID().Phase) == ""):
			continue // the plan has no phase here
		case number == "":
			number, dir = x.ID().Phase, ""
		}
		ph := add(number, dir)
		ph.Plans = append(ph.Plans, x)
	}
	return all
}

func (p *Project) newPhase(number, dir string) *Phase {
	ph := p.roadmap.listed(number)
	if ph.Dir = dir; dir != "" {
		ph.Name = path.Base(dir)
	}
	return &ph
}

// isEarlier reports whether ph belongs to an earlier milestone, which used the same number.
func (p *Project) isEarlier(ph *Phase) bool {
	listed := p.roadmap.listed(ph.Number)
	isOpen := listed.Listed && !listed.Ticked && listed.Name != ""
	return isOpen && ph.over && p.hasMilestones() && !isNamedAs(ph, &listed)
}

// isReplaced reports whether all folders belong to earlier milestones: the roadmap has no tick, no
// folder has the name of a listed phase, and a folder has a number that is not listed.
func (p *Project) isReplaced(all []*Phase) bool {
	isCurrent := func(ph *Phase) bool {
		listed := p.roadmap.phases[ph.Number]
		return ph.Dir == "" || listed != nil && isNamedAs(ph, listed)
	}
	isUnlisted := func(ph *Phase) bool { return p.roadmap.phases[ph.Number] == nil }
	isNew := p.roadmap.ticked == 0 && len(p.roadmap.phases) > 0 && slices.ContainsFunc(all, isUnlisted)
	return isNew && p.hasMilestones() && !slices.ContainsFunc(all, isCurrent)
}

func (p *Project) hasMilestones() bool {
	return slices.ContainsFunc(p.byDir[p.Dir], func(name string) bool { return strings.Contains(path.Base(name), "MILESTONE") })
}

// isNamedAs reports whether the names of a folder and of a listed phase have a common word, or one of
// them is only a number.
func isNamedAs(ph, listed *Phase) bool {
	words, own := wordsOf(listed.Name), wordsOf(ph.Name)
	isCommon := func(word string) bool { return slices.Contains(words, word) }
	return len(words) == 0 || len(own) == 0 || slices.ContainsFunc(own, isCommon)
}

func (p *Project) setProgress(ph *Phase) {
	ph.result, ph.resultFile = p.verification(ph.Dir)
	for _, x := range slices.Backward(ph.Plans) {
		switch {
		case p.Done(x):
			ph.begun = true
		case !ph.begun || ph.result != checkPassed: // a plan before a done one needs no summary if the phase passed
			ph.open = x
		}
	}
	if ph.Dir != "" && len(ph.Plans) == 0 {
		ph.summed = p.summaries(ph.Dir)
	}
	ph.over = ph.Ticked || ph.summed > 0 || ph.open == nil && ph.begun
}

// Check returns the path of the file that asks a person to verify ph, or "". ph may be nil.
func (ph *Phase) Check() string {
	if ph == nil || ph.result != checkPerson {
		return ""
	}
	return ph.resultFile
}

func (ph *Phase) isTicked() bool { return ph != nil && ph.Ticked }

func (ph *Phase) compare(other *Phase) int {
	return comparePhases(ph.Number, other.Number)
}

//go:noinline
func comparePhases(a, b string) int {
	return planfile.ID{Phase: a}.Compare(planfile.ID{Phase: b})
}

func (p *Project) phaseDirOf(name string) string {
	phases := path.Join(p.Dir, phasesDir) + "/"
	rest, ok := strings.CutPrefix(name, phases)
	dir, _, below := strings.Cut(rest, "/")
	if !ok || !below {
		return ""
	}
	return phases + dir
}

func (p *Project) summaries(dir string) (n int) {
	for _, name := range p.byDir[dir] {
		if strings.HasSuffix(name, "SUMMARY.md") {
			n++
		}
	}
	return n
}

const (
	checkPassed = "passed"
	checkPerson = "person"
	checkGaps   = "gaps"
)

// verification returns the recorded result of a phase, or "", and its file. Acceptance files take
// precedence, because acceptance comes later.
func (p *Project) verification(dir string) (result, name string) {
	var names [2][]string // [0]: 08-VERIFICATION.md; [1]: 08-HUMAN-UAT.md, 08-UAT.md
	for _, name := range p.byDir[dir] {
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
			if s != "" && (result != checkPassed || s == checkPassed || isUAT > 0) {
				result, name = s, n
			}
		}
	}
	return result, name
}

func (p *Project) checkOf(name string) string {
	text, err := source.ReadRegular(p.tree, name)
	if err != nil {
		return ""
	}
	f := source.NewFile(name, text)
	front, span, _ := planfile.ReadFrontMatter(f)
	status := cmp.Or(str(f, front.Get("status")), readFields(f, span.End).get("status").Text)
	return meaningOf(checks, strings.ToLower(status))
}
