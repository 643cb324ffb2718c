package position

import (
	"slices"

	"mdck/mdcheckpoint/plan/planfile"
)

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
