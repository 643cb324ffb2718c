package position

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
)

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

// recorded are numbers of the front matter by their index in [numbers]; -1 of one that it does
// not have, or that is not known.
type recorded [len(numbers)]int

func (s *State) recorded() (all recorded) {
	for i, number := range numbers {
		n, ok := planfile.ParseCount(s.front("progress", number.key).Text)
		if all[i] = n; !ok {
			all[i] = -1
		}
	}
	return all
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
		all = append([]int{slices.Min(all)}, all...)
	}
	return all
}

func near(a, b int) bool { return a-b <= 1 && b-a <= 1 }

// shares are the bounds of the percents that the plans come to, in all ways of counting.
func (p *phaseCount) shares() (all []bounds) {
	n := &p.number
	least := recorded{n[allPhases].most, n[donePhases].least, n[allPlans].most, n[donePlans].least}.shares()
	most := recorded{max(n[allPhases].least, n[donePhases].most), n[donePhases].most, max(n[allPlans].least, n[donePlans].most), n[donePlans].most}.shares()
	for i := range min(len(least), len(most), 3*n[allPlans].most) {
		all = append(all, bounds{least[i], most[i]})
	}
	return all
}

// Claims are what the state says of itself and of the tree, whose plans are in the folder of
// phases beside it.
func (s *State) Claims(out claim.Outside) []claim.Claim {
	c := &claimer{out: out}
	if s.FrontErr != nil {
		c.add(ClaimFront, "front matter", claim.Present, s.File.LineSpan(1), func(fs.FS) (string, error) { return "", fmt.Errorf("it cannot be read: %w", s.FrontErr) })
	}
	if n := s.recorded(); n[allPhases] >= 0 && n[donePhases] >= 0 || n[allPlans] >= 0 && n[donePlans] >= 0 {
		c.add(ClaimPercent, "percent by its counts", s.Share.Text, s.Share.Span, func(fs.FS) (string, error) { return s.percentCounted(n) })
	}
	c.add(ClaimPercent, "percent of the body", s.Percent.Text, s.Percent.Span, s.ask(s.percentOfBody))
	for i, n := range s.recorded() {
		if v := s.front("progress", numbers[i].key); n >= 0 {
			c.add(numbers[i].claim, numbers[i].name, v.Text, v.Span, s.ask(func(t *Tally) (string, error) { return s.numberOf(t, i, n) }))
		}
	}
	if of, v := s.plansOfPhase(); of > 0 && s.Phase.N != "" {
		c.add(ClaimPlans, "plans of phase "+s.Phase.N, strconv.Itoa(of), v.Span, s.ask(s.ofPhase))
	}
	c.resume(s.Resume, path.Dir(s.File.Name), s.Phase.N)
	return c.all
}

// ask makes of what the plans say a claim's way to find out.
func (s *State) ask(what func(*Tally) (string, error)) func(fs.FS) (string, error) {
	return func(tree fs.FS) (string, error) {
		t, err := s.Tally(tree)
		if err != nil {
			return "", err
		}
		return what(t)
	}
}

// numberOf is what a number of the front matter is by the plans.
func (s *State) numberOf(t *Tally, i, n int) (string, error) {
	is, by, err := t.actual(s.recorded(), i)
	if err == nil && is.has(n) {
		return s.front("progress", numbers[i].key).Text, nil
	}
	_, names, _ := strings.Cut(by, ";")
	return strings.TrimRight(is.String()+";"+names, ";"), err
}

// corrected returns the recorded numbers as they are by the plans, -1 of one that is not known, and
// notes about those that are not right. No more is done than there is.
func (s *State) corrected(t *Tally) (now recorded, notes []string) {
	now = s.recorded()
	for i, n := range s.recorded() {
		is, by, err := t.actual(s.recorded(), i)
		isMore := i == donePlans && is.least > now[allPlans] || i == donePhases && is.least > now[allPhases]
		switch key := numbers[i].key; {
		case n < 0 || err == nil && is.has(n):
		case err == nil && is.least == is.most && !isMore:
			now[i] = is.least
			notes = append(notes, fmt.Sprintf("%s is %d by %s", key, now[i], by))
		default:
			now[i] = -1
			notes = append(notes, fmt.Sprintf("%s is left: %d is recorded, by %s it is %s", key, n, by, is))
		}
	}
	return now, notes
}

