package position

import (
	"slices"
	"strings"
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
	Open    []*Phase // of EndMilestone, those that are not done anyway
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
		newest = later(newest, s.at)
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
	at := p.State().positionSaid().phase
	isOfState := s.Path == p.State().File.Name && s.phase != ""
	if isOfState && at != "" && comparePhases(s.phase, at) < 0 {
		return s.weight / 2
	}
	return s.weight
}

// merge adds a to the answer that is equal and as old, or to all.
func merge(all []*Answer, a *Answer) []*Answer {
	for _, one := range all {
		isAsOld := one.stale == a.stale || len(one.By) == 0
		if !isAsOld || !one.agrees(a) {
			continue
		}
		one.stale = a.stale
		if a.Kind == NewMilestone || a.Kind == AskPerson {
			one.Kind = a.Kind
		}
		one.By = append(one.By, a.By...)
		one.weight += a.weight
		slices.SortStableFunc(one.By, func(a, b *Statement) int { return b.weight - a.weight })
		return all
	}
	return append(all, a)
}

// agrees reports whether two answers are equal, or both say that the milestone is at its end, or
// that a phase is to be looked at.
func (a *Answer) agrees(b *Answer) bool {
	isOfPhase := a.number() == b.number()
	isEqual := a.Kind == b.Kind && a.Plan == b.Plan && a.Missing == b.Missing && isOfPhase
	return isEqual || a.closes() && b.closes() || isOfPhase && a.looks() && b.looks()
}

// number is that of the phase that an answer is about; "" without one.
func (a *Answer) number() string {
	if a.Phase == nil {
		return ""
	}
	return a.Phase.Number
}

func (a *Answer) looks() bool {
	return a.Kind == VerifyPhase || a.Kind == AskPerson
}

// closes reports whether the milestone is at its end: that it was closed and that it is to be
// closed are near to each other.
func (a *Answer) closes() bool {
	return a.Kind == EndMilestone || a.Kind == NewMilestone
}

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
		case a.stale == b.stale:
			return b.weight - a.weight
		case a.stale:
			return 1
		}
		return -1
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

// newerThanState returns the path of the plan of an answer by the folders alone, or of the last
// summary that it comes behind, if that was added after the state, and the state is not ahead.
func (p *Project) newerThanState(a *Answer) string {
	_, last := p.ends()
	if len(p.States) == 0 || p.Committed == nil || p.Added == nil || last == nil {
		return ""
	}
	at := p.State().positionSaid().phase
	if at != "" && comparePhases(last.Number, at) < 0 {
		return ""
	}
	written := p.Committed(p.State().File.Name)
	for _, name := range p.evidence(a, last) {
		if p.Added(name).After(written) {
			return name
		}
	}
	return ""
}

// evidence are the paths of the plan of an answer, and of the summary of the last plan of a phase
// that is done.
func (p *Project) evidence(a *Answer, last *Phase) []string {
	var names []string
	if a.Plan != nil {
		names = append(names, a.Plan.File.Name)
	}
	for _, x := range slices.Backward(last.Plans) {
		if name := planfile.SummaryName(x.File.Name); p.Names[name] {
			return append(names, name)
		}
	}
	return names
}

// lookAround doubts an answer by which work continues if the work seems to be planned elsewhere.
func (p *Project) lookAround(a *Answer) {
	if a.Kind == Unknown || a.Kind == Moved {
		return
	}
	if len(a.By) == 0 && p.State().isProse() {
		a.Unsure, a.Mute = true, true
	}
	if a.closes() {
		p.lookForOther(a)
	} else if p.After != nil {
		p.lookAhead(a)
		p.lookElsewhere(a)
	}
}

// lookForOther doubts that a milestone is at its end if another is in progress, of which no phase
// is listed.
func (p *Project) lookForOther(a *Answer) {
	isListed := func(ph *Phase) bool { return ph.Listed }
	version := p.roadmap.started
	isOther := len(p.States) > 0 && version != p.State().milestone()
	if version != "" && isOther && !slices.ContainsFunc(p.Phases, isListed) {
		a.Unsure, a.Started = true, version
	}
}

// lookElsewhere doubts an answer if many commits came after the last change of the folder of
// plans, or some that changed documents of plans elsewhere.
func (p *Project) lookElsewhere(a *Answer) {
	const many, some = 40, 20
	commits, changed, _ := p.After(p.Dir)
	var documents []string
	for _, name := range changed {
		if isPlanning(name) && !strings.HasPrefix(name, p.Dir+"/") {
			documents = append(documents, name)
		}
	}
	if commits >= many || commits >= some && len(documents) > 0 {
		a.Unsure, a.Commits, a.Elsewhere = true, commits, documents
	}
}

// isProse reports whether a state has text, and says of the work nothing that is understood.
func (s *State) isProse() bool {
	const least = 5
	_, span, _ := planfile.ReadFrontMatter(s.File)
	lines := 0
	for _, line := range linesFrom(s.File, span.End) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines++
		}
	}
	return lines > least && len(s.statements()) == 0
}

// lookAhead doubts an answer if a few commits after the last change of the state name a later phase:
// "feat(phase-9): …", "fix(09-02): …". Source: GSD.
func (p *Project) lookAhead(a *Answer) {
	const few = 3
	if len(p.States) == 0 || a.Phase == nil {
		return
	}
	_, _, subjects := p.After(p.State().File.Name)
	ahead := map[string]int{}
	for _, subject := range subjects {
		ph := p.phase(scopeOf(subject))
		if ph == nil || ph.compare(a.Phase) <= 0 {
			continue
		}
		ahead[ph.Number]++
		isLast := a.Ahead == "" || comparePhases(ph.Number, a.Ahead) > 0
		if ahead[ph.Number] >= few && isLast {
			a.Unsure, a.Ahead = true, ph.Number
		}
	}
}

// scopeOf is the number of the phase that the first line of a message has in parentheses; "" if it
// has none.
func scopeOf(subject string) string {
	_, scope, _ := strings.Cut(subject, "(")
	scope, _, ok := strings.Cut(scope, ")")
	if !ok {
		return ""
	}
	scope = strings.TrimPrefix(strings.TrimPrefix(scope, "phase-"), "phase ")
	number, _, _ := strings.Cut(scope, "-")
	return phaseNumber(number)
}

// isPlanning reports whether a path is that of a document that may say what is to be done.
func isPlanning(name string) bool {
	const words = "plan|roadmap|handover|handoff|hand-off|next-session|next_session|backlog|tasks.md|todo|project-management|session"
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".md") && hasAny(name, words) && !hasAny(name, "archive|/done/|/completed/")
}
