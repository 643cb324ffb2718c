package position

import (
	"fmt"
	"math"
	"strconv"

	"mdck/mdcheckpoint/plan/planfile"
)

// A frontCount is a number of the front matter that plans can tell.
type frontCount struct {
	key         string
	claim, name string
	actual      int // what it should be
	said        func(s *State, t *Tally, recorded int) (int, error)
}

// counts are those of the front matter. Phases that have no folder yet count, too, as far
// as it knows of them. t may be nil.
func (s *State) counts(t *Tally) []frontCount {
	if t == nil {
		t = &Tally{}
	}
	return []frontCount{
		{"total_phases", ClaimPhases, "phases", max(t.Phases, s.totalPhases()), (*State).phasesSaid},
		{"completed_phases", ClaimPhases, "phases that are done", t.DonePhases, (*State).donePhasesSaid},
		{"total_plans", ClaimPlans, "plans", t.Plans, func(_ *State, t *Tally, _ int) (int, error) { return t.Plans, nil }},
		{"completed_plans", ClaimDone, "plans that are done", t.Done, func(_ *State, t *Tally, _ int) (int, error) { return t.Done, nil }},
	}
}

// phasesSaid is how many phases there are. Not all may have a folder yet: of more than
// have one nothing can be said but by the roadmap. Source: GSD, which makes a folder once a
// phase is planned.
func (s *State) phasesSaid(t *Tally, n int) (int, error) {
	switch {
	case n == t.Phases, n == t.Listed && n > t.Phases:
		return n, nil
	case n > t.Phases && t.Listed > 0:
		return 0, fmt.Errorf("%d of them have a folder so far, and the roadmap lists %d", t.Phases, t.Listed)
	case n > t.Phases:
		return 0, fmt.Errorf("%d of them have a folder so far", t.Phases)
	}
	return t.Phases, nil
}

// donePhasesSaid is how many phases are done: at most those whose plans are, and those
// without plans that the roadmap ticks or, where it lists none, that may have been put away.
func (s *State) donePhasesSaid(t *Tally, n int) (int, error) {
	most := t.DonePhases + t.Ticked
	if t.Listed == 0 {
		most = max(t.DonePhases, s.totalPhases()-t.Open)
	}
	if n != t.DonePhases && n <= most {
		return 0, fmt.Errorf("%d of them have plans that are all done", t.DonePhases)
	}
	return t.DonePhases, nil
}

// percentFact is what the sides say of the percent. What older tools count, by the plans
// alone, is left where that and the phases say different things.
func (s *State) percentFact(t *Tally) Fact {
	f := Fact{Name: "percent", Span: s.Share.Span, Values: map[Side]string{Front: whole(s.Share.Text), Body: s.Percent.Text},
		set: setters{Front: setFront("progress", "percent"), Body: setPercent}}
	if v := s.Share; !isBlank(v.Text) && f.Values[Front] == "" {
		f.Odd, f.Want = map[Side]Value{Front: v}, "a whole number"
	}
	if s.Percent.Text != "" {
		f.Span = s.Percent.Span
	}
	if t == nil || t.Plans == 0 {
		return f
	}
	share, most := s.percentOf(t)
	if said := strconv.Itoa(most); s.hasPhases() || said != f.Values[Body] && said != f.Values[Front] {
		f.Values[Plans] = strconv.Itoa(share)
	}
	return f
}

// percentOf is how many percent are done by the plans that are there, or by the phases
// where these are fewer, and what the larger of both shares is. Source: GSD.
func (s *State) percentOf(t *Tally) (share, most int) {
	share = 100 // of nothing all is done
	for _, of := range [...]struct{ done, total int }{
		{t.Done, t.Plans}, {t.DonePhases, max(t.Phases, t.Listed, s.totalPhases(), s.Phase.Of)},
	} {
		if of.total > 0 {
			percent := int(math.Round(100 * float64(of.done) / float64(of.total)))
			share, most = min(share, percent), max(most, percent)
		}
	}
	return share, most
}

// whole is a text that is a whole number, and "" of another.
func whole(text string) string {
	if _, ok := planfile.ParseCount(text); ok {
		return text
	}
	return ""
}
