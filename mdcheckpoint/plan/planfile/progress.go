package planfile

import (
	"fmt"
	"io/fs"
	"slices"
	"time"
)

// steps returns the tasks of p as gates are named and hashed.
func (p *Plan) steps() []Gate {
	var all []Gate
	for _, t := range p.Tasks {
		all = append(all, Gate{Plan: p, Task: t, Number: t.Number})
	}
	countTwins(all)
	return all
}

// RecordDone makes the change that records that the task with that number, from 1, is done,
// with the note, commit and author of done. The same again is not recorded.
func (a *Answers) RecordDone(p *Plan, number int, done Answer, now time.Time) (*Change, error) {
	steps := p.steps()
	if number < 1 || number > len(steps) {
		return nil, fmt.Errorf("task %d of %s does not exist: it has %d", number, p.File.Name, len(steps))
	}
	g := &steps[number-1]
	says := func(given, recorded string) bool { return given == "" || given == recorded }
	if last := a.find(g, true); last != nil && says(done.Text, last.Text) && says(done.Commit, last.Commit) {
		_, text, _ := a.Recorded()
		return &Change{Text: text}, nil
	}
	done.Verdict = Finishes
	return a.record(g, done, now, fmt.Sprintf("task %d of %s is done", number, p.File.Name))
}

// Done returns what is recorded of the tasks of p that are done as they are now, by index;
// nil of the others. It returns nil if no task of the plan was ever recorded.
func (a *Answers) Done(p *Plan) []*Answer {
	if !slices.ContainsFunc(a.All, func(one Answer) bool { return one.Verdict == Finishes && one.Plan == p.File.Name }) {
		return nil
	}
	all := make([]*Answer, len(p.Tasks))
	for i, g := range p.steps() {
		all[i] = a.find(&g, true)
	}
	return all
}

// Partial returns the paths of the plans in tree of which tasks were recorded as done, and not
// all of them.
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

// Last returns the path of the plan of which a task was recorded as done last, and when; ""
// if none was. a may be nil.
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

// at returns the time of a; zero if unknown.
func (a *Answer) at() time.Time {
	t, _ := time.Parse(time.RFC3339, a.Time)
	return t
}

// A Progress is the recorded progress of a plan.
type Progress struct {
	Done     map[int]bool // numbers of completed tasks
	Last     time.Time    // of the newest entry; zero if there is none
	Recorded bool         // a task was recorded as done
}

// Progress returns what is recorded of p. Whoever passed a gate has seen the work before it:
// all tasks up to the last gate in a row that is passed are done. a may be nil.
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

// Next returns the number of the first task that is not done, past the last if all are; 0 if
// nothing is recorded.
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
