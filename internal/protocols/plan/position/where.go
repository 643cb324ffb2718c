package position

import (
	"slices"
	"sort"
	"strings"
	"time"

	"mdck/mdcheckpoint/plan/planfile"
)

// A Kind is the kind of the next action.
type Kind string

const (
	Execute      Kind = "execute"
	PlanPhase    Kind = "plan"
	VerifyPhase  Kind = "verify"     // the plans of the phase are done
	CloseGaps    Kind = "close gaps" // plan fixes for a phase that failed verification
	AskPerson    Kind = "person"
	EndMilestone Kind = "complete milestone"
	NewMilestone Kind = "new milestone" // the last milestone was closed
	Moved        Kind = "moved"
	Unknown      Kind = "unknown" // no file implies an action
)

// An Answer is the next action with its reasons.
type Answer struct {
	Kind  Kind
	Phase *Phase
	Plan  *planfile.Plan // plan to execute; a head only
	// Missing is the plan to execute if its file is missing; else zero.
	Missing planfile.ID
	Open    []*Phase // open phases, for EndMilestone
	Newer   string   // path of a file that supports the answer and is newer than the state, or ""

	By      []*Statement // statements that imply the answer, best first
	Against []*Answer    // different answers of other statements, best first
	Unsure  bool         // another answer may be right
	// Commits and Elsewhere are set if the folder of plans may be abandoned: the number of commits
	// since it changed, and the planning documents that they changed.
	Commits     int
	Elsewhere   []string
	NoStatement bool   // mdck understands no statement of the state
	Ahead       string // newer commits name this later phase; "" if none do

	weight int
	stale  bool // another statement is newer
}

// Next returns the next action. The newest statements decide. Among them, the highest weight wins.
func (p *Project) Next() *Answer {
	if p.next == nil {
		p.next = p.findNext()
	}
	return p.next
}

func (p *Project) findNext() *Answer {
	p.reorder()
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
		if a := p.impliedAnswer(s); a != nil {
			a.By, a.weight = []*Statement{s}, p.weightOf(s, a)
			a.stale = !s.at.IsZero() && !sameDay(s.at, newest)
			answers = merge(answers, a)
		}
	}
	best := pick(answers)
	if best.Kind == EndMilestone && len(best.Open) > 0 {
		first := p.inPhase(best.Open[0])
		best.Against, best.Unsure = append([]*Answer{first}, best.Against...), true
	}
	p.checkOtherWork(best)
	return best
}

// reorder makes the plan that the state names as the next one, as in "Plan: 2 of 5 complete (next:
// 04-01)" or "Next: Phase 4 Plan 01", the first open plan of its phase.
func (p *Project) reorder() {
	text := p.State().Plan.Text
	next := parseReport(text)
	if next.is != current || !isMarkedDone(strings.ReplaceAll(strings.ToLower(text), "next", "")) {
		next = p.State().nextReport()
	}
	ph := p.phase(next.phase)
	if ph == nil || next.is != current {
		return
	}
	if x := ph.plan(next.plan); x != nil && !p.Done(x) {
		ph.open = x
	}
}

// weightOf returns the weight of s, which implies a: the weight of its place, or
//   - half of it, if s is about a phase before the position of the state
//   - weighsReady, if a session stopped in a phase with a folder but without a finished plan: it
//     prepared this phase. The phase of the position must be over or unknown.
func (p *Project) weightOf(s *Statement, a *Answer) int {
	at := p.State().positionReport().phase
	isOfState := s.Path == p.State().File.Name && s.phase != ""
	if isOfState && at != "" && comparePhases(s.phase, at) < 0 {
		return s.weight / 2
	}
	isNew := a.Kind == PlanPhase || a.Kind == Execute && !a.Phase.begun
	isPrepared := s.weight == weighsStop && isNew && a.Phase.Dir != "" && a.Phase.Number == s.phase
	if ph := p.phase(at); isPrepared && (ph == nil || ph.over) {
		return weighsReady
	}
	return s.weight
}

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
		sort.SliceStable(one.By, func(i, j int) bool { return one.By[i].weight > one.By[j].weight })
		return all
	}
	return append(all, a)
}

func (a *Answer) agrees(b *Answer) bool {
	isOfPhase := a.number() == b.number()
	isEqual := a.Kind == b.Kind && a.Plan == b.Plan && a.Missing == b.Missing && isOfPhase
	return isEqual || a.closes() && b.closes() || isOfPhase && a.isReview() && b.isReview()
}

