package position

import (
	"cmp"
	"slices"

	"mdck/mdcheckpoint/plan/planfile"
)

// A Progress is the progress of the work, with the next action.
type Progress struct {
	*Answer
	Plan  *planfile.Plan // read completely, or nil
	From  string         // path of the file that names the plan; "" if no file does
	Phase string         // such as "03"
	Task  int            // task to continue with; above the highest number if none is left, 0 if unknown
	Begun bool
	// Gate is the first open gate at or after Task, or nil. Reached: everything before Gate is
	// done. Problem is the last answer to Gate if it reports a problem, or nil.
	Gate    *planfile.Gate
	Reached bool
	Problem *planfile.Answer
	Earlier []*planfile.Plan // heads of current plans that come before Plan and are not done
	// Stale has the paths of session files with finished work, or older than the state.
	Stale []string
}

// A Hold is the waypoint that the next session starts from.
type Hold struct {
	Path string
	Plan string
	Task int // task to continue with; 0 if not recorded
}

// Finished reports whether only the summary of the plan is missing.
func (s *Progress) Finished() bool {
	return s.Plan != nil && len(s.Plan.Tasks) > 0 && s.Task > len(s.Plan.Tasks)
}

// Progress returns the progress of the plan at the path named. "" chooses a plan.
func (p *Project) Progress(named string) *Progress {
	s := &Progress{Answer: p.Next(), Stale: p.stale()}
	if s.Plan = p.PlanAt(named); named == "" {
		s.selectPlan(p)
	}
	if s.Plan != s.Answer.Plan || named != "" && s.Plan == nil {
		s.Answer = &Answer{Kind: Execute, Plan: s.Plan}
	}
	if s.Plan != nil && s.Answer.Phase == nil && named == "" {
		s.Answer.Phase = p.phase(s.Plan.ID().Phase)
	}
	if s.Plan != nil || named != "" {
		s.before(p)
	}
	s.phase(p)
	if s.Plan != nil {
		p.complete(s.Plan)
		s.gate(p, s.task(p))
	}
	return s
}

// PlanAt returns the plan at a path, or nil.
func (p *Project) PlanAt(name string) *planfile.Plan {
	for _, x := range p.Plans {
		if x.File.Name == name {
			return x
		}
	}
	return nil
}

func (s *Progress) selectPlan(p *Project) {
	name, last := p.Answers.Last()
	hold, recorded := p.PlanAt(p.Hold.Plan), p.PlanAt(name)
	hasStatement := len(s.By) > 0
	switch isOlder := hasStatement && s.By[0].at.After(last); {
	case hold != nil && !p.Done(hold):
		s.Plan, s.From = hold, p.Hold.Path
	case recorded != nil && !p.Done(recorded) && !isOlder:
		s.Plan, s.From = recorded, p.Answers.Source()
	default:
		s.Plan = s.Answer.Plan
		if s.Plan != nil && hasStatement && s.By[0].weight >= weighsSessionFile {
			s.From = s.By[0].Path
		}
	}
}

// before sets Earlier, without the plans of phases that are over.
func (s *Progress) before(p *Project) {
	sequence := p.Order.All()
	if s.Plan != nil && !slices.Contains(sequence, s.Plan) {
		return
	}
	isBeside := s.Plan != nil && p.phaseDirOf(s.Plan.File.Name) != ""
	for _, x := range sequence {
		if x == s.Plan {
			return
		}
		isOther := isBeside && p.phaseDirOf(x.File.Name) == "" // a plan of another project
		ph := p.phase(x.ID().Phase)
		isOver := p.Done(x) || ph != nil && (ph.Ticked || ph.Other)
		if !isOther && !isOver {
			s.Earlier = append(s.Earlier, x)
		}
	}
}

func (s *Progress) phase(p *Project) {
	switch state := p.State(); {
	case s.Plan != nil:
		s.Phase = s.Plan.ID().Phase
		return
	case s.Answer.Phase != nil:
		s.Phase = s.Answer.Phase.Number
		return
	default:
		s.Phase = cmp.Or(state.Phase.N, state.frontPhase())
	}
	for _, l := range p.SessionFiles {
		if !s.IsStale(l) {
			s.Phase = cmp.Or(s.Phase, l.phase)
		}
	}
}

// IsStale reports whether the work continued after l was written.
func (s *Progress) IsStale(l *SessionFile) bool {
	return slices.Contains(s.Stale, l.File.Name)
}

