package loop

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Mark is what stands in the box of a task. Source: workflow.
type Mark byte

const (
	Open    Mark = ' '
	Begun   Mark = '~'
	Done    Mark = 'x'
	Stopped Mark = '!'
)

// String names the mark: "open", "in progress", "done", "blocked".
func (m Mark) String() string {
	switch m {
	case Begun:
		return "in progress"
	case Done:
		return "done"
	case Stopped:
		return "blocked"
	}
	return "open"
}

// A Task is a line of plan.md with a box, or a heading with such lines below it.
type Task struct {
	ID     string // "2.3" or "T1", as it is written; "" for a task without a number
	Text   string // what follows the box, without the number, marks of emphasis and the commit
	Mark   Mark
	Commit string // "abc1234" of "<!-- abc1234 -->"; "" without one
	Line   int    // 1-based
	rest   string // of its sentence, from the lines below
	indent int
	phase  string // number of the heading "Phase 2" above it; "" without one
	full   bool   // whether its number is not its own, and that of its phase belongs to its name
}

// Name is what the task is called: its number, with that of its phase where others
// have the same, or its text without one.
func (t *Task) Name() string {
	switch {
	case t.full:
		return "Phase " + t.phase + ", Task " + t.ID
	case t.ID != "":
		return t.ID
	}
	return t.Text
}

// title is the name of the task, and its text with the rest of the sentence.
func (t *Task) title() string {
	text := t.Text + t.rest
	if t.ID == "" {
		return text
	}
	return strings.TrimSpace(t.Name() + " " + text)
}

// personal are what the tasks of a plan call a task that a person has to do. Source: workflow.
var personal = [...]string{"user manual verification", "manual user verification", "user acceptance"}

// Person reports whether a person has to do the task.
func (t *Task) Person() bool {
	text := strings.ToLower(t.Text)
	return slices.ContainsFunc(personal[:], func(phrase string) bool { return strings.Contains(text, phrase) })
}

// Open reports whether the task is still to be done: open, or in progress.
func (t *Task) Open() bool { return t.Mark == Open || t.Mark == Begun }

// A Plan is a plan.md, read: its lines with boxes, outside of fenced code and
// comments. Where some tasks have numbers, the tasks of the plan are those, and
// the other lines with boxes are steps in them or criteria; else they are the
// headings such as "Task 1: parse" if boxes stand below them, which also holds where
// numbers of lines stand several times; else the lines that are indented least.
type Plan struct {
	File  *source.File
	Lines []Task // all lines with boxes, in the order of the file

	headings []heading
	tasks    []*Task // those that are counted: of Lines, or headings
}

// parsePlan reads text as the plan called name. Every text is a plan, maybe one
// without tasks. It is read line by line: Markdown decides only about fenced code and
// comments.
func parsePlan(name, text string) *Plan {
	p := &Plan{File: source.NewFile(name, text)}
	var hidden cover
	line, before := 0, ""
	for raw := range strings.Lines(newlines(strings.TrimPrefix(text, "\ufeff"))) {
		line++
		bare := strings.TrimRight(raw, "\r\n")
		if hidden.hides(bare) {
			before = ""
		} else {
			before = p.take(bare, line, before)
		}
	}
	closeHeadings(p.headings)
	p.count()
	return p
}

// take reads a line below before, and returns it if the sentence of a task may go on behind it.
func (p *Plan) take(bare string, line int, before string) string {
	if t, ok := readTask(bare); ok {
		t.Line = line
		p.Lines = append(p.Lines, t)
		return bare
	}
	if h, ok := readHeading(bare, line); ok {
		p.headings = append(p.headings, h)
	} else if goesOn(before, bare) {
		rest, _, ended := strings.Cut(unmarked(bare), ". ")
		p.Lines[len(p.Lines)-1].rest += " " + rest
		if !ended {
			return bare
		}
	}
	return ""
}

