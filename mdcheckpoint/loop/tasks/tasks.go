// Package tasks reads a track's plan.md line by line: the tasks, their boxes and their names. Besides
// headings and list items, it recognizes only fenced code and comments.
package tasks

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

// A Mark is the character in the box of a task. Source: workflow.
type Mark byte

const (
	Open    Mark = ' '
	Begun   Mark = '~'
	Done    Mark = 'x'
	Stopped Mark = '!'
)

// String returns the mark as a word, such as "in progress".
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

// A Task is a line of plan.md with a box, or a heading above such lines.
type Task struct {
	ID     string // "2.3" or "T1", as written, or ""
	Text   string // text after the box, without number, emphasis marks and commit
	Mark   Mark
	Closed bool   // Mark is Done only because all boxes below are
	Passed bool   // the heading above has a remark such as "[checkpoint: abc1234]": a person has accepted the phase
	Commit string // behind the text, as "abc1234" in "parse (abc1234)", or ""
	Line   int    // 1-based
	form   string // form of the commit, from forms
	end    int    // last line of the text
	indent int    // 0 unless the task is below a line with a box
	phase  string // number of the enclosing heading "Phase 2", or ""
	full   bool   // another task has the same number, so Name includes the phase
	key    string // Key of its number or text
}

// Name returns the number of the task, with the phase if the number repeats, or else the text.
func (t *Task) Name() string {
	if t.full {
		return "Phase " + t.phase + ", Task " + t.ID
	}
	return cmp.Or(t.ID, t.Text)
}

func (t *Task) Title() string {
	if t.ID == "" {
		return t.Text
	}
	return strings.TrimSpace(t.Name() + " " + t.Text)
}

// personal lists phrases that mark a task for a person. Source: workflow.
var personal = [...]string{"user manual verification", "manual user verification", "user acceptance", "[human]"}

// Person reports whether a person must do the task.
func (t *Task) Person() bool {
	text := strings.ToLower(t.Text)
	return strings.HasPrefix(text, "manual verification") || slices.ContainsFunc(personal[:], func(phrase string) bool { return strings.Contains(text, phrase) })
}

// Deferred reports whether the text has a remark such as "(deferred to phase 7)" or "(blocked)".
func (t *Task) Deferred() bool { return expressions().deferred.MatchString(t.Text) }

func (t *Task) Open() bool { return t.Mark == Open || t.Mark == Begun }

func (t *Task) hasKey(key string) bool {
	if key == "" || key == t.key {
		return key != ""
	}
	phase, id, ok := strings.Cut(key, "/")
	return ok && t.ID != "" && (t.key == phase+"."+id || t.phase != "" && phaseKey(t.phase, t.ID) == key)
}

// A Plan is a parsed plan.md.
type Plan struct {
	File  *source.File
	Lines []*Task

	headings []*heading
	open     []*heading // headings that enclose the next line, outermost first
	inner    int        // least indentation of a part of the last task, or 0
	tasks    []*Task    // a subset of Lines, or headings such as "Task 1: parse"
}

// Parse parses text as the plan called name. The error is always nil.
func Parse(name, text string) (*Plan, error) {
	p := &Plan{File: source.NewFile(name, text)}
	var hidden cover
	number := 0
	for raw := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		bare := strings.TrimRight(raw, "\r\n")
		switch l, ok := ReadLine(bare); {
		case hidden.hides(bare):
		case ok:
			p.add(l, number)
		default:
			p.addWrapped(bare, number)
		}
	}
	p.count()
	p.closeParents()
	several := p.repeats()
	for _, t := range p.tasks {
		t.key = Key(t.Name())
		t.full = several && t.ID != "" && t.phase != ""
	}
	return p, nil
}

func (p *Plan) add(l Line, number int) {
	t := &Task{Mark: l.Mark, Line: number, end: number, indent: p.indentOf(l), phase: p.phase()}
	if n := len(p.open); n > 0 {
		t.Passed = p.open[n-1].Passed
	}
	t.Text, t.Commit, t.form = cutCommit(l.Text)
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
	default:
		p.addState(l)
	}
}

