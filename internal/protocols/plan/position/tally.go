package position

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/plan/planfile"
)

// A bounds is a range of possible counts. Files, summaries and boxes may disagree.
type bounds struct{ least, most int }

func either(least, most bool) (b bounds) {
	if least {
		b.least = 1
	}
	if least || most {
		b.most = 1
	}
	return b
}

func (b bounds) has(n int) bool {
	return b.least <= n && n <= b.most
}

// isMeaningful reports whether n is in the range, and probably not by chance.
func (b bounds) isMeaningful(n int) bool {
	isEnd := n == b.least || n == b.most
	return isEnd || b.has(n) && 4*(b.most-b.least) <= b.most
}

func (b bounds) plus(o bounds) bounds {
	return bounds{b.least + o.least, b.most + o.most}
}

func (b bounds) String() string {
	if b.least == b.most {
		return fmt.Sprint(b.least)
	}
	return fmt.Sprintf("%d to %d", b.least, b.most)
}

type phaseCount struct {
	number [len(numbers)]bounds
	open   []string        // ids of plans that are not done, such as 03-02
	plans  map[string]plan // by id; the second plan with an id by path

	folders   map[string]bool // folders with the phase number; if there are several, some may be obsolete
	twins     bool            // two plans have the same number; one may be obsolete
	here      bool
	own       bool
	verifying bool // the phase may be done or not
}

// A plan records what exists for a plan. The tick is in the roadmap.
type plan struct{ file, done, summary, ticked, mayBeDone bool }

func (x plan) isDone() bool {
	return x.done || x.ticked || x.mayBeDone || !x.file && x.summary
}

func (p *phaseCount) add(o *phaseCount) {
	for i := range p.number {
		p.number[i] = p.number[i].plus(o.number[i])
	}
	p.open = append(p.open, o.open...)
}

// ways are the ways to count phases. Source: releases of GSD.
var ways = [...]struct {
	of  string
	has func(*phaseCount) bool
}{
	{"the phases of the milestone", func(p *phaseCount) bool { return p.own }},
	{"the phases with a directory", func(p *phaseCount) bool { return p.here }},
	{"the phases of all milestones", func(*phaseCount) bool { return true }},
}

// A Tally has the counts of the phases and plans next to a state.
type Tally struct {
	ways  [len(ways)]phaseCount
	phase phaseCount // the phase of the state; here is false without a folder
}

// Tally counts the phases and plans. It fails if no phase has a folder.
func (s *State) Tally(tree fs.FS) (*Tally, error) {
	dir, milestone := path.Dir(s.File.Name), s.milestone()
	folders, err := countFolders(tree, dir)
	if err != nil {
		return nil, err
	}
	t, r, had := &Tally{}, readRoadmap(tree, dir, milestone), map[string]bool{}
	for at, p := range folders {
		number := path.Base(at)
		version := versionIn(path.Base(path.Dir(at)))
		if p.own = r.listed(number).Listed; !p.here {
			p.own = milestone != "" && version == milestone
		}
		had[number] = had[number] || p.here || p.own || r.listed(number).Other
		isAt := number == s.Phase.N
		p.verifying = isAt && s.Meaning() == "verifying"
		t.count(number, p, &r)
		if isAt && p.here {
			t.phase = *p
		}
	}
	for number, ph := range r.phases {
		if !had[number] {
			p := &phaseCount{own: ph.Listed, plans: map[string]plan{}}
			t.count(number, p, &r)
		}
	}
	for i := range t.ways {
		most := &t.ways[i].number[allPhases].most
		if t.ways[i].number[allPlans].most > 0 { // the body may count future phases
			*most = max(*most, s.Phase.Of)
		}
	}
	return t, nil
}

func (t *Tally) count(number string, p *phaseCount, r *roadmap) {
	p.finish(number, r)
	for i, w := range ways {
		if w.has(p) {
			t.ways[i].add(p)
		}
	}
}

