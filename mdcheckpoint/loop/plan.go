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

// A Task is a line of plan.md with a box.
type Task struct {
	ID      string // "2.3", as it is written; "" for a task without a number
	Text    string // what follows the box, without the number, marks of emphasis and the commit
	Mark    Mark
	Commit  string      // "abc1234" of "<!-- abc1234 -->"; "" without one
	Line    int         // 1-based
	Span    source.Span // of the line, without its ending
	Box     source.Span // of the one character between the brackets
	Counted bool        // whether it is one of the tasks of the plan, see Plan
	indent  int
}

// Name is what the task is called: its number, or its text without one.
func (t *Task) Name() string {
	if t.ID != "" {
		return t.ID
	}
	return t.Text
}

// Open reports whether the task is still to be done: open, or in progress.
func (t *Task) Open() bool { return t.Mark == Open || t.Mark == Begun }

// A Plan is a plan.md, read: its lines with boxes, outside of fenced code and
// comments. Where some tasks have numbers, the tasks of the plan are those, and
// the other lines with boxes are steps in them or criteria; else they are the
// lines that are indented least.
type Plan struct {
	File  *source.File
	Lines []Task // all lines with boxes, in the order of the file

	tasks []int // of Lines, those that are counted
}

// ParsePlan reads text as the plan called name. Every text is a plan, maybe one
// without tasks. It is read line by line: Markdown decides only about code
// and comments.
func ParsePlan(name, text string) *Plan {
	p := &Plan{File: source.NewFile(name, text)}
	var hidden cover
	var read prose
	offset, line := 0, 0
	for raw := range strings.Lines(newlines(text)) {
		line++
		bare := strings.TrimRight(raw, "\r\n")
		start := offset
		offset += len(raw)
		if line == 1 {
			trimmed := strings.TrimPrefix(bare, "\ufeff")
			start, bare = start+len(bare)-len(trimmed), trimmed
		}
		if hidden.hides(bare) || read.isCode(bare) {
			continue
		}
		if t, ok := readTask(bare, start); ok {
			t.Line = line
			p.Lines = append(p.Lines, t)
		}
	}
	p.count()
	return p
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
		t.Counted = numbered && t.ID != "" || !numbered && t.indent == least
		if t.Counted {
			p.tasks = append(p.tasks, i)
		}
	}
}

// Tasks are the tasks of the plan, in its order; none for a nil plan. They belong
// to p.
func (p *Plan) Tasks() []*Task {
	if p == nil {
		return nil
	}
	var all []*Task
	for _, i := range p.tasks {
		all = append(all, &p.Lines[i])
	}
	return all
}

// Numbered reports whether the tasks of the plan have numbers.
func (p *Plan) Numbered() bool {
	return p != nil && len(p.tasks) > 0 && p.Lines[p.tasks[0]].ID != ""
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

// Find is the task that name names, as last_task does: by its number, with or
// without "Task" before it, else by its text. Of several it is the last that is
// done, else the first. It is nil if there is none.
func (p *Plan) Find(name string) *Task {
	key := taskKey(name)
	var found *Task
	for _, t := range p.Tasks() {
		if key != "" && taskKey(t.Name()) == key && (found == nil || t.Mark == Done) {
			found = t
		}
	}
	return found
}

// After are the tasks of the plan before and behind t; all are behind a nil t.
func (p *Plan) After(t *Task) (before, behind []*Task) {
	all := p.Tasks()
	at := slices.Index(all, t)
	return all[:max(at, 0)], all[at+1:]
}

// TaskID is the number that the name of a task begins with: "2.3" of "2.3" and of
// "Task 2.3: parse". It is "" if there is none.
func TaskID(name string) string {
	name = strings.TrimLeft(strings.TrimSpace(name), emphasis)
	if word, rest, ok := cutWord(name); ok && strings.EqualFold(word, "task") {
		name = rest
	}
	return name[:idLen(name)]
}

// cutWord cuts off the first word of s and the white space behind it.
func cutWord(s string) (word, rest string, ok bool) {
	i := strings.IndexAny(s, " \t")
	if i < 0 {
		return s, "", false
	}
	return s[:i], strings.TrimLeft(s[i:], " \t"), true
}

// idLen is the length of the number that s begins with: digits, and digits behind
// points.
func idLen(s string) int {
	end := 0
	for {
		i := end
		for i < len(s) && '0' <= s[i] && s[i] <= '9' {
			i++
		}
		if i == end {
			return max(0, end-1) // without the point
		}
		if end = i; end == len(s) || s[end] != '.' {
			return end
		}
		end++
	}
}

// bareID is the number of a task without zeros before its parts, which make no
// difference.
func bareID(id string) string {
	parts := strings.Split(id, ".")
	for i := range parts {
		parts[i] = cmp.Or(strings.TrimLeft(parts[i], "0"), "0")
	}
	return strings.Join(parts, ".")
}

// taskKey is the same for all names of one task: its number without zeros before a
// part, else its text.
func taskKey(name string) string {
	if id := TaskID(name); id != "" {
		return bareID(id)
	}
	return taskText(name)
}

func itoa(n int) string { return strconv.Itoa(n) }