// percentCounted is the percent of the front matter if its numbers come to it as they are now, in
// the way in which they came to it, or else what they come to. One that words in the body explain
// is not known to be wrong.
func (s *State) percentCounted(now recorded) (string, error) {
	n, said := planfile.ParseCount(s.Share.Text)
	was, shares := s.recorded(), now.shares()
	way := slices.IndexFunc(was.shares(), func(share int) bool { return said && near(share, n) })
	for i, n := range was {
		if n >= 0 && now[i] < 0 {
			return "", errors.New("its counts are not known")
		}
	}
	switch {
	case isBlank(s.Share.Text) || len(shares) == 0 || way >= 0 && near(shares[way], n):
		return s.Share.Text, nil
	case way < 0 && s.Share.Text == s.Percent.Text && s.explained():
		return "", fmt.Errorf("its counts come to %d", shares[0])
	}
	return strconv.Itoa(shares[max(way, 0)]), nil
}

// percentOfBody is the percent of the body if plans or phases come to it in one of the ways of
// counting, or the numbers of the state if those are right. Another is known to be wrong only if it is less or more
// than by all of them, and no words beside it say what it counts.
func (s *State) percentOfBody(t *Tally) (string, error) {
	plans := phaseCount{number: [len(numbers)]bounds{allPlans: t.phase.number[allPlans], donePlans: t.phase.number[donePlans]}}
	all := plans.shares()
	for i := range t.ways {
		all = append(all, t.ways[i].shares()...)
	}
	var own []int
	if was, wrong := s.corrected(t); len(wrong) == 0 {
		own = was.shares()
	}
	if of, _ := s.plansOfPhase(); t.phase.number[allPlans].has(of) {
		at, _ := planfile.ParseCount(s.Plan.N)
		own = append(own, recorded{-1, -1, of, at}.shares()...)
	}
	for _, share := range own {
		all = append(all, bounds{share, share})
	}
	n, ok := planfile.ParseCount(s.Percent.Text)
	switch begun := t.ways[0].number[allPlans].plus(t.ways[1].number[allPlans]); {
	case !ok || len(all) == 0:
		return "", errors.New("there are no plans to count")
	case n == 0 && begun.most == 0:
		return s.Percent.Text, nil // all that is counted was put away
	}
	sum := all[0]
	for _, share := range all {
		if near(n, share.least) || near(n, share.most) {
			return s.Percent.Text, nil
		}
		sum = bounds{min(sum.least, share.least), max(sum.most, share.most)}
	}
	if sum.has(n) || s.explained() || s.recorded() != (recorded{-1, -1, -1, -1}) && len(t.fitting(s.recorded())) == 0 {
		return "", fmt.Errorf("%s by the ways of counting", sum)
	}
	return sum.String(), nil
}

// explained reports whether words behind the percent of the body say what it counts.
func (s *State) explained() bool {
	_, behind, _ := strings.Cut(s.File.Slice(s.Percent.Span), "%")
	return strings.Trim(behind, " *_)[]`#=-█▓░") != ""
}

// plansOfPhase is how many plans the body says that the phase at hand has, and where.
func (s *State) plansOfPhase() (int, Value) {
	if n, _, ok := leading(s.PlanTotal.Text); ok && s.Plan.Of == 0 {
		return n, s.PlanTotal
	}
	return s.Plan.Of, s.Plan.Value
}

// ofPhase is how many plans the phase at hand has. Not all need to be written yet.
func (s *State) ofPhase(t *Tally) (string, error) {
	n, _ := s.plansOfPhase()
	is := t.phase.number[allPlans]
	switch {
	case !t.phase.here:
		return "", fmt.Errorf("no folder of phase %s in %q", s.Phase.N, path.Join(path.Dir(s.File.Name), phasesDir))
	case is.has(n):
		return strconv.Itoa(n), nil
	case n > is.most:
		return "", fmt.Errorf("%s so far", is)
	}
	return is.String(), nil
}
