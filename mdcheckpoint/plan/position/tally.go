package position

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
)

// A bounds is the least and the most that a number can be. They differ where the files of plans,
// their summaries and the boxes of the roadmap do not agree on which plans there are, or are done.
type bounds struct{ least, most int }

// either returns the bounds of something that counts for the least or the most, or for both.
func either(least, most bool) (b bounds) {
	if least {
		b.least = 1
	}
	if least || most {
		b.most = 1
	}
	return b
}

func (b bounds) has(n int) bool         { return b.least <= n && n <= b.most }
func (b bounds) plus(o bounds) bounds   { return bounds{b.least + o.least, b.most + o.most} }
func (b bounds) around(o bounds) bounds { return bounds{min(b.least, o.least), max(b.most, o.most)} }

func (b bounds) String() string {
	if b.least == b.most {
		return fmt.Sprint(b.least)
	}
	return fmt.Sprintf("%d to %d", b.least, b.most)
}

// numbers are those of the front matter that can be counted, and what claims call them.
var numbers = [...]struct{ key, claim, name string }{
	allPhases: {"total_phases", ClaimPhases, "phases"}, donePhases: {"completed_phases", ClaimPhases, "phases that are done"},
	allPlans: {"total_plans", ClaimPlans, "plans"}, donePlans: {"completed_plans", ClaimDone, "plans that are done"},
}

const (
	allPhases = iota
	donePhases
	allPlans
	donePlans
)

// A phaseCount is what the folders and the roadmap say of a phase, or of several.
type phaseCount struct {
	number [len(numbers)]bounds
	open   []string        // plans that are not done, by what their names begin with: 03-02
	plans  map[string]plan // all plans, by the same

	here bool // its folder is among those of the phases at hand
	own  bool // it is of the milestone of the state
	next bool // it is of the one that the roadmap has in progress
}

// A plan is what is known of a plan: whether it has a file and a summary, and its box in the
// roadmap is ticked.
type plan struct{ file, done, ticked bool }

func (p *phaseCount) add(o *phaseCount) {
	for i := range p.number {
		p.number[i] = p.number[i].plus(o.number[i])
	}
	p.open = append(p.open, o.open...)
}

// ways are the ways in which projects count. Source: GSD, whose releases count the first, the
// third and the last; the second is for a state that names an old milestone.
var ways = [...]struct {
	of  string
	has func(*phaseCount) bool
}{
	{"the phases of the milestone", func(p *phaseCount) bool { return p.own }},
	{"the phases of the milestone in progress", func(p *phaseCount) bool { return p.next }},
	{"the phases that have a folder", func(p *phaseCount) bool { return p.here }},
	{"the phases of all milestones", func(*phaseCount) bool { return true }},
}

// A Tally is what can be counted beside a state.
type Tally struct {
	ways  [len(ways)]phaseCount
	phase phaseCount      // that the state is at; it is not here if it has no folder
	done  map[string]bool // whether plans are done, by what their names begin with
}

// Tally counts the phases and plans in the folder of the state, and those that its roadmap
// lists. It fails if no phase has a folder.
func (s *State) Tally(tree fs.FS) (*Tally, error) {
	dir := path.Dir(s.File.Name)
	folders, err := readPhases(tree, dir)
	if err != nil {
		return nil, err
	}
	t := &Tally{done: map[string]bool{}}
	for number, phases := range s.merge(folders, dir, readRoadmap(tree, dir, s.milestone()), readCurrent(tree, dir, s.milestone())) {
		for _, p := range phases {
			for i, w := range ways {
				if w.has(p) {
					t.ways[i].add(p)
				}
			}
			if p.here && number == s.Phase.N {
				t.phase = *p
			}
			for key, x := range p.plans {
				t.done[key] = t.done[key] || x.done || x.ticked
			}
		}
	}
	for i := range t.ways {
		if n := &t.ways[i].number; n[allPlans].most > 0 { // the text may know of phases to come
			n[allPhases].most = max(n[allPhases].most, s.Phase.Of)
		}
	}
	return t, nil
}

