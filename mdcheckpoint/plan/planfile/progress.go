package planfile

import (
	"fmt"
	"io/fs"
	"slices"
	"time"
)

// taskGates returns each task of p as a [Gate], because a Gate has a hash.
func (p *Plan) taskGates() (all []Gate) {
	for _, t := range p.Tasks {
		all = append(all, Gate{Plan: p, Task: t, Number: t.Number})
	}
	countTwins(all)
	return all
}

// RecordDone records task number (from 1) as done. done has the note, the commit and the author.
func (a *Answers) RecordDone(p *Plan, number int, done Answer, now time.Time) (*Change, error) {
	taskGates := p.taskGates()
	if number < 1 || number > len(taskGates) {
		return nil, fmt.Errorf("task %d of %s does not exist: the number of tasks is %d", number, p.File.Name, len(taskGates))
	}
	g := &taskGates[number-1]
	says := func(given, recorded string) bool { return given == "" || given == recorded }
	if last := a.find(g, true); last != nil && says(done.Text, last.Text) && says(done.Commit, last.Commit) {
		_, text, _ := a.Recorded()
		return &Change{Text: text}, nil
	}
	done.Verdict = Finishes
	return a.record(g, done, now, fmt.Sprintf("task %d of %s is done", number, p.File.Name))
}

// Done returns the record of each task of p, nil for an open task. Without records, it returns nil.
func (a *Answers) Done(p *Plan) []*Answer {
	if !slices.ContainsFunc(a.All, func(one Answer) bool { return one.Verdict == Finishes && one.Plan == p.File.Name }) {
		return nil
	}
	all := make([]*Answer, len(p.Tasks))
	for i, g := range p.taskGates() {
		all[i] = a.find(&g, true)
	}
	return all
}

// Partial maps the path of each plan with finished tasks to whether other tasks are open.
func (a *Answers) Partial(tree fs.FS) map[string]bool {
	all := map[string]bool{}
	for _, one := range a.All {
		if _, known := all[one.Plan]; known || one.Verdict != Finishes {
			continue
		}
		if p, err := Read(tree, one.Plan); err == nil {
			r := a.Progress(p)
			all[one.Plan] = r.Next() <= len(p.Tasks)
		}
	}
	return all
}

// Last returns the path and the time of the last finished task, or "". a may be nil.
func (a *Answers) Last() (plan string, at time.Time) {
	if a == nil {
		return "", at
	}
	for i := range a.All {
		one := &a.All[i]
		if t := one.at(); one.Verdict == Finishes && !t.IsZero() && !t.Before(at) {
			plan, at = one.Plan, t
		}
	}
	return plan, at
}

func (a *Answer) at() time.Time {
	t, _ := time.Parse(time.RFC3339, a.Time)
	return t
}

// A Progress is the recorded progress of a plan.
type Progress struct {
	Done     map[int]bool
	Last     time.Time // time of the newest entry, or zero
	Recorded bool      // at least one task was once recorded as done
}

// Progress returns the recorded progress of p. a may be nil.
func (a *Answers) Progress(p *Plan) Progress {
	r := Progress{Done: map[int]bool{}}
	if a == nil {
		return r
	}
	last := func(one *Answer) {
		if one.at().After(r.Last) {
			r.Last = one.at()
		}
	}
	for _, g := range p.Gates() {
		answer := a.Find(&g)
		if answer == nil || !answer.Verdict.Passes() {
			break
		}
		for n := len(r.Done) + 1; n <= max(g.Number, g.After); n++ {
			r.Done[n] = true
		}
		last(answer)
	}
	for i, one := range a.Done(p) {
		r.Recorded = true
		if one != nil {
			r.Done[i+1] = true
			last(one)
		}
	}
	return r
}

// Next returns the first open task, one more than the last task if all are done, or 0 without
// records.
func (r *Progress) Next() int {
	n := 0
	if len(r.Done) > 0 || r.Recorded {
		n++
	}
	for r.Done[n] {
		n++
	}
	return n
}
