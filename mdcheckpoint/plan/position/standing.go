package position

import (
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/plan"
)

// A Standing is where the work stands: what is to be done next.
type Standing struct {
	Plan  *plan.Plan // nil if every plan at hand is done
	From  string     // path of the file that says which; "" if the order does
	Phase string     // of the plan or, without one, of the state: as [plan.Number] has it
	Task  int        // number of the task to go on with; 0 if nobody says
	Begun bool       // that task was begun
	// Gate is the first gate of the plan that nobody answered and that is not behind
	// Task already; nil if there is none, or answers cannot be read. Reached says that all
	// before it is done, so that the work waits for a person.
	Gate    *plan.Gate
	Reached bool
	Earlier []*plan.Plan // those that come before it and are not done
	// Over are paths of files for one session only that are about what is done.
	Over []string
}

// Standing says where the work stands: at the plan called named, a path, or else at that
// which the hand-off or a note of a session that stopped tells of, or else at the first
// in order that is not done.
func (p *Project) Standing(named string) *Standing {
	s := &Standing{}
	sequence := p.Sequence()
	s.Over = p.over(sequence)
	switch {
	case named != "":
		i := slices.IndexFunc(p.Plans, func(x *plan.Plan) bool { return x.File.Name == named })
		if i >= 0 {
			s.Plan = p.Plans[i]
		}
	default:
		s.Plan, s.From = p.told(sequence, s.Over)
	}
	s.before(p, sequence)
	if s.Plan == nil && named == "" && len(s.Earlier) > 0 {
		s.Plan, s.Earlier = s.Earlier[0], nil
	}
	s.phase(p)
	if s.Plan != nil {
		s.task(p)
		s.gate(p)
	}
	return s
}

// before finds the plans that come before it, or all without one, and are not done.
func (s *Standing) before(p *Project, sequence []*plan.Plan) {
	if s.Plan != nil && !slices.Contains(sequence, s.Plan) {
		return // a task beside the others
	}
	for _, x := range sequence {
		if x == s.Plan {
			return
		}
		if !p.Done(x) {
			s.Earlier = append(s.Earlier, x)
		}
	}
}

// phase is that of the plan or, without one, what the state says.
func (s *Standing) phase(p *Project) {
	switch state := p.State(); {
	case s.Plan != nil:
		s.Phase = s.Plan.ID().Phase
	case state == nil:
	case state.Phase.N != "":
		s.Phase = state.Phase.N
	default:
		s.Phase = plan.Number(str(state.File, state.Front.Get("current_phase")))
	}
}

// A pointer is what a file for one session says of the plan that it is about.
type pointer struct {
	path        string
	phase, plan string // as [plan.Number] has them; "" if it does not say
	task        Value
	begun       bool // the task was
}

// pointers are those of the hand-off and of the notes that sessions left, the hand-off
// first. Source: GSD, where it is what counts.
func (p *Project) pointers() []pointer {
	var all []pointer
	if h := p.Handoff; h != nil {
		at := pointer{path: h.Doc.File.Name, task: h.Task}
		at.phase, at.plan = idOf(h.Phase.Text, h.Plan.Text)
		if open := h.Open(); len(open) > 0 {
			at.begun = strings.Contains(open[0].Status, "progress")
			if _, rest, ok := leading(open[0].ID); ok && rest == "" {
				at.task.Text = open[0].ID
			}
		}
		all = append(all, at)
	}
	for _, c := range p.Left {
		at := pointer{path: c.File.Name, task: c.Task, begun: strings.Contains(Normal(c.Status.Text, false), "executing")}
		at.phase, at.plan = idOf(c.Phase.Text, c.Plan.Text)
		if dir := path.Base(path.Dir(c.File.Name)); at.phase == "" && dir != path.Base(p.Dir) {
			at.phase, _ = idOf(dir, "")
		}
		all = append(all, at)
	}
	return all
}

// idOf reads a phase such as "3" or "03-dashboard" and a plan such as 6 or "03-06".
func idOf(phase, number string) (string, string) {
	if a, b, ok := strings.Cut(number, "-"); ok && isDigits(a) && isDigits(b) {
		return plan.Number(a), plan.Number(b)
	}
	if phase != "" {
		phase = plan.Number(phase)
	}
	if number != "" {
		number = plan.Number(number)
	}
	return phase, number
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789.") == "" }

// of are the plans that it is about: one, or those of its phase where it names no plan.
func (at *pointer) of(sequence []*plan.Plan) []*plan.Plan {
	var found []*plan.Plan
	for _, x := range sequence {
		if id := x.ID(); at.phase != "" && id.Phase == at.phase && (at.plan == "" || id.Plan == at.plan) {
			found = append(found, x)
		}
	}
	return found
}

// over are the paths of files for one session whose plans are all done.
func (p *Project) over(sequence []*plan.Plan) []string {
	var names []string
	for _, at := range p.pointers() {
		of := at.of(sequence)
		if len(of) > 0 && !slices.ContainsFunc(of, func(x *plan.Plan) bool { return !p.Done(x) }) {
			names = append(names, at.path)
		}
	}
	return names
}

// told is the first plan that is not done of those that a file for one session is about.
func (p *Project) told(sequence []*plan.Plan, over []string) (*plan.Plan, string) {
	for _, at := range p.pointers() {
		if slices.Contains(over, at.path) {
			continue
		}
		for _, x := range at.of(sequence) {
			if !p.Done(x) {
				return x, at.path
			}
		}
	}
	return nil, ""
}

// task is what the files for one session say of the task to go on with.
func (s *Standing) task(p *Project) {
	for _, at := range p.pointers() {
		id := s.Plan.ID()
		if slices.Contains(s.Over, at.path) || at.phase != id.Phase || at.plan != "" && at.plan != id.Plan || at.plan == "" && at.path != s.From {
			continue
		}
		if n, _, ok := leading(at.task.Text); ok && n > 0 && n <= len(s.Plan.Tasks) {
			s.Task, s.Begun = n, at.begun
			return
		}
	}
}

// gate is the first gate that waits.
func (s *Standing) gate(p *Project) {
	if p.Answers == nil || p.Done(s.Plan) {
		return
	}
	at := max(s.Task, 1) // the task to go on with
	for _, g := range s.Plan.Gates() {
		behind := g.Number > 0 && g.Number < s.Task || g.Number == 0 && g.After+1 < s.Task
		switch {
		case behind:
		case p.Answers.Open(&g):
			s.Gate = &g
			s.Reached = g.After+1 == at && (g.Number > 0 || !s.Begun)
			return
		case g.Number == at:
			at++ // that one was answered
			if s.Task > 0 && at <= len(s.Plan.Tasks) {
				s.Task, s.Begun = at, false
			}
		}
	}
}
