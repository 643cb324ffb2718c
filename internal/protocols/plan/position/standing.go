package position

import (
	"cmp"
	"slices"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
)

// A Standing is where the work stands: what is to be done next.
type Standing struct {
	*Answer
	Plan  *planfile.Plan // whole; nil if it is about none
	From  string         // path of the file that says which plan; "" if the order does
	Phase string         // of the answer or, without one, of the state: as [planfile.Number] has it
	Task  int            // number of the task to continue with, past the last if none is left; 0 if nobody says
	Begun bool           // that task was begun
	// Gate is the first gate of the plan that is open and that is not behind Task already; nil
	// if there is none. What cannot be read answers nothing. Reached says that all before it is
	// done, so that the work waits for a person, or for the agent if Problem is not nil: the
	// last answer to the gate, which reports a problem.
	Gate    *planfile.Gate
	Reached bool
	Problem *planfile.Answer
	Earlier []*planfile.Plan // heads of those at hand that come before it and are not done
	// Over are paths of files for one session only that are about what is done or older than
	// the state, and Astray are the ids of plans that such files name and that are not here, by path.
	Over   []string
	Astray map[string]planfile.ID
}

// A Hold is a waypoint that the next session starts from.
type Hold struct {
	Path string // of the file
	Plan string // path of the plan
	Task int    // number of the task to continue with; 0 if it is not recorded
}

// Finished reports whether all tasks of the plan are done or answered, so that only its
// summary is missing.
func (s *Standing) Finished() bool {
	return s.Plan != nil && len(s.Plan.Tasks) > 0 && s.Task > len(s.Plan.Tasks)
}

