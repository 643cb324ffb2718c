package loop

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

// readHeading reads the line with that number as a heading. A box before its text makes no
// difference.
func readHeading(line string, number int) (heading, bool) {
	marker, title, ok := cutWord(strings.TrimLeft(line, " \t"))
	if !ok || marker == "" || len(marker) > 6 || strings.Trim(marker, "#") != "" {
		return heading{}, false
	}
	if _, behind, _ := boxOf(title); behind != "" {
		title = behind
	}
	h := heading{level: len(marker), line: number, end: math.MaxInt}
	title = strings.TrimLeft(title, emphasis+" \t")
	word, rest, _ := cutWord(title)
	switch word = strings.ToLower(word); word {
	case "task", "phase":
		n := idLen(rest)
		h.word, h.id = word, rest[:n]
		h.text = taskText(strings.TrimLeft(rest[n:], emphasis+" \t.:)-–—"))
	default:
		h.id, h.text = numberOf(title), taskText(title)
	}
	return h, true
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
func (p *Plan) headingTasks() []Task {
	var all []Task
	boxes := false
	for i := range p.headings {
		h := &p.headings[i]
		isTask := func(o heading) bool { return o.word == "task" && o.id != "" }
		next := i + 1
		if !isTask(*h) || next < len(p.headings) && isTask(p.headings[next]) && p.headings[next].line < h.end {
			continue
		}
		mark, some := p.markBelow(h)
		boxes = boxes || some
		all = append(all, Task{ID: h.id, Text: h.text, Mark: mark, Line: h.line})
	}
	if !boxes {
		return nil
	}
	return all
}

// markBelow is the mark that the boxes below h make: done if all are, blocked if one
// is, begun if one is begun or done. Without any it is open.
func (p *Plan) markBelow(h *heading) (mark Mark, some bool) {
	from, _ := slices.BinarySearchFunc(p.Lines, h.line, func(t Task, line int) int { return cmp.Compare(t.Line, line) })
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

// phases notes of each task in which phase it stands. Where a number is that of several
// tasks, they are named with their phases.
func (p *Plan) phases() {
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

// below is the last task below the heading that name names: by its number, with or
// without the word before it, or by its text. It is nil if there is none.
func (p *Plan) below(name string) *Task {
	key := taskKey(name)
	word, rest, _ := cutWord(strings.TrimSpace(name))
	phase := ""
	if strings.EqualFold(word, "phase") {
		phase = bareID(rest[:idLen(rest)])
	}
	for i := range p.headings {
		h := &p.headings[i]
		named := h.word == "phase" && h.id != "" && bareID(h.id) == phase
		if h.word != "phase" && key != "" {
			named = h.id != "" && bareID(h.id) == key || h.text != "" && h.text == key
		}
		if !named {
			continue
		}
		behind, _ := slices.BinarySearchFunc(p.tasks, h.end, func(t *Task, line int) int { return cmp.Compare(t.Line, line) })
		if behind > 0 && h.covers(p.tasks[behind-1].Line) {
			return p.tasks[behind-1]
		}
	}
	return nil
}

// label makes the labels of the tasks their numbers, where each has one of its own.
func (p *Plan) label() {
	seen := map[string]bool{}
	for _, t := range p.tasks {
		l := labelOf(t.Text)
		if l == "" || seen[l] {
			return
		}
		seen[l] = true
	}
	for _, t := range p.tasks {
		t.ID = labelOf(t.Text)
		t.Text = strings.TrimLeft(t.Text[len(t.ID):], emphasis+" \t.:)-–—")
	}
}
