package ohrfc

import (
	"fmt"
	"slices"

	"mdck/mdcheckpoint/schema"
)

// round is the number of the round that a writes, 0 for a group without one.
func (a *Append) round(c *Checkpoint) (int, error) {
	if !a.Group.Repeats() {
		if a.Round != 0 {
			return 0, &RequestError{Reason: fmt.Sprintf("%q has no rounds", a.Group.Name()), Hint: "leave --round out"}
		}
		return 0, nil
	}
	newest, n := c.NewestRound(), a.Round
	switch {
	case n < 0:
		return 0, &RequestError{Reason: fmt.Sprintf("round is %d; expected 1 or more", n)}
	case n == 0:
		return a.usualRound(c, newest), nil
	case n == newest+1 || a.Force || c.Match.Group(a.Group.Key, n) != nil:
		return n, nil
	}
	return 0, &RequestError{
		Reason: fmt.Sprintf("round %d does not follow round %d, the newest", n, newest),
		Hint:   fmt.Sprintf("--round %d is next; --force takes any", newest+1),
	}
}

// usualRound is the round that is meant where none is named: the newest if it is
// added to or replaced, or holds nothing yet or exactly what is to be written,
// else the next.
func (a *Append) usualRound(c *Checkpoint, newest int) int {
	if newest > 0 && (a.Add || a.Replace || !c.Holds(a.Group.Key, newest) || a.held(c, newest, true)) {
		return newest
	}
	return newest + 1
}

// stays refuses a round that would go to the archive as soon as it is written.
func (a *Append) stays(c *Checkpoint, n int) error {
	if !a.Group.Repeats() {
		return nil
	}
	newer := slices.DeleteFunc(c.rounds(), func(m int) bool { return m <= n })
	if len(newer) < KeepRounds {
		return nil
	}
	return &RequestError{
		Reason: fmt.Sprintf("round %d is older than the newest %d, and older rounds are not kept", n, KeepRounds),
		Hint:   fmt.Sprintf("--round %d is next", c.NewestRound()+1),
	}
}

// held reports whether the group that is there holds what a would write: with
// Add its bullets, else these and no others in the subsections that a names, and
// if exact, none in others either. Their order counts only with Replace.
func (a *Append) held(c *Checkpoint, n int, exact bool) bool {
	there := c.Match.Group(a.Group.Key, n)
	if there == nil {
		return false
	}
	total, given := 0, 0
	for _, s := range there.Subsections {
		total += len(s.Items())
	}
	for _, f := range a.Fillings {
		bullets := c.Bullets(there.Subsection(f.Subsection.Title))
		if len(schema.NewBullets(f.Bullets, bullets)) > 0 || (!a.Add || a.Replace) && len(bullets) != len(f.Bullets) {
			return false
		}
		if a.Replace && !slices.EqualFunc(f.Bullets, bullets, func(b, is string) bool { return OneLine(b) == is }) {
			return false
		}
		given += len(f.Bullets)
	}
	return a.Add || given == total || !exact
}

// phase is what last_phase becomes: that at whose end the group is written. Single
// bullets and rounds before the newest leave it as it is.
func (a *Append) phase(c *Checkpoint, n int) Phase {
	if !a.whole(c, n) || n < c.NewestRound() && a.Group.Repeats() {
		return Phase{}
	}
	switch a.Group.Key {
	case DiscoverKey:
		return Phase{Name: PhaseDiscover}
	case DesignKey:
		return Phase{Name: PhaseDesign}
	case GateBKey:
		return Phase{Name: "gate_b_round", Round: n}
	case ReviewKey:
		return Phase{Name: PhaseReview}
	}
	return Phase{}
}
