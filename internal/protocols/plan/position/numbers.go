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

	"mdck/internal/spelling"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
)

var numbers = [...]struct {
	key, claim, name string
	total            int // the number that it is a part of
}{
	allPhases:  {"total_phases", ClaimPhases, "number of phases", allPhases},
	donePhases: {"completed_phases", ClaimPhases, "number of completed phases", allPhases},
	allPlans:   {"total_plans", ClaimPlans, "number of plans", allPlans},
	donePlans:  {"completed_plans", ClaimDone, "number of completed plans", allPlans},
}

const (
	allPhases = iota
	donePhases
	allPlans
	donePlans
)

func isOfDone(i int) bool { return numbers[i].total != i }

// A recorded has the counts of the front matter in the order of [numbers]; -1 if unknown.
type recorded [len(numbers)]int

func (s *State) recorded() (all recorded) {
	for i := range numbers {
		n, ok := planfile.ParseCount(s.number(i).Text)
		if all[i] = n; !ok {
			all[i] = -1
		}
	}
	return all
}

func (s *State) number(i int) Value {
	return s.front("progress", numbers[i].key)
}

// shares returns the percentages of completed plans and phases, such as 50 and 40. If both are
// known, the lower one also comes first: 40, 50, 40. Source: GSD.
func (r recorded) shares() (all []int) {
	for _, i := range []int{donePlans, donePhases} {
		done, total := r[i], r[numbers[i].total]
		if total > 0 && done >= 0 {
			share := math.Round(100 * float64(done) / float64(total))
			all = append(all, min(100, int(share)))
		}
	}
	if len(all) == 2 {
		all = slices.Insert(all, 0, slices.Min(all))
	}
	return all
}

func near(a, b int) bool {
	return a-b <= 1 && b-a <= 1
}

func (p *phaseCount) shares() (all []bounds) {
	var least, most recorded
	for _, i := range []int{donePlans, donePhases} {
		total := numbers[i].total
		done, of := p.number[i], p.number[total]
		least[i], least[total] = done.least, of.most
		most[i], most[total] = done.most, max(of.least, done.most)
	}
	low, high := least.shares(), most.shares()
	for i := range min(len(low), len(high), 3*p.number[allPlans].most) {
		all = append(all, bounds{low[i], high[i]})
	}
	return all
}

// Claims returns what the state claims about itself and about the tree.
func (s *State) Claims(out claim.Outside) []claim.Claim {
	c := &claimer{out: out, dir: path.Dir(s.File.Name), phase: s.Phase.N}
	if s.FrontErr != nil {
		unread := fmt.Errorf("the front matter cannot be read: %w", s.FrontErr)
		first := Value{claim.Present, s.File.LineSpan(1)}
		c.add(ClaimFront, "front matter", first, func(fs.FS) (string, error) { return "", unread })
	}
	n := s.recorded()
	hasCounts := min(n[allPhases], n[donePhases]) >= 0 || min(n[allPlans], n[donePlans]) >= 0
	if hasCounts {
		c.add(ClaimPercent, "percent computed from the counts", s.FrontPercent, func(fs.FS) (string, error) {
			return s.percentCounted(n)
		})
	}
	ask := func(key, name string, v Value, what func(*Tally) (string, error)) {
		c.add(key, name, v, func(tree fs.FS) (string, error) {
			t, err := s.Tally(tree)
			if err != nil {
				return "", err
			}
			return what(t)
		})
	}
	ask(ClaimPercent, "percent in the text", s.BodyPercent, s.percentOfBody)
	for i, number := range numbers {
		is := func(t *Tally) (string, error) { return s.numberOf(t, i) }
		if n[i] >= 0 {
			ask(number.claim, number.name, s.number(i), is)
		}
	}
	of, v := s.plansOfPhase()
	if of > 0 && s.Phase.N != "" {
		v.Text = strconv.Itoa(of)
		ask(ClaimPlans, "number of plans of phase "+s.Phase.N, v, s.ofPhase)
	}
	if name := target(s.Resume.Text); !spelling.IsNoneWord(name) && !strings.Contains(name, " ") {
		c.file(name, s.Resume.Span, now)
	}
	return c.all
}

func (s *State) numberOf(t *Tally, i int) (string, error) {
	n := s.recorded()
	is, by, err := t.actual(n, i)
	if err == nil && is.has(n[i]) {
		return s.number(i).Text, nil
	}
	_, names, _ := strings.Cut(by, ";")
	return strings.TrimRight(is.String()+";"+names, ";"), err
}