// indentOf returns the indentation of l, or 0 if no item with a box encloses l: tasks can be items of a
// list without boxes.
func (p *Plan) indentOf(l Line) int {
	if l.Level > 0 || l.Indent < p.inner {
		p.inner = 0
	}
	if p.inner > 0 {
		return l.Indent
	}
	if l.Level == 0 && l.Mark != 0 {
		p.inner = l.Indent + 1
	}
	return 0
}

// addWrapped appends line to the text of the task above, if that text was wrapped.
func (p *Plan) addWrapped(line string, number int) {
	const narrow, most = 50, 200 // bytes
	n := len(p.Lines)
	if n == 0 || p.Lines[n-1].end != number-1 {
		return
	}
	t := p.Lines[n-1]
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(line))
	last, _ := utf8.DecodeLastRuneInString(t.Text)
	goesOn := last == ',' || unicode.IsLetter(last) && !unicode.IsUpper(first) // a capital begins a description
	if goesOn && (unicode.IsLetter(first) || unicode.IsDigit(first) || first == '(' || first == '`') && len(t.Text) >= narrow && len(t.Text) < most {
		t.Text, t.end = plain(t.Text+" "+line), number
	}
}

func (p *Plan) count() {
	numbered := slices.ContainsFunc(p.Lines, func(t *Task) bool { return t.ID != "" })
	for _, t := range p.Lines {
		if numbered && t.ID != "" || !numbered && t.indent == 0 {
			p.tasks = append(p.tasks, t)
		}
	}
	if above := p.headingTasks(); len(above) > 0 && (!numbered || p.repeats()) {
		p.tasks = above
	} else if !numbered {
		p.label()
	}
}

// closeParents marks tasks as done if all boxes below them are, because people forget the upper box.
func (p *Plan) closeParents() {
	for i, t := range slices.Backward(p.Lines) {
		below := p.Lines[i+1:]
		if end := slices.IndexFunc(below, func(b *Task) bool { return b.indent <= t.indent }); end >= 0 {
			below = below[:end]
		}
		if len(below) > 0 && t.Open() && !slices.ContainsFunc(below, func(b *Task) bool { return b.Mark != Done }) {
			t.Mark, t.Closed = Done, true
		}
	}
}

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

// label uses labels such as "T1" as the numbers of the tasks, if all differ.
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

// Tasks returns the tasks of the plan in file order. p may be nil.
//
//go:noinline
func (p *Plan) Tasks() []*Task {
	if p == nil {
		return nil
	}
	return slices.Clone(p.tasks)
}

// Numbered reports whether the tasks of the plan have numbers.
func (p *Plan) Numbered() bool { return p.Total() > 0 && p.tasks[0].ID != "" }

// Total returns the number of tasks.
func (p *Plan) Total() int { return len(p.Tasks()) }

// Count returns the number of tasks with that mark.
func (p *Plan) Count(mark Mark) int {
	n := 0
	for _, t := range p.Tasks() {
		if t.Mark == mark {
			n++
		}
	}
	return n
}

// AllDone reports whether the plan has tasks and all of them are done.
func (p *Plan) AllDone() bool { return p.Total() > 0 && p.Count(Done) == p.Total() }

// Last returns the last completed task of the plan, or nil.
func (p *Plan) Last() *Task {
	for _, t := range slices.Backward(p.Tasks()) {
		if t.Mark == Done {
			return t
		}
	}
	return nil
}

// Unticked returns the first open box after the last completed task and its parts, or nil.
func (p *Plan) Unticked() *Task {
	last := p.Last()
	if last == nil {
		return nil
	}
	for _, t := range p.Lines {
		if t.Line > last.Line && t.indent <= last.indent && t.Open() {
			return t
		}
	}
	return nil
}

// Find returns the task called name, or nil. Of several, it returns the last completed one, or else the
// first.
func (p *Plan) Find(name string) *Task {
	key := Key(name)
	var found *Task
	for _, t := range p.Tasks() {
		if (found == nil || t.Mark == Done) && t.hasKey(key) {
			found = t
		}
	}
	return found
}

// KeyOf returns the Key of the task called name, as the plan names it. p may be nil.
func (p *Plan) KeyOf(name string) string {
	if t := p.Find(name); t != nil {
		name = t.Name()
	}
	return Key(name)
}
