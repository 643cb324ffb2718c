package position

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
)

// Claims are what the state says of itself and of the tree, whose plans lie in the
// folder phases beside it.
func (s *State) Claims(out claim.Outside) []claim.Claim {
	c := &claimer{out: out}
	if s.FrontErr != nil {
		c.add(ClaimFront, "front matter", claim.Present, s.File.LineSpan(1), func(fs.FS) (string, error) { return "", fmt.Errorf("it cannot be read: %w", s.FrontErr) })
	}
	if percent, ok := s.computed(); ok && !isBlank(s.Share.Text) {
		c.add(ClaimPercent, "percent by its counts", s.Share.Text, s.Share.Span, func(fs.FS) (string, error) { return strconv.Itoa(percent), nil })
	}
	c.add(ClaimPercent, "percent of the body", s.Percent.Text, s.Percent.Span, s.actual(s.Percent.Text, (*State).percentSaid))
	for _, k := range s.counts(nil) {
		v := s.front("progress", k.key)
		if n, ok := planfile.ParseCount(v.Text); ok {
			c.add(k.claim, k.name, v.Text, v.Span, s.actual(v.Text, func(s *State, t *Tally, _ int) (int, error) { return k.said(s, t, n) }))
		}
	}
	if of, v := s.plansOfPhase(); of > 0 && s.Phase.N != "" {
		c.add(ClaimPlans, "plans of phase "+s.Phase.N, strconv.Itoa(of), v.Span, s.actual(strconv.Itoa(of), (*State).ofPhase))
	}
	c.completed(s.Stopped, path.Dir(s.File.Name))
	c.resume(s.Resume, path.Dir(s.File.Name), s.Phase.N)
	return c.all
}

// actual makes of what the plans say of a number a claim's way to find out.
func (s *State) actual(recorded string, said func(*State, *Tally, int) (int, error)) func(fs.FS) (string, error) {
	n, _ := planfile.ParseCount(recorded)
	return func(tree fs.FS) (string, error) {
		t, err := s.Tally(tree)
		if err != nil {
			return "", err
		}
		actual, err := said(s, &t, n)
		return strconv.Itoa(actual), err
	}
}

// plansOfPhase is how many plans the body says that the phase at hand has, and where.
func (s *State) plansOfPhase() (int, Value) {
	if n, _, ok := leading(s.PlanTotal.Text); ok && s.Plan.Of == 0 {
		return n, s.PlanTotal
	}
	return s.Plan.Of, s.Plan.Value
}

func (s *State) ofPhase(t *Tally, _ int) (int, error) {
	if !t.HasPhase {
		return 0, fmt.Errorf("no folder of phase %s in %q", s.Phase.N, path.Join(path.Dir(s.File.Name), "phases"))
	}
	return t.OfPhase, nil
}

// percentSaid is how many percent are done by the plans. What counts plans that are not
// made yet, or not the phases that have none, can be neither held nor denied.
func (s *State) percentSaid(t *Tally, n int) (int, error) {
	share, most := s.percentOf(t)
	switch {
	case n == share || n > 100:
		return share, nil
	case t.Plans == 0:
		return 0, errors.New("there are no plans to count")
	case n <= most:
		return 0, fmt.Errorf("the plans that are there say %d, the phases %d", most, share)
	}
	return share, nil
}

// completed claims that the plan is done that a value says was completed: "Completed 03-04:
// the page", but not of one of its tasks.
func (c *claimer) completed(v Value, dir string) {
	words := strings.Fields(v.Text)
	if len(words) < 2 || !strings.EqualFold(words[0], "completed") || strings.Contains(strings.ToLower(v.Text), "task") {
		return
	}
	phase, number := idOf("", strings.TrimSuffix(strings.Trim(words[1], "`*:,.;"), "-PLAN.md"))
	if phase == "" {
		return
	}
	c.add(ClaimDone, "plan "+phase+"-"+number, isDone, v.Span, func(tree fs.FS) (string, error) {
		folder, err := planfile.ReadHeads(tree, path.Join(dir, "phases"))
		if err != nil {
			return "", err
		}
		found := false
		for _, p := range folder.Plans {
			if p.ID() == (planfile.ID{Phase: phase, Plan: number}) || strings.HasPrefix(path.Base(p.File.Name), phase+"-"+number+"-") {
				if found = true; folder.Done(p) {
					return isDone, nil
				}
			}
		}
		if !found {
			return "", errors.New("there is no such plan")
		}
		return isOpen, nil
	})
}

// What a claim that a plan is done records, and finds.
const (
	isDone = "is done"
	isOpen = "is not done"
)