// corrected returns the correct counts, or -1 if unknown, and notes about wrong ones.
func (s *State) corrected(t *Tally) (now recorded, notes []string) {
	was := s.recorded()
	now = was
	for i, n := range was {
		is, by, err := t.actual(was, i)
		isMore := isOfDone(i) && is.least > now[numbers[i].total]
		switch key := numbers[i].key; {
		case n < 0 || err == nil && is.has(n):
		case err == nil && is.least == is.most && !isMore:
			now[i] = is.least
			notes = append(notes, fmt.Sprintf("%s is %d, counted in %s", key, now[i], by))
		default:
			now[i] = -1
			notes = append(notes, fmt.Sprintf("%s stays %d, because its correct value is not clear from the plans (it can be %s)", key, n, is))
		}
	}
	return now, notes
}

// percentCounted returns the percentage of the front matter if now are the correct counts.
func (s *State) percentCounted(now recorded) (string, error) {
	n, known := planfile.ParseCount(s.FrontPercent.Text)
	was, shares := s.recorded(), now.shares()
	way := slices.IndexFunc(was.shares(), func(share int) bool {
		return known && near(share, n)
	})
	for i := range was {
		if was[i] >= 0 && now[i] < 0 {
			return "", errors.New("the counts are not known")
		}
	}
	switch {
	case spelling.IsNoneWord(s.FrontPercent.Text), len(shares) == 0, way >= 0 && near(shares[way], n):
		return s.FrontPercent.Text, nil
	case way < 0 && s.FrontPercent.Text == s.BodyPercent.Text && s.explained():
		return "", fmt.Errorf("the counts give %d", shares[0])
	}
	return strconv.Itoa(shares[max(way, 0)]), nil
}

// percentOfBody returns the correct percentage of the body, or a range such as "50 to 100".
func (s *State) percentOfBody(t *Tally) (string, error) {
	all := s.bodyShares(t)
	n, ok := planfile.ParseCount(s.BodyPercent.Text)
	own := t.ways[0].number // of the milestone
	isNew := own[donePlans].most == 0 && (own[allPhases].most > 0 || t.ways[1].number[allPlans].most == 0)
	switch {
	case !ok || len(all) == 0:
		return "", errors.New("there are no plans to count")
	case n == 0 && (isNew || s.positionReport().is == shipped):
		return s.BodyPercent.Text, nil
	}
	sum := all[0]
	for _, share := range all {
		if near(n, share.least) || near(n, share.most) {
			return s.BodyPercent.Text, nil
		}
		sum = bounds{min(sum.least, share.least), max(sum.most, share.most)}
	}
	r := s.recorded()
	isOdd := slices.Max(r[:]) >= 0 && len(t.fitting(r)) == 0 // the counts match no way of counting
	if isOdd || sum.has(n) || s.explained() {
		return "", fmt.Errorf("%s, depending on what is counted", sum)
	}
	return sum.String(), nil
}

func (s *State) bodyShares(t *Tally) []bounds {
	phase := phaseCount{number: t.phase.number}
	phase.number[allPhases], phase.number[donePhases] = bounds{}, bounds{}
	all := phase.shares()
	for i := range t.ways {
		all = append(all, t.ways[i].shares()...)
	}
	var own []int
	if now, wrong := s.corrected(t); len(wrong) == 0 {
		own = now.shares()
	}
	if of, _ := s.plansOfPhase(); t.phase.number[allPlans].has(of) {
		at, _ := planfile.ParseCount(s.Plan.N)
		own = append(own, recorded{-1, -1, of, at}.shares()...)
	}
	for _, share := range own {
		all = append(all, bounds{share, share})
	}
	return all
}

// explained reports whether text follows the percentage of the body.
func (s *State) explained() bool {
	_, behind, _ := strings.Cut(s.File.Slice(s.BodyPercent.Span), "%")
	return strings.Trim(behind, " *_)[]`#=-█▓░") != ""
}

func (s *State) plansOfPhase() (int, Value) {
	if n, ok := leading(s.PlanTotal.Text); ok && s.Plan.Of == 0 {
		return n, s.PlanTotal
	}
	return s.Plan.Of, s.Plan.Value
}

// ofPhase returns the number of plans of the current phase. It fails without a folder, or if plans
// may be missing.
func (s *State) ofPhase(t *Tally) (string, error) {
	n, _ := s.plansOfPhase()
	is := t.phase.number[allPlans]
	switch {
	case !t.phase.here:
		phases := path.Join(path.Dir(s.File.Name), phasesDir)
		return "", fmt.Errorf("there is no folder of phase %s in %q", s.Phase.N, phases)
	case is.has(n):
		return strconv.Itoa(n), nil
	case n > is.most:
		return "", fmt.Errorf("%s so far", is)
	}
	return is.String(), nil
}
