package position

import (
	"slices"
	"time"

	"mdck/mdcheckpoint/plan/planfile"
)

// A Kind is what is to be done next.
type Kind string

const (
	Execute      Kind = "execute"            // a plan
	PlanPhase    Kind = "plan"               // a phase, which has no plans
	VerifyPhase  Kind = "verify"             // a phase whose plans are done
	CloseGaps    Kind = "close gaps"         // of a phase that was verified, which has no plan for it
	AskPerson    Kind = "person"             // a person acts
	EndMilestone Kind = "complete milestone" // all its phases are done
	NewMilestone Kind = "new milestone"      // the last one was closed
	Moved        Kind = "moved"              // the work is planned elsewhere
	Unknown      Kind = "unknown"            // nothing says
)

// An Answer is what is to be done next.
type Answer struct {
	Kind  Kind
	Phase *Phase         // nil if it is about none
	Plan  *planfile.Plan // of Execute; a head
	// Missing is the plan of Execute that is not here, as nobody commits the folders of phases.
	Missing planfile.ID
	Open    []*Phase // of EndMilestone, those that are not done all the same
	Newer   string   // path of a file by which it is known that was committed after the state; "" without

	By      []*Statement // what it follows, the best first; none if only the folders and the roadmap say it
	Against []*Answer    // what other places say, where that is something else, the best first
	Unsure  bool         // the first of Against weighs enough to doubt it
	// Commits are how many came after the last change of the folder of plans, and Elsewhere the
	// documents of plans beside it that they changed, if both say that the folder may be left.
	Commits   int
	Elsewhere []string
	Started   string // version of another milestone, which the roadmap says is in progress
	Mute      bool   // the state says nothing that is understood
	Ahead     string // number of the last phase that commits after the state name, if it is a later one

	weight int
	stale  bool // what it follows is older than what the others do
}

// Next says what is to be done next: by each statement what follows from it, given what the
// folders and the roadmap say is done. The newest statements decide, and among them the weight.
func (p *Project) Next() *Answer {
	if p.next == nil {
		p.next = p.findNext()
	}
	return p.next
}

func (p *Project) findNext() *Answer {
	folders := p.fromFolders()
	if folders.Newer = p.newerThanState(folders); folders.Newer != "" {
		folders.weight = weighsNewer
	}
	answers := []*Answer{folders}
	all := p.statements()
	newest := time.Time{}
	for _, s := range all {
		if s.at.After(newest) {
			newest = s.at
		}
	}
	for _, s := range all {
		if a := p.follow(s); a != nil {
			a.By, a.weight = []*Statement{s}, p.weightOf(s)
			a.stale = !s.at.IsZero() && !sameDay(s.at, newest)
			answers = merge(answers, a)
		}
	}
	best := pick(answers)
	p.lookAround(best)
	return best
}

// weightOf is the weight of a statement: half of that of its place if it is about a phase that the
// position of the state is past.
func (p *Project) weightOf(s *Statement) int {
	state := p.State()
	if state == nil || s.Path != state.File.Name || s.phase == "" {
		return s.weight
	}
	at := state.positionSaid().phase
	if at != "" && comparePhases(s.phase, at) < 0 {
		return s.weight / 2
	}
	return s.weight
}

// merge adds a to the answer that is equal and as old, or to all.
func merge(all []*Answer, a *Answer) []*Answer {
	for _, one := range all {
		if one.agrees(a) && (one.stale == a.stale || len(one.By) == 0) {
			one.stale = a.stale
			if a.Kind == NewMilestone || a.Kind == AskPerson {
				one.Kind = a.Kind
			}
			one.By = append(one.By, a.By...)
			one.weight += a.weight
			slices.SortStableFunc(one.By, func(a, b *Statement) int { return b.weight - a.weight })
			return all
		}
	}
	return append(all, a)
}

// agrees reports whether two answers are equal, or both say that the milestone is at its end, or
// that a phase is to be looked at.
func (a *Answer) agrees(b *Answer) bool {
	return a.equals(b) || a.closes() && b.closes() || a.looks() && b.looks() && a.Phase.Number == b.Phase.Number
}

// looks reports whether somebody looks at what is done.
func (a *Answer) looks() bool { return a.Kind == VerifyPhase || a.Kind == AskPerson }

func (a *Answer) equals(b *Answer) bool {
	return a.Kind == b.Kind && a.Plan == b.Plan && a.Missing == b.Missing && (a.Phase == b.Phase || a.Phase != nil && b.Phase != nil && a.Phase.Number == b.Phase.Number)
}

// closes reports whether the milestone is at its end: that it was closed and that it is to be
// closed are near to each other.
func (a *Answer) closes() bool { return a.Kind == EndMilestone || a.Kind == NewMilestone }

// rival is the weight of another answer that makes this one unsure: half of its own or, where a
// file says in so many words what comes next, a little less.
func (a *Answer) rival() int {
	if slices.ContainsFunc(a.By, func(s *Statement) bool { return s.weight == weighsNext }) {
		return a.weight - 1
	}
	return (a.weight + 1) / 2
}

// pick returns the best answer, with the others against it.
func pick(all []*Answer) *Answer {
	slices.SortStableFunc(all, func(a, b *Answer) int {
		switch {
		case a.stale != b.stale && b.stale:
			return -1
		case a.stale != b.stale:
			return 1
		}
		return b.weight - a.weight
	})
	best := all[0]
	for _, other := range all[1:] {
		if len(other.By) > 0 && other.weight > weighsFocus && !other.agrees(best) {
			best.Against = append(best.Against, other)
		}
	}
	if len(best.Against) > 0 {
		first := best.Against[0]
		best.Unsure = !first.stale && first.weight >= best.rival()
	}
	return best
}
