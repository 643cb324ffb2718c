package loop

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
)

// A Progress asks for how far a step has come. Its zero fields are not written.
type Progress struct {
	Step string // "" is the current one

	Phase, Phases int    // the current phase of how many
	Task          string // that is worked on
	Done          *int   // tasks that are done

	TaskDone string // number of a task of the plan that was done: "2.3"
	Commit   string // of it
	Message  string // of the commit

	Fixed *int   // issues that are fixed
	Issue string // that is worked on
}

// Progress makes the change that records how far a step has come, and always stamps
// it: a call without more is a sign of life. Numbers of tasks are those of the plan
// where it has them. Counts are written where they stand, beside the status or in
// "progress". A step that does not run is a [*RequestError].
func (t *Track) Progress(p Progress, now time.Time) (*Change, error) {
	e, err := t.edit(p.Step, now)
	if err != nil {
		return nil, err
	}
	if err := e.running(); err != nil {
		return nil, err
	}
	if err := p.check(e); err != nil {
		return nil, err
	}
	if s := StatusOf(e.m.StatusAt(e.step)); s == nil || !s.StepOnly {
		e.status(InProgress)
	}
	e.begun("")
	e.phase(p)
	if p.TaskDone != "" {
		if err := e.taskDone(p); err != nil {
			return nil, err
		}
	}
	e.numberOr("issues_fixed", p.Fixed)
	e.wordOr("current_issue", p.Issue)
	return e.finish(true, "recorded progress of %s", e.step)
}

// running reports a step that does not run: neither of its copies says so.
func (e *edit) running() error {
	if e.bare() {
		return &RequestError{e.step + " has no checkpoint to keep progress in", ""}
	}
	status := e.m.StatusAt(e.step)
	if s := StatusOf(status); s == nil || s.Name == InProgress || s.StepOnly && s.Name != Escalated {
		return nil
	}
	if e.seen().Status == InProgress && status == NotStarted {
		return nil // a writer set one copy alone
	}
	return &RequestError{fmt.Sprintf("%s is %s, want %s", e.step, status, InProgress), "mdck loop start " + e.step}
}

func (p *Progress) check(e *edit) error {
	negative := p.Done != nil && *p.Done < 0 || p.Fixed != nil && *p.Fixed < 0
	switch {
	case negative:
		return &RequestError{"a count is less than 0", ""}
	case p.Phase < 0 || p.Phases < 0 || p.Phase > p.Phases:
		return &RequestError{fmt.Sprintf("phase %d of %d", p.Phase, p.Phases), "want a phase from 1 to the number of phases"}
	case p.Commit != "" && !IsCommit(p.Commit):
		return &RequestError{fmt.Sprintf("%q is no commit", p.Commit), "want 7 to 64 hex digits"}
	case p.TaskDone == "" && (p.Commit != "" || p.Message != ""):
		return &RequestError{"a commit without the task that it is of", "name the task with --task-done"}
	case p.TaskDone != "" && p.Done != nil:
		return &RequestError{"a task that is done and a number of tasks that are done", "give one of them"}
	case p.TaskDone != "" && !isExecute(e.step):
		return &RequestError{fmt.Sprintf("tasks of the plan are done in %s, and this is %s", Execute, e.step), ""}
	case (p.Fixed != nil || p.Issue != "") && e.step != Fix:
		return &RequestError{fmt.Sprintf("issues are fixed in %s, and this is %s", Fix, e.step), ""}
	}
	return nil
}

// phase writes what a plan that is being written, or worked off, has come to.
func (e *edit) phase(p Progress) {
	if p.Phases > 0 {
		e.count("current_phase", p.Phase)
		e.count("total_phases", p.Phases)
	}
	e.wordOr("current_task", p.Task)
	e.numberOr("tasks_completed", p.Done)
	if total := e.t.Plan.Total(); p.Done != nil && total >= *p.Done && total > 0 {
		e.count("tasks_total", total)
	}
}

