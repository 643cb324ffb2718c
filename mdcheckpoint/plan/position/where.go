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

// Commits after the last change of the folder of plans from which on it may be left: many, or some
// that changed documents of plans elsewhere.
const (
	manyCommits = 40
	someCommits = 20
)

// newerThanState returns the path of the plan of an answer by the folders alone, or of the last
// summary that it comes behind, if that was added after the state, and the state is not ahead.
func (p *Project) newerThanState(a *Answer) string {
	state := p.State()
	_, last := p.ends()
	if state == nil || p.Committed == nil || p.Added == nil || last == nil {
		return ""
	}
	at := state.positionSaid().phase
	if at != "" && comparePhases(last.Number, at) < 0 {
		return ""
	}
	written := p.Committed(state.File.Name)
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

// lookAround doubts an answer by which work goes on if the work seems to be planned elsewhere.
func (p *Project) lookAround(a *Answer) {
	if a.Kind == Unknown || a.Kind == Moved {
		return
	}
	if state := p.State(); state != nil && len(a.By) == 0 && state.isProse() {
		a.Unsure, a.Mute = true, true
	}
	if v := p.roadmap.started; a.closes() && v != "" && p.State() != nil && v != p.State().milestone() && !slices.ContainsFunc(p.Phases, func(ph *Phase) bool { return ph.Listed }) {
		a.Unsure, a.Started = true, v
	}
	if p.After == nil || a.closes() {
		return
	}
	p.lookAhead(a)
	commits, changed, _ := p.After(p.Dir)
	var documents []string
	for _, name := range changed {
		if !strings.HasPrefix(name, p.Dir+"/") && isPlanning(name) {
			documents = append(documents, name)
		}
	}
	if commits >= manyCommits || commits >= someCommits && len(documents) > 0 {
		a.Unsure, a.Commits, a.Elsewhere = true, commits, documents
	}
}

// isProse reports whether a state has text, and says of the work nothing that is understood.
func (s *State) isProse() bool {
	if len(s.statements()) > 0 {
		return false
	}
	const least = 5
	_, span, _ := planfile.ReadFrontMatter(s.File)
	lines := 0
	for line := range strings.Lines(s.File.Text[span.End:]) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			lines++
		}
	}
	return lines > least
}

// fewCommits is how many commits that name a later phase make an answer doubtful.
const fewCommits = 3

// lookAhead doubts an answer if commits after the last change of the state name a later phase:
// "feat(phase-9): …", "fix(09-02): …". Source: GSD.
func (p *Project) lookAhead(a *Answer) {
	state := p.State()
	if state == nil || a.Phase == nil {
		return
	}
	_, _, subjects := p.After(state.File.Name)
	ahead := map[string]int{}
	for _, subject := range subjects {
		if ph := p.phase(scopeOf(subject)); ph != nil && a.Phase.compare(ph) < 0 {
			ahead[ph.Number]++
		}
	}
	for number, n := range ahead {
		if n >= fewCommits && (a.Ahead == "" || p.phase(a.Ahead).compare(p.phase(number)) < 0) {
			a.Unsure, a.Ahead = true, number
		}
	}
}

// scopeOf is the number of the phase that the first line of a message has in parentheses; "" if it
// has none.
func scopeOf(subject string) string {
	_, scope, _ := strings.Cut(subject, "(")
	scope, _, ok := strings.Cut(scope, ")")
	number, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(scope, "phase-"), "phase "), "-")
	if !ok {
		return ""
	}
	return phaseNumber(number)
}

// isPlanning reports whether a path is that of a document that may say what is to be done.
func isPlanning(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".md") && !containsAny(name, []string{"archive", "/done/", "/completed/"}) && containsAny(name, []string{"plan", "roadmap", "handover", "handoff", "hand-off", "next-session", "next_session", "backlog", "tasks.md", "todo", "project-management", "session"})
}
