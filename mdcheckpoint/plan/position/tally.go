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

func (b bounds) has(n int) bool { return b.least <= n && n <= b.most }

// tells reports whether n is within bounds that are narrow enough to tell it from other numbers.
func (b bounds) tells(n int) bool {
	return b.has(n) && (n == b.least || n == b.most || 4*(b.most-b.least) <= b.most)
}

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

	folders map[string]bool // of this number in one directory: one may have been left behind
	here    bool            // they are among those of the phases at hand
	own     bool            // it is of the milestone of the state
	checked bool            // it is being verified: it may be done or not
	alone   bool            // it has a summary that is of none of its plans: it may be of all
}

// A plan is what is known of a plan: whether it has a file that is done, or a summary alone, its
// box in the roadmap is ticked, and another has its number.
type plan struct{ file, done, summary, ticked, twice bool }

func (x plan) isDone() bool { return x.file && x.done || !x.file && x.summary }

func (p *phaseCount) add(o *phaseCount) {
	for i := range p.number {
		p.number[i] = p.number[i].plus(o.number[i])
	}
	p.open = append(p.open, o.open...)
}

// ways are the ways in which projects count. Source: GSD, whose releases count so.
var ways = [...]struct {
	of  string
	has func(*phaseCount) bool
}{
	{"the phases of the milestone", func(p *phaseCount) bool { return p.own }},
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
	r, had, t := readRoadmap(tree, dir, s.milestone()), map[string]bool{}, &Tally{done: map[string]bool{}}
	for at, p := range folders {
		number := path.Base(at)
		p.own = p.here && r.own[number] || !p.here && s.milestone() != "" && versionIn(path.Base(path.Dir(at))) == s.milestone()
		had[number] = had[number] || p.here || p.own || r.others[number]
		p.checked = number == s.Phase.N && s.Meaning() == "verifying"
		t.count(number, p, &r)
		if p.here && number == s.Phase.N {
			t.phase = *p
		}
	}
	for _, of := range []map[string]bool{r.own, r.others} {
		for number := range of {
			if !had[number] {
				t.count(number, &phaseCount{own: r.own[number], plans: map[string]plan{}}, &r)
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

// count counts a phase, in all ways that have it.
func (t *Tally) count(number string, p *phaseCount, r *roadmap) {
	p.finish(number, r)
	for i, w := range ways {
		if w.has(p) {
			t.ways[i].add(p)
		}
	}
	for key, x := range p.plans {
		if is := x.isDone() || x.ticked; is || !p.alone {
			t.done[key] = t.done[key] || is
		}
	}
}

// readPhases reads the names of plans and summaries in the folders of phases, by the directory
// and the number of the phase. Quick tasks and those of the backlog are no phases.
func readPhases(tree fs.FS, dir string) (map[string]*phaseCount, error) {
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
	for _, name := range slices.Sorted(maps.Keys(names)) { // of two plans with one number the first counts
		at, ends := phaseFolder(dir, name), planfile.SummaryName(name) == ""
		here := path.Dir(at) == path.Join(dir, phasesDir)
		if at == "" || ends && !planfile.IsSummary(name) && !here {
			continue
		}
		key := path.Join(path.Dir(at), phaseNumber(path.Base(at)))
		if folders[key] == nil {
			folders[key] = &phaseCount{plans: map[string]plan{}, folders: map[string]bool{}, here: here}
		}
		folders[key].folders[at] = true
		if !ends || planfile.IsSummary(name) {
			folders[key].file(name, ends, planfile.IsDone(names, name) && !partial[name])
		}
	}
	if len(folders) == 0 {
		return nil, fmt.Errorf("there is no folder %q", path.Join(dir, phasesDir))
	}
	return folders, nil
}

// phaseFolder is the folder of the phase that a file is in; "" if it is in none.
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

// file adds a plan, or a summary. Of two plans that share a number one may have been left behind.
func (p *phaseCount) file(name string, summary, done bool) {
	key := strings.TrimSuffix(path.Base(cmp.Or(planfile.SummaryName(name), name)), "-SUMMARY.md")
	if phase, rest, ok := strings.Cut(key, "-"); ok && isDigits(phase) {
		if number, _, _ := strings.Cut(rest, "-"); isDigits(number) {
			key = planfile.Number(phase) + "-" + planfile.Number(number)
		}
	}
	x := p.plans[key]
	switch {
	case summary:
		x.summary = true
	case x.file:
		p.plans[name] = plan{ticked: x.done || done}
		x.done, x.twice = x.done && done, true
	default:
		x.file, x.done = true, done
	}
	p.plans[key] = x
}

// finish counts the plans of the phase, and those that the roadmap lists for it.
func (p *phaseCount) finish(number string, r *roadmap) {
	away, several := len(p.folders) > 0 && !p.here, max(1, len(p.folders))
	for id, ticked := range r.plans {
		if key := id.Phase + "-" + id.Plan; id.Phase == number && !away {
			x := p.plans[key]
			x.ticked = ticked
			p.plans[key] = x
		}
	}
	p.alone = slices.ContainsFunc(slices.Collect(maps.Values(p.plans)), func(x plan) bool { return !x.file && x.summary })
	done, n := away || p.alone || r.done[number], &p.number
	for key, x := range p.plans {
		sure := x.file && (several == 1 || x.twice)
		n[allPlans] = n[allPlans].plus(either(sure, true))
		n[donePlans] = n[donePlans].plus(either(sure && x.done, x.isDone() || x.ticked || done))
		if x.file && !x.done && !x.ticked && !done {
			p.open = append(p.open, key)
		}
	}
	least := n[allPlans].least
	open := p.checked || p.here && !r.done[number] && slices.Contains(slices.Collect(maps.Values(r.done)), true) // others are ticked
	n[allPhases] = bounds{min(1, len(p.folders)), several}
	n[donePhases] = either(!open && least > 0 && n[donePlans].least >= least, done || n[donePlans].most >= max(1, least))
	n[donePhases].most *= several
}

// fitting returns the ways of counting that recorded numbers may follow, by their indexes. One of all
// phases or all plans has to be right, and one alone may be more than there is.
func (t *Tally) fitting(r recorded) (found []int) {
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
		total := r[allPhases] > 0 && w[allPhases].has(r[allPhases]) || r[allPlans] > 0 && w[allPlans].tells(r[allPlans])
		if total && (beyond == 0 || fits > beyond || fits > 1) {
			found = append(found, k)
		}
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
	open := slices.Compact(p.open)
	names := strings.Join(open[:min(most, len(open))], ", ")
	if n := len(open) - most; n > 0 {
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
