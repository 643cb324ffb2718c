package position

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
)

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
