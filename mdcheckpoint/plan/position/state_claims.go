package position

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
)

// Claims are what the state says of itself and of the tree, whose plans are in the folder of
// phases beside it.
func (s *State) Claims(out claim.Outside) []claim.Claim {
	c := &claimer{out: out}
	if s.FrontErr != nil {
		c.add(ClaimFront, "front matter", claim.Present, s.File.LineSpan(1), func(fs.FS) (string, error) { return "", fmt.Errorf("it cannot be read: %w", s.FrontErr) })
	}
	if n := s.recorded(); n[allPhases] >= 0 && n[donePhases] >= 0 || n[allPlans] >= 0 && n[donePlans] >= 0 {
		c.add(ClaimPercent, "percent by its counts", s.Share.Text, s.Share.Span, func(fs.FS) (string, error) { return s.percentCounted(s.recorded()) })
	}
	c.add(ClaimPercent, "percent of the body", s.Percent.Text, s.Percent.Span, s.ask(s.percentOfBody))
	for i, number := range numbers {
		v := s.front("progress", number.key)
		if n, ok := planfile.ParseCount(v.Text); ok {
			c.add(number.claim, number.name, v.Text, v.Span, s.ask(func(t *Tally) (string, error) { return s.numberOf(t, i, n) }))
		}
	}
	if of, v := s.plansOfPhase(); of > 0 && s.Phase.N != "" {
		c.add(ClaimPlans, "plans of phase "+s.Phase.N, strconv.Itoa(of), v.Span, s.ask(func(t *Tally) (string, error) { return s.ofPhase(t, of) }))
	}
	c.completed(s)
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

// now returns what recorded numbers are by the plans, -1 of one that is not known, and notes about
// those that are wrong, and that are unknown. No more is done than there is.
func (t *Tally) now(r recorded) (now recorded, wrong, unknown []string) {
	now = r
	for i, n := range r {
		is, by, err := t.actual(r, i)
		switch key := numbers[i].key; {
		case n < 0 || err == nil && is.has(n):
			continue
		case err == nil && is.least == is.most && !(i == donePlans && is.least > now[allPlans] || i == donePhases && is.least > now[allPhases]):
			now[i] = is.least
			wrong = append(wrong, fmt.Sprintf("%s is %d by %s", key, now[i], by))
		default:
			now[i] = -1
			unknown = append(unknown, fmt.Sprintf("%s is left: %d is recorded, by %s it is %s", key, n, by, is))
		}
	}
	return now, wrong, unknown
}

// Unknown returns notes about recorded numbers that the plans neither confirm nor explain.
func (s *State) Unknown(t *Tally) []string {
	if t == nil {
		return nil
	}
	_, _, unknown := t.now(s.recorded())
	return unknown
}

// counted returns what the plans say of fields, as far as all that is there agrees on it, and notes
// about recorded numbers that are not right.
func (s *State) counted(t *Tally) (says func(*field) string, notes []string) {
	if t == nil {
		return func(*field) string { return "" }, nil
	}
	now, wrong, unknown := t.now(s.recorded())
	front, body, plans := "", "", ""
	if is, err := s.percentCounted(now); err == nil {
		front = is
	}
	if is, err := s.percentOfBody(t); s.Percent.Text == s.Share.Text || err == nil && is != s.Percent.Text && s.Share.Text != "" {
		body = front
	} else if err == nil {
		body = whole(is)
	}
	if n, _ := s.plansOfPhase(); n > 0 {
		is, _ := s.ofPhase(t, n)
		plans = whole(is)
	}
	return func(f *field) string {
		switch {
		case f.name == plansOfPhase:
			return plans
		case f.name == percentName && f.side == Front:
			return front
		case f.name == percentName:
			return body
		}
		for i, n := range now {
			if f.name == numbers[i].key && n >= 0 {
				return strconv.Itoa(n)
			}
		}
		return ""
	}, append(wrong, unknown...)
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
// counting, or what is right of the numbers of the state. Another is known to be wrong only if it
// is less or more than by all of them, and no words beside it say what it counts.
func (s *State) percentOfBody(t *Tally) (string, error) {
	n, ok := planfile.ParseCount(s.Percent.Text)
	plans := phaseCount{number: [len(numbers)]bounds{allPlans: t.phase.number[allPlans], donePlans: t.phase.number[donePlans]}}
	all, was := percents(append(t.ways[:], plans)...), s.recorded()
	var shares []int
	if _, wrong, unknown := t.now(was); len(wrong)+len(unknown) == 0 {
		shares = was.shares()
	}
	if of, _ := s.plansOfPhase(); of > 0 && t.phase.number[allPlans].has(of) {
		at, _ := planfile.ParseCount(s.Plan.N)
		shares = append(shares, recorded{-1, -1, of, at}.shares()...)
	}
	for _, share := range shares {
		all = append(all, bounds{share, share})
	}
	if !ok || len(all) == 0 {
		return "", errors.New("there are no plans to count")
	}
	if n == 0 && !slices.ContainsFunc(t.ways[:len(ways)-1], func(p phaseCount) bool { return p.number[allPlans].most > 0 }) {
		return s.Percent.Text, nil
	}
	sum := all[0]
	for _, share := range all {
		if near(n, share.least) || near(n, share.most) {
			return s.Percent.Text, nil
		}
		sum = sum.around(share)
	}
	if sum.has(n) || s.explained() || was != (recorded{-1, -1, -1, -1}) && len(t.fitting(was)) == 0 {
		return "", fmt.Errorf("%s by the ways of counting", sum)
	}
	return sum.String(), nil
}

// explained reports whether words behind the percent of the body say what it counts.
func (s *State) explained() bool {
	_, behind, _ := strings.Cut(s.File.Slice(s.Percent.Span), "%")
	return strings.Trim(behind, " *_)[]`#=-█▓░") != ""
}

// numberOf is what a number of the front matter is by the plans.
func (s *State) numberOf(t *Tally, i, n int) (string, error) {
	is, by, err := t.actual(s.recorded(), i)
	switch _, names, ok := strings.Cut(by, "; "); {
	case err != nil:
		return "", err
	case is.has(n):
		return s.front("progress", numbers[i].key).Text, nil
	case ok:
		return is.String() + "; " + names, nil
	}
	return is.String(), nil
}

// plansOfPhase is how many plans the body says that the phase at hand has, and where.
func (s *State) plansOfPhase() (int, Value) {
	if n, _, ok := leading(s.PlanTotal.Text); ok && s.Plan.Of == 0 {
		return n, s.PlanTotal
	}
	return s.Plan.Of, s.Plan.Value
}

// isPlanOfPhase reports whether the line about the plan is below that of the phase, and so about
// it: a state may have several of each.
func (s *State) isPlanOfPhase() bool {
	const most = 6 // lines, one for each field. Source: GSD
	_, v := s.plansOfPhase()
	between := s.File.Line(v.Span.Start) - s.File.Line(s.Phase.Span.Start)
	return between > 0 && between <= most
}

// ofPhase is how many plans the phase at hand has. Not all need to be written yet.
func (s *State) ofPhase(t *Tally, n int) (string, error) {
	switch {
	case !t.phase.here:
		return "", fmt.Errorf("no folder of phase %s in %q", s.Phase.N, path.Join(path.Dir(s.File.Name), phasesDir))
	case t.phase.number[allPlans].has(n):
		return strconv.Itoa(n), nil
	case !s.isPlanOfPhase() || n > t.phase.number[allPlans].most:
		return "", fmt.Errorf("%s so far", t.phase.number[allPlans])
	}
	return t.phase.number[allPlans].String(), nil
}

// completed claims that the plan is done that a state says was completed: "Completed 03-04: the
// page", but not of one of its tasks.
func (c *claimer) completed(s *State) {
	words := strings.Fields(s.Stopped.Text)
	if len(words) < 2 || !strings.EqualFold(words[0], "completed") || strings.Contains(strings.ToLower(s.Stopped.Text), "task") {
		return
	}
	phase, number := idOf("", strings.TrimSuffix(strings.Trim(words[1], "`*:,.;"), "-PLAN.md"))
	if phase == "" {
		return
	}
	c.add(ClaimDone, "plan "+phase+"-"+number, isDone, s.Stopped.Span, s.ask(func(t *Tally) (string, error) {
		switch done, known := t.done[phase+"-"+number]; {
		case !known:
			return "", errors.New("there is no such plan")
		case done:
			return isDone, nil
		}
		return isOpen, nil
	}))
}

// What a claim that a plan is done records, and finds.
const (
	isDone = "is done"
	isOpen = "is not done"
)
