package position

import (
	"slices"
	"time"

	"mdck/mdcheckpoint/plan/planfile"
)

// A record is what commands of mdck recorded about a plan.
type record struct {
	done map[int]bool // numbers of the tasks that are done
	last time.Time    // of the newest entry; zero if there is none
}

// recordOf returns what is recorded about x, which is whole. Whoever passed a gate has seen
// the work before it: all tasks up to the last gate in a row that is passed are done.
func (p *Project) recordOf(x *planfile.Plan) record {
	r := record{done: map[int]bool{}}
	for _, g := range x.Gates() {
		answer := p.answerTo(&g)
		if answer == nil || !answer.Verdict.Passes() {
			break
		}
		for n := len(r.done) + 1; n <= max(g.Number, g.After); n++ {
			r.done[n] = true
		}
		if at, ok := ReadTime(answer.Time); ok && at.After(r.last) {
			r.last = at
		}
	}
	return r
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
		if name := head.File.Name; head != s.Plan && slices.Contains(needs, head.ID()) && p.Answers.Has(name) {
			if x, err := planfile.Read(p.tree, name); err == nil { // readers of the plans report an error
				all = append(all, p.answered(x, false)...)
			}
		}
	}
	return all
}

func (p *Project) answered(x *planfile.Plan, changed bool) []Answered {
	var all []Answered
	gates, current := x.Gates(), map[string]bool{}
	for i := range gates {
		current[gates[i].Hash()] = true
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

// next returns the number of the first task that is not done, past the last if all are; 0 if
// nothing is recorded.
func (r *record) next() int {
	n := min(len(r.done), 1)
	for r.done[n] {
		n++
	}
	return n
}