func (a *Answer) number() string {
	if a.Phase == nil {
		return ""
	}
	return a.Phase.Number
}

func (a *Answer) isReview() bool {
	return a.Kind == VerifyPhase || a.Kind == AskPerson
}

func (a *Answer) closes() bool {
	return a.Kind == EndMilestone || a.Kind == NewMilestone
}

// rivalWeight returns the weight at which another answer makes a unsure.
func (a *Answer) rivalWeight() int {
	if slices.ContainsFunc(a.By, func(s *Statement) bool { return s.weight == weighsNext }) {
		return a.weight - 1
	}
	return (a.weight + 1) / 2
}

func pick(all []*Answer) *Answer {
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if a.stale != b.stale {
			return b.stale
		}
		return a.weight > b.weight
	})
	best := all[0]
	for _, other := range all[1:] {
		if len(other.By) > 0 && other.weight > weighsFocus && !other.agrees(best) {
			best.Against = append(best.Against, other)
		}
	}
	if len(best.Against) > 0 {
		first := best.Against[0]
		best.Unsure = !first.stale && first.weight >= best.rivalWeight()
	}
	return best
}

func (p *Project) newerThanState(a *Answer) string {
	_, last := p.ends()
	if len(p.States) == 0 || p.git.Added == nil || last == nil {
		return ""
	}
	written, at := p.git.Committed(p.State().File.Name), p.State().positionReport().phase
	if a.Kind == AskPerson && p.git.Committed(a.Phase.resultFile).After(written) {
		return a.Phase.resultFile
	}
	for _, name := range p.evidence(a, last, at) {
		if p.git.Added(name).After(written) {
			return name
		}
	}
	return ""
}

// evidence returns files that support a if they are newer than the state. If last comes before at,
// the phase of the state, its summaries do not count: it may be an inserted phase.
func (p *Project) evidence(a *Answer, last *Phase, at string) []string {
	var names []string
	if a.Plan != nil {
		names = append(names, a.Plan.File.Name)
	}
	if at != "" && comparePhases(last.Number, at) < 0 {
		return names
	}
	for _, x := range slices.Backward(last.Plans) {
		if name := planfile.SummaryName(x.File.Name); p.Names[name] {
			return append(names, name)
		}
	}
	return names
}

func (p *Project) checkOtherWork(a *Answer) {
	if a.Kind == Unknown || a.Kind == Moved {
		return
	}
	if len(a.By) == 0 && p.State().isProse() {
		a.Unsure, a.NoStatement = true, true
	}
	if p.git.After != nil && !a.closes() {
		p.checkLaterPhases(a)
		p.checkOtherDocuments(a)
	}
}

// checkOtherDocuments sets Unsure if, since the folder of plans changed, there were many commits,
// or some that changed other planning documents.
func (p *Project) checkOtherDocuments(a *Answer) {
	const many, some = 40, 20
	commits := len(p.git.After(p.Dir))
	if commits < some {
		return
	}
	var documents []string
	for _, name := range p.git.ChangedSince(p.Dir) {
		if isPlanning(name) && !strings.HasPrefix(name, p.Dir+"/") {
			documents = append(documents, name)
		}
	}
	if commits >= many || len(documents) > 0 {
		a.Unsure, a.Commits, a.Elsewhere = true, commits, documents
	}
}

// isProse reports whether s has text, but no statement that mdck understands.
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

// checkLaterPhases sets Unsure if several commits name the same later phase. Source: GSD.
func (p *Project) checkLaterPhases(a *Answer) {
	const few = 3
	if len(p.States) == 0 || a.Phase == nil {
		return
	}
	ahead := map[string]int{}
	for _, subject := range p.git.After(p.State().File.Name) {
		ph := p.phase(scopeOf(subject))
		isOfPlanning := strings.HasPrefix(subject, "docs(") && !strings.Contains(subject, "complete")
		if ph == nil || ph.compare(a.Phase) <= 0 || isOfPlanning {
			continue
		}
		ahead[ph.Number]++
		isLast := a.Ahead == "" || comparePhases(ph.Number, a.Ahead) > 0
		if ahead[ph.Number] >= few && isLast {
			a.Unsure, a.Ahead = true, ph.Number
		}
	}
}

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

func isPlanning(name string) bool {
	const words = "plan|roadmap|handover|handoff|hand-off|next-session|next_session|backlog|tasks.md|todo|project-management|session"
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".md") && hasAny(name, words) && !hasAny(name, "archive|/done/|/completed/")
}
