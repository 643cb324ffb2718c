package tasks

import (
	"slices"
	"strings"
)

// A heading is one of plan.md, and what of the plan is below it.
type heading struct {
	Task         // which it may be; its ID is "2" of "Phase 2: Printing"
	word  string // "task" or "phase" before the number, else ""
	level int
	outer bool // headings of tasks are below it
	marks map[Mark]int
}

// addHeading adds a heading, which ends those of its level and below. A box before its text makes
// no difference.
func (p *Plan) addHeading(l Line, number int) {
	for n := len(p.open); n > 0 && p.open[n-1].level >= l.Level; n-- {
		p.open = p.open[:n-1]
	}
	h := &heading{level: l.Level, marks: map[Mark]int{}}
	word, _, _ := strings.Cut(strings.TrimLeft(l.Text, Emphasis), " ")
	switch h.word = strings.ToLower(word); h.word {
	case "phase":
		h.ID, _ = match(expressions().phase, l.Text)
	case "task":
		h.ID, h.Text = cutNumber(l.Text)
	}
	if outer := p.above("task"); outer != nil && h.word == "task" && h.ID != "" {
		outer.outer = true
	}
	h.Text, h.Line, h.phase = plain(h.Text), number, p.phase()
	p.open = append(p.open, h)
	p.headings = append(p.headings, h)
}

// above is the nearest heading with that word and a number that the next line is below; nil
// without one.
func (p *Plan) above(word string) *heading {
	for _, h := range slices.Backward(p.open) {
		if h.word == word && h.ID != "" {
			return h
		}
	}
	return nil
}

// phase is the number of the phase that the next line is in.
func (p *Plan) phase() string {
	if h := p.above("phase"); h != nil {
		return h.ID
	}
	return ""
}

// headingTasks returns the headings that are tasks: those with the word and a number, no such heading below them, and boxes below at least one of
// them.
func (p *Plan) headingTasks() (all []*Task) {
	boxes := 0
	for _, h := range p.headings {
		if h.word == "task" && h.ID != "" && !h.outer {
			boxes += len(h.marks)
			h.Mark = h.mark()
			all = append(all, &h.Task)
		}
	}
	if boxes == 0 {
		return nil
	}
	return all
}

// mark is the mark that the boxes below h make: done if all are, blocked if one is, begun if one
// is begun or done. Without any it is open.
func (h *heading) mark() Mark {
	switch {
	case h.marks[Stopped] > 0:
		return Stopped
	case h.marks[Done] > 0 && len(h.marks) == 1:
		return Done
	case h.marks[Done]+h.marks[Begun] > 0:
		return Begun
	}
	return Open
}
