package tasks

import (
	"slices"
	"strings"

	"mdck/internal/spelling"
)

type heading struct {
	Task         // the heading as a task; "Phase 2: Printing" has the ID "2"
	word  string // lower-case word before the number: "task" or "phase", or ""
	level int
	outer bool // there are task headings below it
	marks map[Mark]int
	state Mark // mark in an item such as "Status: [x] Complete", which decides; 0 without one
}

func (p *Plan) addHeading(l Line, number int) {
	for n := len(p.open); n > 0 && p.open[n-1].level >= l.Level; n-- {
		p.open = p.open[:n-1]
	}
	h := &heading{level: l.Level, marks: map[Mark]int{}}
	h.Passed = strings.Contains(l.Text, "[checkpoint:")
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

// addState reads an item such as "**Status:** [x] Complete" below the heading of a task.
func (p *Plan) addState(l Line) {
	h := p.above("task")
	behind, ok := spelling.CutFold(strings.TrimLeft(l.Text, Emphasis), "status")
	if mark, _ := CutBox(strings.TrimLeft(behind, Emphasis+": ")); ok && h != nil {
		h.state = mark
	}
}

func (p *Plan) above(word string) *heading {
	for _, h := range slices.Backward(p.open) {
		if h.word == word && h.ID != "" {
			return h
		}
	}
	return nil
}

func (p *Plan) phase() string {
	if h := p.above("phase"); h != nil {
		return h.ID
	}
	return ""
}

// headingTasks returns headings such as "Task 1: parse", or nil if there are no boxes below any of
// them.
func (p *Plan) headingTasks() (all []*Task) {
	boxes := 0
	for _, h := range p.headings {
		if h.word == "task" && h.ID != "" && !h.outer {
			boxes += len(h.marks) + int(h.state)
			h.Mark = h.mark()
			all = append(all, &h.Task)
		}
	}
	if boxes == 0 {
		return nil
	}
	return all
}

func (h *heading) mark() Mark {
	switch {
	case h.state != 0:
		return h.state
	case h.marks[Stopped] > 0:
		return Stopped
	case h.marks[Done] > 0 && len(h.marks) == 1:
		return Done
	case h.marks[Done]+h.marks[Begun] > 0:
		return Begun
	}
	return Open
}