// stale returns the paths of the stale session files. A file is stale if it is about plans and not
// newer than the state, or if its plans are done or its phase is ticked. A newer file about blocked
// work or open tasks is not stale.
func (p *Project) stale() []string {
	var names []string
	isOpen := func(x *planfile.Plan) bool { return !p.Done(x) }
	for _, l := range p.SessionFiles {
		of, ph := l.plans(p.Order.All()), p.phase(phaseNumber(l.phase))
		isDone := len(of) > 0 && !slices.ContainsFunc(of, isOpen) || ph.isTicked()
		isOther := p.isOtherWork(l, ph) && p.isLast(l, of, ph)
		holds := isOther || l.IsBlocked() && p.age(l) > 0
		isPassed := !l.aside && !p.isNewer(l)
		if isDone && !holds || isPassed {
			names = append(names, l.File.Name)
		}
	}
	return names
}

// isLast reports whether l is newer than the summaries of its plans and than the tick of its phase.
func (p *Project) isLast(l *SessionFile, of []*planfile.Plan, ph *Phase) bool {
	if p.git.Committed == nil || p.git.Committed(l.File.Name).IsZero() {
		return l.plan == "" && !ph.isTicked()
	}
	var names []string
	if ph.isTicked() {
		names = append(names, p.roadmap.file.Name)
	}
	for _, x := range of {
		names = append(names, planfile.Summary(p.Names, x.File.Name))
	}
	isLater := func(name string) bool {
		return name != "" && !p.git.Committed(l.File.Name).After(p.git.Committed(name))
	}
	return !slices.ContainsFunc(names, isLater)
}

// task sets the task to continue with. isNamed is true if a waypoint or a session file names it.
func (s *Progress) task(p *Project) (isNamed bool) {
	tasks := len(s.Plan.Tasks)
	h := p.Hold
	if s.From == h.Path && h.Task > 0 && h.Task <= tasks+1 {
		s.Task = h.Task
		return true
	}
	recorded := p.Answers.Progress(s.Plan)
	for _, l := range p.SessionFiles {
		of := l.plans([]*planfile.Plan{s.Plan})
		isOf := len(of) > 0 && (l.plan != "" || l.File.Name == s.From)
		isOlder := !l.written().IsZero() && l.written().Before(recorded.Last)
		n := l.next()
		isLast := n == tasks+1 && l.done[tasks]
		if isOf && !s.IsStale(l) && !isOlder && n > 0 && (n <= tasks || isLast) {
			s.Task, s.Begun = n, l.begun
			return true
		}
	}
	if !p.Done(s.Plan) {
		s.Task = recorded.Next()
	}
	return false
}

func (s *Progress) gate(p *Project, isNamed bool) {
	if p.Done(s.Plan) {
		return
	}
	at := max(s.Task, 1)
	for _, g := range s.Plan.Gates() {
		answer := p.answerTo(&g)
		isOpen := answer == nil || !answer.Verdict.Passes()
		place := g.Number
		if place == 0 {
			place = g.After + 1
		}
		switch {
		case place < s.Task:
		case isOpen:
			s.Gate, s.Problem = &g, answer
			isNext := g.After+1 == at && (g.Number > 0 || !s.Begun)
			s.Reached = isNext || answer != nil && !isNamed
			return
		case g.Number == at:
			at++ // already answered
			if s.Task > 0 {
				s.Task, s.Begun = at, false
			}
		}
	}
}

func (p *Project) answerTo(g *planfile.Gate) *planfile.Answer {
	if p.Answers == nil {
		return nil
	}
	return p.Answers.Find(g)
}

// An Answered is a gate with its answer.
type Answered struct {
	planfile.Gate
	Answer  *planfile.Answer
	Changed bool // the task changed after the answer, so the answer does not count
}

// Answered returns the answered gates of s.Plan and of the plans that it depends on.
func (p *Project) Answered(s *Progress) []Answered {
	if s.Plan == nil || p.Answers == nil {
		return nil
	}
	all := p.answered(s.Plan, true)
	needs := s.Plan.Needs()
	for _, head := range p.Order.All() {
		name := head.File.Name
		isNeeded := head != s.Plan && slices.Contains(needs, head.ID())
		if !isNeeded || !p.Answers.Has(name) {
			continue
		}
		if x, err := planfile.Read(p.tree, name); err == nil { // an unreadable plan is reported elsewhere
			all = append(all, p.answered(x, false)...)
		}
	}
	return all
}

func (p *Project) answered(x *planfile.Plan, changed bool) (all []Answered) {
	gates, current := x.Gates(), map[string]bool{}
	for i := range gates {
		for hash := range gates[i].Hashes() {
			current[hash] = true
		}
	}
	for _, g := range gates {
		one := Answered{Gate: g, Answer: p.Answers.Find(&g)}
		if one.Answer == nil && changed {
			one.Answer, one.Changed = p.Answers.Outdated(&g, current), true
		}
		if one.Answer != nil {
			p.Files[x.File.Name] = x.File
			all = append(all, one)
		}
	}
	return all
}
