package ccc

import (
	"cmp"
	"fmt"
	"strings"
)

// begin plans the change that makes text the current task, with a status, which
// may be empty. It leaves Remaining Tasks; another current task goes back there,
// into its place or else to the top. For the task that is current already only the
// status changes, and an empty one changes nothing.
func (p *Progress) begin(text, status string) (plan, error) {
	task, err := entryOf(text)
	if err != nil {
		return plan{}, err
	}
	given := task
	found := findEach(task, p.Current, p.Remaining, p.Completed)
	there, from := found[0], found[1]
	line := task
	if e := cmp.Or(there, from); e != nil && !e.is(task) { // named by its first line
		task, line = e.Text, e.written(e.Text)
	}
	now, err := p.currentEntry(there, line, status)
	if err != nil {
		return plan{}, err
	}
	if there != nil && len(p.Current) == 1 && there.Line == OneLine(now.line) && from == nil {
		return plan{notes: []string{fmt.Sprintf("%q is the current task already", task)}}, nil
	}
	if there == nil && len(p.Current) > 0 {
		now.entry = &p.Current[0]
	}
	if from != nil {
		now.nested += from.nested
	}
	back := p.putBack(there)
	pl := plan{did: fmt.Sprintf("current task is %q", task), steps: []step{now}}
	pl.notes = append(rewrittenNotes(text, given, status, OneLine(clean(status))), p.droppedStatuses(there)...)
	if there == nil && find(p.Completed, task) != nil {
		pl.notes = append(pl.notes, fmt.Sprintf("%q is among the completed tasks, too", task))
	}
	for i := range p.Current {
		if e := &p.Current[i]; e != now.entry {
			pl.steps = append(pl.steps, step{key: CurrentKey, entry: e})
		}
	}
	pl.steps = append(pl.steps, swap(from, back)...)
	return pl, nil
}

// currentEntry is the step that writes the current task: there, if it is current
// already, keeps its text, what is nested and, if no other is given, its status.
func (p *Progress) currentEntry(there *Entry, task, status string) (step, error) {
	now := step{key: CurrentKey, entry: there, plain: p.Shape == ShapeE}
	status, err := noteOf(status)
	if there != nil {
		now.nested = there.nested
		if status == "" {
			now.line = there.written(there.Line)
			return now, err
		}
		if !there.isLine(task) {
			task = there.written(there.Text)
		}
	}
	if status == None {
		status = ""
	}
	now.line = withStatus(task, status)
	if err == nil {
		err = checkReading(CurrentKey, OneLine(now.line), OneLine(task), status)
	}
	if there != nil && there.leading {
		now.line = string(there.Mark) + " " + now.line
	}
	return now, err
}

// withStatus puts a status behind a task: [None] for none behind one with a dash,
// of which a part would be taken for it.
func withStatus(task, status string) string {
	if status == "" && strings.Contains(task, dash) {
		status = None
	}
	if status == "" {
		return task
	}
	return task + dash + status
}

// putBack are the steps that keep among the remaining tasks all current ones but
// one.
func (p *Progress) putBack(but *Entry) []step {
	var back []step
	for i := range p.Current {
		e := &p.Current[i]
		if e == but {
			continue
		}
		if e.nested != "" || find(p.Remaining, e.Text) == nil && find(p.Completed, e.Text) == nil {
			back = append(back, step{key: RemainingKey, line: e.written(e.Text), nested: e.nested, front: true})
		}
	}
	return back
}

// swap puts the first of back in the place of from, a remaining task that is
// current from now on; with none to put there, from is taken out.
func swap(from *Entry, back []step) []step {
	if from == nil {
		return back
	}
	if len(back) == 0 {
		return []step{{key: RemainingKey, entry: from}}
	}
	back[0].entry, back[0].front = from, false
	return back
}
