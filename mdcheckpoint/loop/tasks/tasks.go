// Package tasks reads plan.md of a track: the tasks, their boxes, and how they are named. It
// reads line by line: Markdown decides only about fenced code and comments.
package tasks

import (
	"cmp"
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Mark is what is in the box of a task. Source: workflow.
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
	indent int
	phase  string // number of the heading "Phase 2" above it; "" without one
	full   bool   // whether its number is not its own, and that of its phase belongs to its name
	key    string // of its number or its text
}

// Name is what the task is called: its number, with that of its phase where others
// have the same, or its text without one.
func (t *Task) Name() string {
	if t.full {
		return "Phase " + t.phase + ", Task " + t.ID
	}
	return cmp.Or(t.ID, t.Text)
}

// Title is the name of the task with its text.
func (t *Task) Title() string {
	if t.ID == "" {
		return t.Text
	}
	return strings.TrimSpace(t.Name() + " " + t.Text)
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

// called reports whether the task has a name with that [Key].
func (t *Task) called(key string) bool {
	if key == "" || key == t.key {
		return key != ""
	}
	phase, id, ok := strings.Cut(key, "/")
	return ok && t.ID != "" && (t.key == phase+"."+id || t.phase != "" && phaseKey(t.phase, t.ID) == key)
}

// A Plan is a parsed plan.md: its lines with boxes, outside fenced code and comments. If some tasks have numbers, these are the tasks, and other
// lines with boxes are steps or criteria. Else the tasks are headings such as "Task 1: parse" with boxes below them (also if numbers of lines
// repeat), else the least indented lines.
type Plan struct {
	File  *source.File
	Lines []*Task // all lines with boxes, in the order of the file

	headings []*heading
	open     []*heading // that the next line is below, from the outermost on
	tasks    []*Task    // those that are counted: of Lines, or headings
}

// Parse reads text as the plan called name. Every text is a plan, maybe one without tasks.
func Parse(name, text string) (*Plan, error) {
	p := &Plan{File: source.NewFile(name, text)}
	var hidden cover
	number := 0
	for raw := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		bare := strings.TrimRight(raw, "\r\n")
		if l, ok := ReadLine(bare); !hidden.hides(bare) && ok {
			p.add(l, number)
		}
	}
	p.count()
	several := p.repeats()
	for _, t := range p.tasks {
		t.key = Key(t.Name())
		t.full = several && t.ID != "" && t.phase != ""
	}
	return p, nil
}

// add adds what the line with that number is: a task if it has a box, which in a heading has a
// number after it.
func (p *Plan) add(l Line, number int) {
	t := &Task{Mark: l.Mark, Line: number, indent: l.Indent, phase: p.phase()}
	t.Text, t.Commit = cutCommit(l.Text)
	t.ID, t.Text = cutNumber(t.Text)
	t.Text = plain(t.Text)
	switch {
	case l.Mark != 0 && (l.Level == 0 || t.ID != ""):
		if h := p.above("task"); h != nil {
			h.marks[t.Mark]++
		}
		p.Lines = append(p.Lines, t)
	case l.Level > 0:
		p.addHeading(l, number)
	}
}

// count finds the tasks of the plan.
func (p *Plan) count() {
	numbered, least := false, 0
	for i, t := range p.Lines {
		numbered = numbered || t.ID != ""
		if i == 0 || t.indent < least {
			least = t.indent
		}
	}
	for _, t := range p.Lines {
		if numbered && t.ID != "" || !numbered && t.indent == least {
			p.tasks = append(p.tasks, t)
		}
	}
	if above := p.headingTasks(); len(above) > 0 && (!numbered || p.repeats()) {
		p.tasks = above
	} else if !numbered {
		p.label()
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
		t.Text = strings.TrimLeft(t.Text[len(t.ID):], behindNumber)
	}
}

// Tasks are the tasks of the plan, in its order; none for a nil plan. They belong to p.
func (p *Plan) Tasks() []*Task {
	if p == nil {
		return nil
	}
	return slices.Clone(p.tasks)
}

// Numbered reports whether the tasks of the plan have numbers.
func (p *Plan) Numbered() bool { return p.Total() > 0 && p.tasks[0].ID != "" }

// Total is the number of tasks.
func (p *Plan) Total() int { return len(p.Tasks()) }

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

// AllDone reports whether there are tasks, and all are done.
func (p *Plan) AllDone() bool { return p.Total() > 0 && p.Count(Done) == p.Total() }

// Last is the last task of the plan that is done; nil if none is.
func (p *Plan) Last() *Task {
	for _, t := range slices.Backward(p.Tasks()) {
		if t.Mark == Done {
			return t
		}
	}
	return nil
}

// Find is the task that name names, as last_task does: by its number, with or without "Task" or
// its phase before it, else by its label or its text. Of several it is the last that is done,
// else the first. It is nil if there is none.
func (p *Plan) Find(name string) *Task {
	key := Key(name)
	var found *Task
	for _, t := range p.Tasks() {
		if (found == nil || t.Mark == Done) && t.called(key) {
			found = t
		}
	}
	return found
}

// KeyOf is the same for all names of one task: that of the task of the plan that is meant, where
// there is one.
func (p *Plan) KeyOf(name string) string {
	if t := p.Find(name); t != nil {
		name = t.Name()
	}
	return Key(name)
}