// countFolders counts the plans and summaries of each phase. A key is a path that ends in the phase
// number: .planning/phases/03.
func countFolders(tree fs.FS, dir string) (map[string]*phaseCount, error) {
	names, folders := map[string]bool{}, map[string]*phaseCount{}
	err := planfile.Walk(tree, dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names[name] = true
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var partial map[string]bool
	if answers, _, err := planfile.ReadAnswers(tree); err == nil {
		partial = answers.Partial(tree)
	}
	for _, name := range slices.Sorted(maps.Keys(names)) { // if two plans have the same number, the first wins
		at := phaseFolder(dir, name)
		isPlan, isSummary := planfile.SummaryName(name) != "" && !planfile.IsOverview(names, name), planfile.IsSummary(name)
		here := path.Dir(at) == path.Join(dir, phasesDir)
		if at == "" || !isPlan && !isSummary && !here {
			continue
		}
		key := path.Join(path.Dir(at), phaseNumber(path.Base(at)))
		if folders[key] == nil {
			folders[key] = &phaseCount{here: here, plans: map[string]plan{}}
			folders[key].folders = map[string]bool{}
		}
		p := folders[key]
		p.folders[at] = true
		if isPlan || isSummary {
			p.file(name, isPlan, planfile.IsDone(names, name) && !partial[name])
		}
	}
	if len(folders) == 0 {
		return nil, fmt.Errorf("there is no folder %q", path.Join(dir, phasesDir))
	}
	return folders, nil
}

func phaseFolder(dir, name string) string {
	if part, past := planfile.PartOf(name); part != "" && !past {
		return ""
	}
	for at := path.Dir(name); len(at) > len(dir); at = path.Dir(at) {
		if phaseNumber(path.Base(at)) != "" {
			return at
		}
	}
	return ""
}

func (p *phaseCount) file(name string, isPlan, done bool) {
	key := strings.TrimSuffix(path.Base(cmp.Or(planfile.SummaryName(name), name)), "-SUMMARY.md")
	dir := path.Base(path.Dir(name))
	if number, ok := strings.CutPrefix(key, dir+"-"); ok { // 01-base-02 in 01-base
		key = phaseNumber(dir) + "-" + number
	}
	phase, rest, _ := strings.Cut(key, "-")
	number, _, _ := strings.Cut(rest, "-")
	if isDigits(phase) && isDigits(number) {
		key = planfile.Number(phase) + "-" + planfile.Number(number)
	}
	x := p.plans[key]
	switch {
	case !isPlan:
		x.summary = true
	case x.file:
		p.twins = true
		p.plans[name] = plan{mayBeDone: x.done || done}
		x.done = x.done && done
	default:
		x.file, x.done = true, done
	}
	p.plans[key] = x
}

func (p *phaseCount) finish(number string, r *roadmap) {
	folders := len(p.folders)
	isAway := folders > 0 && !p.here
	for id, ticked := range r.plans {
		if key := id.Phase + "-" + id.Plan; id.Phase == number && !isAway {
			x := p.plans[key]
			x.ticked = ticked
			p.plans[key] = x
		}
	}
	isTicked := r.listed(number).Ticked
	isEarlier := r.ticked > 0 && r.phases[number] == nil // the roadmap dropped the milestone of the phase
	done, n := isAway || isTicked || isEarlier, &p.number
	for _, x := range p.plans {
		done = done || !x.file && x.summary // the summary may be about the whole phase
	}
	for key, x := range p.plans {
		sure := x.file && folders == 1 && !p.twins
		n[allPlans] = n[allPlans].plus(either(sure, true))
		isDone := either(sure && x.done, x.isDone() || done)
		n[donePlans] = n[donePlans].plus(isDone)
		if x.file && !x.isDone() && !done {
			p.open = append(p.open, key)
		}
	}
	least := n[allPlans].least
	isOpen := p.verifying || p.here && !isTicked && r.ticked > 0 // the roadmap ticks other phases
	isDone := least > 0 && n[donePlans].least >= least
	mayBeDone := done || n[donePlans].most >= max(1, least)
	n[allPhases] = bounds{min(1, folders), max(1, folders)}
	n[donePhases] = either(isDone && !isOpen, mayBeDone)
	n[donePhases].most *= max(1, folders)
}

func (t *Tally) fitting(r recorded) (found []int) {
	for k := range t.ways {
		w := &t.ways[k].number
		fits, below, beyond := 0, 0, 0
		for i, n := range r {
			switch {
			case n >= 0 && w[i].has(n):
				fits++
			case n > w[i].most:
				beyond++
			case n >= 0:
				below++
			}
		}
		isOfPhases := r[allPhases] > 0 && w[allPhases].has(r[allPhases])
		isOfPlans := r[allPlans] > 0 && w[allPlans].isMeaningful(r[allPlans])
		isBehind := k == 0 || fits >= below // outside the milestone, one number may be equal by chance
		isNear := beyond == 0 && isBehind || fits > 1
		if isNear && (isOfPhases || isOfPlans) {
			found = append(found, k)
		}
	}
	return found
}

func (t *Tally) actual(r recorded, i int) (is bounds, by string, err error) {
	n, fitting := r[i], t.fitting(r)
	if len(fitting) == 0 {
		for k := range t.ways {
			is.most = max(is.most, t.ways[k].number[i].most)
		}
		return is, "", fmt.Errorf("the recorded numbers match no way of counting; the highest possible number is %d", is.most)
	}
	k := fitting[0]
	for _, other := range slices.Backward(fitting) {
		if t.ways[other].number[i].has(n) {
			k = other
		}
	}
	w := &t.ways[k]
	is, by = w.number[i], ways[k].of
	haveFiles := r[allPlans] > 0 && w.number[allPlans].least >= r[allPlans]
	switch {
	case n <= is.most:
	case isOfDone(i) && haveFiles && len(w.open) > 0:
		by += w.notDone()
	default:
		err = fmt.Errorf("counting %s gives %s", by, is)
	}
	return is, by, err
}

func (p *phaseCount) notDone() string {
	const most = 5
	slices.Sort(p.open)
	return "; open plans: " + spelling.JoinFirst(slices.Compact(p.open), most)
}
