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
	Task  int            // number of the task to go on with, past the last if none is left; 0 if nobody says
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
	// the state, Aside of those about other work than plans, such as a spike, and Astray are the
	// ids of plans that such files name and that are not here, by path.
	Over, Aside []string
	Astray      map[string]planfile.ID
}

// Finished reports whether all tasks of the plan are done or answered, so that only its
// summary is missing.
func (s *Standing) Finished() bool {
	return s.Plan != nil && len(s.Plan.Tasks) > 0 && s.Task > len(s.Plan.Tasks)
}

// Standing says where the work stands: at the plan called named, a path, or else as
// [Project.Next] has it, unless what was recorded of a plan is newer.
func (p *Project) Standing(named string) *Standing {
	s := &Standing{}
	s.Over = p.over()
	s.stray(p)
	switch {
	case named != "":
		i := slices.IndexFunc(p.Plans, func(x *planfile.Plan) bool { return x.File.Name == named })
		if i >= 0 {
			s.Plan = p.Plans[i]
		}
		if s.Answer = p.Next(); s.Plan == nil || s.Answer.Plan != s.Plan {
			s.Answer = &Answer{Kind: Execute, Plan: s.Plan}
		}
	default:
		s.follow(p)
	}
	s.before(p, named)
	s.phase(p)
	if s.Plan != nil {
		p.complete(s.Plan)
		s.gate(p, s.task(p))
	}
	return s
}

// follow goes on with the plan of a waypoint, or the one of which a task was recorded last, or
// with the answer of the files.
func (s *Standing) follow(p *Project) {
	s.Answer = p.Next()
	name, last := p.Answers.Last()
	recorded := p.open(name)
	if recorded != nil && len(s.By) > 0 && s.By[0].at.After(last) {
		recorded = nil
	}
	switch hold := p.open(p.Hold.Plan); {
	case hold != nil:
		s.Plan, s.From = hold, p.Hold.Path
	case recorded != nil:
		s.Plan, s.From = recorded, p.Answers.Source()
	default:
		s.Plan = s.Answer.Plan
		if s.Plan != nil && len(s.By) > 0 && s.By[0].weight >= weighsLeft {
			s.From = s.By[0].Path
		}
		return
	}
	if s.Plan != s.Answer.Plan {
		s.Answer = &Answer{Kind: Execute, Plan: s.Plan, Phase: p.phase(s.Plan.ID().Phase)}
	}
}

// before finds the plans that come before the one at hand, and are not done. Those of phases
// that are over, or of another milestone, were left behind. A task beside the others has none.
func (s *Standing) before(p *Project, named string) {
	sequence := p.Sequence()
	if s.Plan == nil && named == "" || s.Plan != nil && !slices.Contains(sequence, s.Plan) {
		return
	}
	for _, x := range sequence {
		if x == s.Plan {
			return
		}
		if p.phaseDirOf(x.File.Name) == "" && s.Plan != nil && p.phaseDirOf(s.Plan.File.Name) != "" {
			continue // of another project in the folder
		}
		if ph := p.phase(x.ID().Phase); !p.Done(x) && (ph == nil || !ph.Ticked && !ph.Other) {
			s.Earlier = append(s.Earlier, x)
		}
	}
}

// phase is that of the answer or, without one, what the state says, or else a file for one
// session.
func (s *Standing) phase(p *Project) {
	switch {
	case s.Plan != nil:
		s.Phase = s.Plan.ID().Phase
		return
	case s.Answer.Phase != nil:
		s.Phase = s.Answer.Phase.Number
		return
	}
	if state := p.State(); state != nil {
		s.Phase = cmp.Or(state.Phase.N, planfile.Number(str(state.File, state.Front.Get("current_phase"))))
	}
	for _, at := range p.pointers() {
		if !slices.Contains(s.Over, at.path) {
			s.Phase = cmp.Or(s.Phase, at.phase)
		}
	}
}

// stray finds the files for one session that are about other work, or about a plan that
// is not here.
func (s *Standing) stray(p *Project) {
	s.Astray = map[string]planfile.ID{}
	for _, at := range p.pointers() {
		id := planfile.ID{Phase: at.phase, Plan: at.plan}
		named := at.phase != "" && strings.Trim(at.plan, "0") != ""
		switch {
		case at.aside:
			s.Aside = append(s.Aside, at.path)
		case named && !slices.ContainsFunc(p.Plans, func(x *planfile.Plan) bool { return x.ID() == id }):
			s.Astray[at.path] = id
		}
	}
}

// over are the paths of files for one session whose plans are all done, or that the state has
// overtaken. One that is newer and says that the work is blocked is none.
func (p *Project) over() []string {
	var names []string
	for _, at := range p.pointers() {
		of := at.plans(p.Sequence())
		done := len(of) > 0 && !slices.ContainsFunc(of, func(x *planfile.Plan) bool { return !p.Done(x) })
		if ph := p.phase(phaseNumber(at.phase)); ph != nil && ph.Ticked {
			done = true
		}
		done = done && !(at.IsBlocked() && p.isSurelyNewer(&at))
		if done || !at.aside && !p.isNewer(&at) {
			names = append(names, at.path)
		}
	}
	return names
}

// A Hold is a waypoint that the next session starts from.
type Hold struct {
	Path string // of the file
	Plan string // path of the plan
	Task int    // number of the task to go on with; 0 if it is not recorded
}

// open returns the plan at a path if it is not done; else nil.
func (p *Project) open(name string) *planfile.Plan {
	i := slices.IndexFunc(p.Plans, func(x *planfile.Plan) bool { return x.File.Name == name && !p.Done(x) })
	if i < 0 {
		return nil
	}
	return p.Plans[i]
}

// task finds the task to go on with: by the files for one session, unless they are older than
// what is recorded, or else by that. left reports whether such a file says it.
func (s *Standing) task(p *Project) (left bool) {
	if h := p.Hold; s.From == h.Path && h.Task > 0 && h.Task <= len(s.Plan.Tasks)+1 {
		s.Task = h.Task
		return true
	}
	recorded := p.Answers.Progress(s.Plan)
	for _, at := range p.pointers() {
		id := s.Plan.ID()
		if slices.Contains(s.Over, at.path) || at.phase != id.Phase || at.plan != "" && at.plan != id.Plan || at.plan == "" && at.path != s.From || at.isBefore(recorded.Last) {
			continue
		}
		if n := at.next(); n > 0 && (n <= len(s.Plan.Tasks) || at.done[n-1] && n == len(s.Plan.Tasks)+1) {
			s.Task, s.Begun = n, at.begun
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
	at := max(s.Task, 1) // the task to go on with
	for _, g := range s.Plan.Gates() {
		behind := g.Number > 0 && g.Number < s.Task || g.Number == 0 && g.After+1 < s.Task
		answer := p.answerTo(&g)
		switch {
		case behind:
		case answer == nil || !answer.Verdict.Passes():
			s.Gate, s.Problem = &g, answer
			s.Reached = g.After+1 == at && (g.Number > 0 || !s.Begun) || answer != nil && !left
			return
		case g.Number == at:
			at++ // that one was answered
			if s.Task > 0 {
				s.Task, s.Begun = at, false
			}
		}
	}
}