// count finds the tasks of the plan.
func (p *Plan) count() {
	numbered, least := false, -1
	for i := range p.Lines {
		t := &p.Lines[i]
		numbered = numbered || t.ID != ""
		if least < 0 || t.indent < least {
			least = t.indent
		}
	}
	for i := range p.Lines {
		t := &p.Lines[i]
		if numbered && t.ID != "" || !numbered && t.indent == least {
			p.tasks = append(p.tasks, t)
		}
	}
	if above := p.headingTasks(); len(above) > 0 && (!numbered || p.repeats()) {
		p.tasks = p.tasks[:0]
		for i := range above {
			p.tasks = append(p.tasks, &above[i])
		}
	} else if !numbered {
		p.label()
	}
	p.phases()
}

// Tasks are the tasks of the plan, in its order; none for a nil plan. They belong
// to p.
func (p *Plan) Tasks() []*Task {
	if p == nil {
		return nil
	}
	return slices.Clone(p.tasks)
}

// Numbered reports whether the tasks of the plan have numbers.
func (p *Plan) Numbered() bool {
	return p != nil && len(p.tasks) > 0 && p.tasks[0].ID != ""
}

// Total is the number of tasks.
func (p *Plan) Total() int {
	if p == nil {
		return 0
	}
	return len(p.tasks)
}

// Count is the number of tasks with that mark.
func (p *Plan) Count(mark Mark) int {
	n := 0
	for _, t := range p.Tasks() {
		if t.Mark == mark {
			n++
		}
	}
	return n
}

// Last is the last task of the plan that is done; nil if none is.
func (p *Plan) Last() *Task {
	all := p.Tasks()
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Mark == Done {
			return all[i]
		}
	}
	return nil
}

// Find is the task that name names, as last_task does: by its number, with or without
// "Task" or its phase before it, else by its text, or by a label that its text begins
// with; else it is the last one below the heading that name names. Of several it is the
// last that is done, else the first. It is nil if there is none.
func (p *Plan) Find(name string) *Task {
	if p == nil {
		return nil
	}
	if phase, id, ok := cutPhase(name); ok {
		return p.inPhase(bareID(phase), bareID(id))
	}
	key, label := taskKey(name), labelOf(taskName(name))
	if key == "" {
		return nil
	}
	found := p.find(func(t *Task) bool { return taskKey(cmp.Or(t.ID, t.Text)) == key })
	if found == nil && label != "" {
		found = p.find(func(t *Task) bool { return t.ID == label || labelOf(t.Text) == label })
	}
	return cmp.Or(found, p.below(name))
}

// find is the last task for which is holds that is done, else the first.
func (p *Plan) find(is func(*Task) bool) *Task {
	var found *Task
	for _, t := range p.tasks {
		if (found == nil || t.Mark == Done) && is(t) {
			found = t
		}
	}
	return found
}

// inPhase is the task of that number in that phase, or with the number of both, such as
// 2.1; or the one of that number where the plan has no phases.
func (p *Plan) inPhase(phase, id string) *Task {
	is := func(t *Task, id string) bool { return t.ID != "" && bareID(t.ID) == id }
	return cmp.Or(
		p.find(func(t *Task) bool { return t.phase != "" && bareID(t.phase) == phase && is(t, id) }),
		p.find(func(t *Task) bool { return is(t, phase+"."+id) }),
		p.find(func(t *Task) bool { return t.phase == "" && is(t, id) }),
	)
}

// After are the tasks of the plan before and behind t; all are behind a nil t.
func (p *Plan) After(t *Task) (before, behind []*Task) {
	all := p.Tasks()
	at := slices.Index(all, t)
	return all[:max(at, 0)], all[at+1:]
}

func itoa(n int) string { return strconv.Itoa(n) }

// newlines is text with line feeds where it has no other ends of lines than carriage
// returns. It is as long as before.
func newlines(text string) string {
	if strings.Contains(text, "\n") {
		return text
	}
	return strings.ReplaceAll(text, "\r", "\n")
}