// Standing says where the work stands: at the plan called named, a path, or else as
// [Project.Next] has it, unless what was recorded of a plan is newer.
func (p *Project) Standing(named string) *Standing {
	s := &Standing{Answer: p.Next(), Over: p.over()}
	s.Astray = map[string]planfile.ID{}
	s.stray(p)
	if s.Plan = p.PlanAt(named); named == "" {
		s.follow(p)
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

// PlanAt returns the plan at a path; nil if there is none.
func (p *Project) PlanAt(name string) *planfile.Plan {
	for _, x := range p.Plans {
		if x.File.Name == name {
			return x
		}
	}
	return nil
}

// follow continues with the plan of a waypoint, or the one of which a task was recorded last, or
// with the answer of the files.
func (s *Standing) follow(p *Project) {
	name, last := p.Answers.Last()
	hold, recorded := p.PlanAt(p.Hold.Plan), p.PlanAt(name)
	said := len(s.By) > 0
	switch isOlder := said && s.By[0].at.After(last); {
	case hold != nil && !p.Done(hold):
		s.Plan, s.From = hold, p.Hold.Path
	case recorded != nil && !p.Done(recorded) && !isOlder:
		s.Plan, s.From = recorded, p.Answers.Source()
	default:
		s.Plan = s.Answer.Plan
		if s.Plan != nil && said && s.By[0].weight >= weighsLeft {
			s.From = s.By[0].Path
		}
	}
}

// before finds the plans that come before the one at hand, and are not done. Those of phases
// that are over, or of another milestone, were left behind. A task beside the others has none.
func (s *Standing) before(p *Project) {
	sequence := p.Sequence()
	if s.Plan != nil && !slices.Contains(sequence, s.Plan) {
		return
	}
	isBeside := s.Plan != nil && p.phaseDirOf(s.Plan.File.Name) != ""
	for _, x := range sequence {
		if x == s.Plan {
			return
		}
		isOther := isBeside && p.phaseDirOf(x.File.Name) == "" // of another project in the folder
		ph := p.phase(x.ID().Phase)
		isOver := p.Done(x) || ph != nil && (ph.Ticked || ph.Other)
		if !isOther && !isOver {
			s.Earlier = append(s.Earlier, x)
		}
	}
}

// phase is that of the answer or, without one, what the state says, or else a file for one
// session.
func (s *Standing) phase(p *Project) {
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
	for _, l := range p.Left {
		if !s.IsOver(l) {
			s.Phase = cmp.Or(s.Phase, l.phase)
		}
	}
}

// IsOver reports whether the work continued after a file for one session.
func (s *Standing) IsOver(l *Left) bool {
	return slices.Contains(s.Over, l.File.Name)
}

// stray finds the files for one session that are about a plan that is not here.
func (s *Standing) stray(p *Project) {
	for _, l := range p.Left {
		isNamed := l.phase != "" && strings.Trim(l.plan, "0") != ""
		if isNamed && !l.aside && len(l.plans(p.Plans)) == 0 {
			s.Astray[l.File.Name] = planfile.ID{Phase: l.phase, Plan: l.plan}
		}
	}
}

// over are the paths of files for one session whose plans are all done, or that the state has
// overtaken. One that is newer and says that the work is blocked is none.
func (p *Project) over() []string {
	var names []string
	isOpen := func(x *planfile.Plan) bool { return !p.Done(x) }
	for _, l := range p.Left {
		of, ph := l.plans(p.Sequence()), p.phase(phaseNumber(l.phase))
		isDone := len(of) > 0 && !slices.ContainsFunc(of, isOpen) || ph != nil && ph.Ticked
		holds := l.IsBlocked() && p.age(l) > 0
		isPassed := !l.aside && !p.isNewer(l)
		if isDone && !holds || isPassed {
			names = append(names, l.File.Name)
		}
	}
	return names
}

// task finds the task to continue with: by the files for one session, unless they are older than
// what is recorded, or else by that. left reports whether such a file says it.
func (s *Standing) task(p *Project) (left bool) {
	tasks := len(s.Plan.Tasks)
	h := p.Hold
	if s.From == h.Path && h.Task > 0 && h.Task <= tasks+1 {
		s.Task = h.Task
		return true
	}
	recorded := p.Answers.Progress(s.Plan)
	for _, l := range p.Left {
		of := l.plans([]*planfile.Plan{s.Plan})
		isOf := len(of) > 0 && (l.plan != "" || l.File.Name == s.From)
		isOlder := !l.written().IsZero() && l.written().Before(recorded.Last)
		n := l.next()
		isLast := n == tasks+1 && l.done[tasks]
		if isOf && !s.IsOver(l) && !isOlder && n > 0 && (n <= tasks || isLast) {
			s.Task, s.Begun = n, l.begun
			return true
		}
	}
	if !p.Done(s.Plan) {
		s.Task = recorded.Next()
	}
	return false
}

// gate finds the first gate that is open. A problem that a person reported says that the work
// came to its gate, unless a session left that it works on a task before it.
func (s *Standing) gate(p *Project, left bool) {
	if p.Done(s.Plan) {
		return
	}
	at := max(s.Task, 1) // the task to continue with
	for _, g := range s.Plan.Gates() {
		answer := p.answerTo(&g)
		isOpen := answer == nil || !answer.Verdict.Passes()
		place := g.Number
		if place == 0 {
			place = g.After + 1
		}
		switch {
		case place < s.Task: // it is behind
		case isOpen:
			s.Gate, s.Problem = &g, answer
			isNext := g.After+1 == at && (g.Number > 0 || !s.Begun)
			s.Reached = isNext || answer != nil && !left
			return
		case g.Number == at:
			at++ // that one was answered
			if s.Task > 0 {
				s.Task, s.Begun = at, false
			}
		}
	}
}

// answerTo returns the last answer to g as it is now; nil if there is none or the answers
// cannot be read.
func (p *Project) answerTo(g *planfile.Gate) *planfile.Answer {
	if p.Answers == nil {
		return nil
	}
	return p.Answers.Find(g)
}

// An Answered is a gate that somebody answered.
type Answered struct {
	planfile.Gate
	Answer  *planfile.Answer // the last one
	Changed bool             // the answer does not count: the task was changed after it
}

// Answered returns the gates of the plan at hand and of those that it depends on which have
// an answer. Only the plan at hand tells of answers that do not count.
func (p *Project) Answered(s *Standing) []Answered {
	if s.Plan == nil || p.Answers == nil {
		return nil
	}
	all := p.answered(s.Plan, true)
	needs := s.Plan.Needs()
	for _, head := range p.Sequence() {
		name := head.File.Name
		isNeeded := head != s.Plan && slices.Contains(needs, head.ID())
		if !isNeeded || !p.Answers.Has(name) {
			continue
		}
		if x, err := planfile.Read(p.tree, name); err == nil { // readers of the plans report an error
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