// readPhases reads the names of plans and summaries in the folders of phases, by their paths. Quick
// tasks and those of the backlog are no phases.
func readPhases(tree fs.FS, dir string) (map[string]*phaseCount, error) {
	names, folders := map[string]bool{}, map[string]*phaseCount{}
	add := func(at string) *phaseCount {
		if folders[at] == nil {
			folders[at] = &phaseCount{plans: map[string]plan{}, here: path.Dir(at) == path.Join(dir, phasesDir)}
		}
		return folders[at]
	}
	err := planfile.Walk(tree, dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names[name] = true
		} else if err == nil && path.Dir(name) == path.Join(dir, phasesDir) && phaseNumber(path.Base(name)) != "" {
			add(name)
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
	for _, plans := range []bool{true, false} { // what is a summary alone is known once all plans are
		for name := range names {
			if at := phaseFolder(dir, name); at != "" && plans == (planfile.SummaryName(name) != "") {
				add(at).file(name, !plans || planfile.IsDone(names, name) && !partial[name])
			}
		}
	}
	if len(folders) == 0 {
		return nil, fmt.Errorf("there is no folder %q", path.Join(dir, phasesDir))
	}
	return folders, nil
}

// phaseFolder is the folder of the phase that a plan or a summary is of; "" of another file.
func phaseFolder(dir, name string) string {
	if part, past := planfile.PartOf(name); part != "" && !past || planfile.SummaryName(name) == "" && !planfile.IsSummary(name) {
		return ""
	}
	for at := path.Dir(name); len(at) > len(dir); at = path.Dir(at) {
		if phaseNumber(path.Base(at)) != "" {
			return at
		}
	}
	return ""
}

// file adds a plan, or the summary of one that has no file.
func (p *phaseCount) file(name string, done bool) {
	summary := planfile.SummaryName(name)
	key := strings.TrimSuffix(path.Base(cmp.Or(summary, name)), "-SUMMARY.md")
	if phase, rest, ok := strings.Cut(key, "-"); ok && isDigits(phase) {
		if number, _, _ := strings.Cut(rest, "-"); isDigits(number) {
			key = planfile.Number(phase) + "-" + planfile.Number(number)
		}
	}
	switch had := p.plans[key].file; {
	case had && summary == "":
	case had: // two plans of one number
		p.plans[path.Base(name)] = plan{file: true, done: done}
	default:
		p.plans[key] = plan{file: summary != "", done: done}
	}
}

// merge returns the phases by their numbers: those of folders, by their paths, and those that the
// roadmap lists and that have none. Folders of one number in one directory, of which one may have
// been left behind, are one phase.
func (s *State) merge(folders map[string]*phaseCount, dir string, own, next roadmap) map[string][]*phaseCount {
	all, in := map[string][]*phaseCount{}, map[string]*phaseCount{}
	boxes := slices.Contains(slices.Collect(maps.Values(own.done)), true)
	for at, p := range folders {
		number := phaseNumber(path.Base(at))
		p.own = p.here && own.own[number] || !p.here && s.milestone() != "" && versionIn(path.Base(path.Dir(at))) == s.milestone()
		p.next = p.here && next.own[number]
		if p.here {
			p.list(number, own)
		}
		p.finish(true, !p.here || own.done[number] || s.isPast(number), p.here && boxes && !own.done[number])
		if first := in[path.Dir(at)+"/"+number]; first != nil {
			for i, n := range p.number {
				first.number[i] = bounds{min(first.number[i].least, n.least), first.number[i].most + n.most}
			}
			first.open = append(first.open, p.open...)
			continue
		}
		in[path.Dir(at)+"/"+number], all[number] = p, append(all[number], p)
	}
	for _, of := range []map[string]bool{own.own, own.others} {
		for number := range of {
			if !slices.ContainsFunc(all[number], func(p *phaseCount) bool { return p.here || p.own || own.others[number] }) {
				p := &phaseCount{own: own.own[number], next: next.own[number], plans: map[string]plan{}}
				p.list(number, own)
				p.finish(false, own.done[number] || s.isPast(number), false)
				all[number] = append(all[number], p)
			}
		}
	}
	return all
}

// list adds the plans that the roadmap lists for the phase.
func (p *phaseCount) list(number string, r roadmap) {
	for id, ticked := range r.plans {
		if key := id.Phase + "-" + id.Plan; id.Phase == number {
			x := p.plans[key]
			x.ticked = ticked
			p.plans[key] = x
		}
	}
}

// finish counts the plans of the phase, which has a folder, and is said to be done, or has a box
// in the roadmap that is open.
func (p *phaseCount) finish(folder, done, open bool) {
	n := &p.number
	for key, x := range p.plans {
		n[allPlans] = n[allPlans].plus(either(x.file, true))
		n[donePlans] = n[donePlans].plus(either(x.file && x.done, x.done || x.ticked || done))
		if x.file && !x.done && !x.ticked && !done {
			p.open = append(p.open, key)
		}
	}
	all, least := n[allPlans], n[allPlans].least
	n[allPhases] = either(folder, true)
	n[donePhases] = either(!open && least > 0 && n[donePlans].least >= least, done || all.most > 0 && n[donePlans].most >= least)
}

// fitting returns the ways of counting that recorded numbers follow, by their indexes: those by
// which most of them are right. One of all phases or all plans has to be, and only one may be more
// than there is.
func (t *Tally) fitting(r recorded) (found []int) {
	best := 0
	for k := range t.ways {
		w := &t.ways[k].number
		fits, beyond := 0, 0
		for i, n := range r {
			switch {
			case n >= 0 && w[i].has(n):
				fits++
			case n > w[i].most:
				beyond++
			}
		}
		total := r[allPhases] > 0 && w[allPhases].has(r[allPhases]) || r[allPlans] > 0 && w[allPlans].has(r[allPlans])
		switch {
		case fits < best || !total || beyond > 0 && fits < 2 && beyond >= fits:
			continue
		case fits > best:
			best, found = fits, nil
		}
		found = append(found, k)
	}
	return found
}

// actual is what a recorded number can be, and by which way of counting: one that all of them
// follow. More than can be counted may have been moved or deleted since: that is an error, except
// of what is done where all that is recorded has a file. Where no way fits, only less than the
// phase at hand has by itself is known to be wrong.
func (t *Tally) actual(r recorded, i int) (is bounds, by string, err error) {
	n, fitting := r[i], t.fitting(r)
	if len(fitting) == 0 {
		is, by = t.phase.number[i], "any way of counting"
		for k := range t.ways {
			is.most = max(is.most, t.ways[k].number[i].most)
		}
		if n >= is.least {
			err = fmt.Errorf("no way of counting fits, %d at most", is.most)
		}
		return is, by, err
	}
	k := fitting[max(0, slices.IndexFunc(fitting, func(k int) bool { return t.ways[k].number[i].has(n) }))]
	w := &t.ways[k]
	is, by = w.number[i], ways[k].of
	switch {
	case n <= is.most:
	case (i == donePhases || i == donePlans) && len(w.open) > 0 && r[allPlans] > 0 && w.number[allPlans].least >= r[allPlans]:
		by += w.notDone()
	default:
		err = fmt.Errorf("%s can be counted by %s", is, by)
	}
	return is, by, err
}

// notDone names the plans that are not done, after what they explain.
func (p *phaseCount) notDone() string {
	const most = 5
	slices.Sort(p.open)
	names := strings.Join(p.open[:min(most, len(p.open))], ", ")
	if n := len(p.open) - most; n > 0 {
		names += fmt.Sprintf(" and %d more", n)
	}
	return "; not done: " + names
}

// shares are the percents that numbers come to, as projects count them: the smaller of those of
// plans and of phases, that of plans, and that of phases; none if nothing is counted. Source: GSD,
// whose older releases count the second.
func (r recorded) shares() (all []int) {
	for _, of := range [...][2]int{{donePlans, allPlans}, {donePhases, allPhases}} {
		if done, total := r[of[0]], r[of[1]]; total > 0 && done >= 0 {
			all = append(all, min(100, int(math.Round(100*float64(done)/float64(total)))))
		}
	}
	if len(all) == 2 {
		all = append([]int{min(all[0], all[1])}, all...)
	}
	return all
}

// near reports whether two percents are the same but for rounding.
func near(a, b int) bool { return a-b <= 1 && b-a <= 1 }

// percents are the bounds of the shares that are done of what has plans.
func percents(of ...phaseCount) (all []bounds) {
	for _, p := range of {
		n := &p.number
		least := recorded{n[allPhases].most, n[donePhases].least, n[allPlans].most, n[donePlans].least}.shares()
		most := recorded{max(n[allPhases].least, n[donePhases].most), n[donePhases].most, max(n[allPlans].least, n[donePlans].most), n[donePlans].most}.shares()
		for i := range min(len(least), len(most)) {
			if n[allPlans].most > 0 {
				all = append(all, bounds{least[i], most[i]})
			}
		}
	}
	return all
}