// home is where a count goes: where it is, else where others of its kind are, else
// where the protocol has those of the step.
func (e *edit) home(key string) [][]string {
	var found [][]string
	for _, path := range [][]string{e.at(key), e.at("progress", key)} {
		if e.get(path...) != nil {
			found = append(found, path)
		}
	}
	if len(found) > 0 {
		return found
	}
	isCount := func(v *jsondoc.Value) bool {
		return v != nil && slices.ContainsFunc(progressFields, func(f jsondoc.Field) bool { return v.Get(f.Name) != nil })
	}
	s := StepOf(e.step)
	nested := s == nil || s.Nested
	switch {
	case isCount(e.get(e.at()...)):
		nested = false
	case e.has("progress"):
		nested = true
	}
	if nested {
		return [][]string{e.at("progress", key)}
	}
	return [][]string{e.at(key)}
}

func (e *edit) count(key string, n int) {
	for _, path := range e.home(key) {
		e.number(n, path...)
	}
}

func (e *edit) word(key, value string) {
	for _, path := range e.home(key) {
		e.text(value, path...)
	}
}

func (e *edit) numberOr(key string, n *int) {
	if n != nil {
		e.count(key, *n)
	}
}

func (e *edit) wordOr(key, value string) {
	if value = strings.TrimSpace(value); value != "" {
		e.word(key, value)
	}
}

// taskDone records a task of the plan as done.
func (e *edit) taskDone(p Progress) error {
	task, name := e.t.Plan.Find(p.TaskDone), TaskID(p.TaskDone)
	switch {
	case name == "" && task == nil:
		return &RequestError{fmt.Sprintf("%q is no number of a task", p.TaskDone), "want a number such as 2.3"}
	case e.t.Plan.Numbered() && task == nil:
		return &RequestError{fmt.Sprintf("no task %s in %s", name, PlanFile), "tasks: " + e.t.Plan.names()}
	case name == "":
		name = task.Name()
	}
	e.count("tasks_completed", e.completed(name, task))
	if total := e.t.Plan.Total(); total > 0 {
		e.count("tasks_total", total)
	}
	e.word("last_task", e.spell(name))
	if p.Commit != "" {
		e.word("last_commit", p.Commit)
		e.commit(p, name)
	}
	return e.err
}

// spell writes the name of a task as last_task has it: with the word before it, or
// alone. One that is there in another spelling stays.
func (e *edit) spell(name string) string {
	last := e.seen().LastTask().Text
	if taskKey(last) == taskKey(name) {
		return last
	}
	if word, _, ok := cutWord(last); ok && strings.EqualFold(word, "task") && TaskID(name) != "" {
		return word + " " + name
	}
	return name
}

// completed is how many tasks are done with that one. It is what the plan says where
// the plan has the task as done. Where it has not, tasks count that the plan or the
// commits have as done; and as many as before, and this one if it is new.
func (e *edit) completed(name string, task *Task) int {
	if task != nil && task.Mark == Done {
		return e.t.Plan.Count(Done)
	}
	c := e.seen()
	done := map[string]bool{}
	for _, t := range e.t.Plan.Tasks() {
		if t.Mark == Done {
			done[taskKey(t.Name())] = true
		}
	}
	for _, commit := range c.Commits {
		done[taskKey(commit.Task)] = true
	}
	done[taskKey(c.LastTask().Text)] = true
	delete(done, "")
	n, _, _ := c.Count("tasks_completed")
	if !done[taskKey(name)] {
		n++
		done[taskKey(name)] = true
	}
	n = max(n, len(done))
	if total := e.t.Plan.Total(); total > 0 {
		n = min(n, total)
	}
	return n
}

// commit adds a commit to commits, unless that has it for the task.
func (e *edit) commit(p Progress, name string) {
	for _, c := range e.seen().Commits {
		if c.SHA.Text == p.Commit && c.Listed && taskKey(c.Task) == taskKey(name) {
			return
		}
	}
	quote := jsondoc.Quote
	entry := `{"sha": ` + quote(p.Commit)
	if p.Message != "" {
		entry += `, "message": ` + quote(strings.ToValidUTF8(p.Message, "\ufffd"))
	}
	e.push([]string{entry + `, "task": ` + quote(name) + "}"}, e.at("commits")...)
}

// names lists the numbers of the first tasks.
func (p *Plan) names() string {
	const most = 20
	var names []string
	for _, t := range p.Tasks() {
		if len(names) == most {
			names = append(names, "…")
			break
		}
		names = append(names, t.Name())
	}
	return strings.Join(names, ", ")
}

// items is the number of elements of a list; 0 for what is none.
func items(v *jsondoc.Value) int {
	if v == nil {
		return 0
	}
	return len(v.Elements)
}
