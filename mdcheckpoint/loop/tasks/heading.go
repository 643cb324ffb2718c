package tasks

import "strings"

// A heading is one of plan.md, and what of the plan stands below it.
type heading struct {
	word  string // "task" or "phase" before the number, else ""
	id    string // "2" of "Phase 2: Printing"; "" without a number
	text  string // what follows the number
	phase string // number of the phase that it is in
	line  int    // 1-based
	outer bool   // headings of tasks are below it
	marks map[Mark]int
}

// newHeading returns the heading with that text. A box before its text makes no difference.
func newHeading(l Line, number int) *heading {
	h := &heading{line: number, marks: map[Mark]int{}}
	word, _, _ := strings.Cut(strings.TrimLeft(l.Text, Emphasis), " ")
	switch word = strings.ToLower(word); word {
	case "phase":
		h.word = word
		h.id, _ = match(expressions().phase, l.Text)
		return h
	case "task":
		h.word = word
	}
	h.id, h.text = cutNumber(l.Text)
	h.text = plain(h.text)
	return h
}

// addHeading adds a heading, which ends those of its level and below.
func (p *Plan) addHeading(l Line, number int) {
	h := newHeading(l, number)
	for level := l.Level; level < len(p.open); level++ {
		p.open[level] = nil
	}
	if outer := p.above("task"); outer != nil && h.word == "task" && h.id != "" {
		outer.outer = true
	}
	h.phase = p.phase()
	p.open[l.Level] = h
	p.headings = append(p.headings, h)
}

// above is the nearest heading with that word and a number that the next line is below; nil
// without one.
func (p *Plan) above(word string) *heading {
	for level := len(p.open) - 1; level > 0; level-- {
		if h := p.open[level]; h != nil && h.word == word && h.id != "" {
			return h
		}
	}
	return nil
}

// phase is the number of the phase that the next line is in.
func (p *Plan) phase() string {
	if h := p.above("phase"); h != nil {
		return h.id
	}
	return ""
}

// headingTasks are the headings that are tasks: those with the word and a number and no other
// such below them, where boxes stand below one of them.
func (p *Plan) headingTasks() []*Task {
	var all []*Task
	boxes := 0
	for _, h := range p.headings {
		if h.word == "task" && h.id != "" && !h.outer {
			boxes += len(h.marks)
			all = append(all, &Task{ID: h.id, Text: h.text, Mark: h.mark(), Line: h.line, phase: h.phase})
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
