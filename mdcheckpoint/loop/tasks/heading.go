package tasks

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// A heading is one of plan.md, and what of the plan stands below it.
type heading struct {
	word  string // "task" or "phase" before the number, else ""
	id    string // "2" of "Phase 2: Printing"; "" without a number
	text  string // what follows the number
	level int
	line  int // 1-based
	end   int // line of the next heading that is not below it
}

// covers reports whether a line of the plan stands below the heading.
func (h *heading) covers(line int) bool { return h.line < line && line < h.end }

func (h *heading) isTask() bool { return h.word == "task" && h.id != "" }

// newHeading returns the heading with that text. A box before its text makes no difference.
func newHeading(l Line, number int) heading {
	h := heading{level: l.Level, line: number, end: math.MaxInt}
	word, _, _ := strings.Cut(strings.TrimLeft(l.Text, Emphasis), " ")
	switch word = strings.ToLower(word); word {
	case "task":
		h.word = word
	case "phase":
		h.word = word
		h.id, _ = match(expressions().phase, l.Text)
		return h
	}
	h.id, h.text = cutNumber(l.Text)
	h.text = plain(h.text)
	return h
}

// closeHeadings sets where the headings end. They are in the order of the plan.
func closeHeadings(all []heading) {
	var open []int
	for i := range all {
		for len(open) > 0 && all[open[len(open)-1]].level >= all[i].level {
			all[open[len(open)-1]].end = all[i].line
			open = open[:len(open)-1]
		}
		open = append(open, i)
	}
}

// headingTasks are the headings that are tasks: those with the word and a number and no
// other such below them, where boxes stand below one of them. Each has the mark that
// those make together.
func (p *Plan) headingTasks() []*Task {
	var all []*Task
	boxes := false
	for i := range p.headings {
		h := &p.headings[i]
		next := i + 1
		if !h.isTask() || next < len(p.headings) && p.headings[next].isTask() && h.covers(p.headings[next].line) {
			continue
		}
		mark, some := p.markBelow(h)
		boxes = boxes || some
		all = append(all, &Task{ID: h.id, Text: h.text, Mark: mark, Line: h.line})
	}
	if !boxes {
		return nil
	}
	return all
}

// markBelow is the mark that the boxes below h make: done if all are, blocked if one
// is, begun if one is begun or done. Without any it is open.
func (p *Plan) markBelow(h *heading) (mark Mark, some bool) {
	from, _ := slices.BinarySearchFunc(p.Lines, h.line, func(t *Task, line int) int { return cmp.Compare(t.Line, line) })
	seen, boxes := map[Mark]bool{}, 0
	for ; from < len(p.Lines) && h.covers(p.Lines[from].Line); from++ {
		seen[p.Lines[from].Mark] = true
		boxes++
	}
	switch {
	case seen[Stopped]:
		return Stopped, true
	case seen[Done] && len(seen) == 1:
		return Done, true
	case seen[Done], seen[Begun]:
		return Begun, true
	}
	return Open, boxes > 0
}

// findPhases finds the phase of each task. Where several tasks have one number, they are named
// with their phases.
func (p *Plan) findPhases() {
	next, several := 0, p.repeats()
	var phase *heading
	for _, t := range p.tasks {
		for ; next < len(p.headings) && p.headings[next].line < t.Line; next++ {
			if h := &p.headings[next]; h.word == "phase" && h.id != "" {
				phase = h
			}
		}
		if phase != nil && phase.covers(t.Line) {
			t.phase, t.full = phase.id, several && t.ID != ""
		}
	}
}

// repeats reports whether two tasks have one number.
func (p *Plan) repeats() bool {
	seen := map[string]bool{}
	for _, t := range p.tasks {
		id := bareID(t.ID)
		if t.ID != "" && seen[id] {
			return true
		}
		seen[id] = true
	}
	return false
}
