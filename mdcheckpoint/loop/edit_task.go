package loop

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

// taskDone records a task of the plan as done.
func (e *edit) taskDone(p Progress) error {
	name, err := e.t.Plan.named(p.TaskDone)
	if err != nil {
		return err
	}
	e.forgotten(name)
	e.tally(name)
	e.word("last_task", e.spell(name))
	if p.Commit != "" {
		if !sameCommit(text(e.seen().find("last_commit")).Text, p.Commit) {
			e.word("last_commit", p.Commit)
		}
		e.commit(p, name)
	}
	return e.err
}

// named is the name by which the task is recorded that a person means: by its number,
// by its text, or by what only its text begins with. Where the plan has no numbers, or
// is not there, a number needs no task.
func (p *Plan) named(given string) (string, error) {
	if task := p.Find(given); task != nil {
		return cmp.Or(taskID(given), task.Name()), nil
	}
	if id := taskID(given); id != "" && !p.Numbered() {
		return id, nil
	} else if id != "" {
		return "", &RequestError{fmt.Sprintf("no task %s in %s", id, PlanFile), "tasks: " + p.names()}
	}
	switch found := p.beginning(given); {
	case len(found) == 1:
		return found[0].Name(), nil
	case len(found) > 1:
		return "", &RequestError{fmt.Sprintf("%d tasks of %s begin with %q", len(found), PlanFile, given), "want more of the text of one"}
	case p.Total() == 0:
		return "", &RequestError{fmt.Sprintf("%q is no number of a task", given), "want a number such as 2.3"}
	}
	return "", &RequestError{fmt.Sprintf("no task %q in %s", given, PlanFile), "tasks: " + p.names()}
}

// beginning are the tasks whose text begins with what is given, in any case; the one
// whose text that is, where there is one.
func (p *Plan) beginning(given string) []*Task {
	start := strings.ToLower(taskText(given))
	var found []*Task
	for _, t := range p.Tasks() {
		text := strings.ToLower(t.Text)
		if text == start && start != "" {
			return []*Task{t}
		}
		if start != "" && strings.HasPrefix(text, start) {
			found = append(found, t)
		}
	}
	return found
}

// forgotten notes that nothing but last_task had a task as done which it will no
// longer name, and which the loop would come to again: one behind the new one.
func (e *edit) forgotten(name string) {
	last := e.seen().LastTask().Text
	task := e.t.Plan.Find(last)
	before, _ := e.t.Plan.After(task)
	if slices.Contains(before, e.t.Plan.Find(name)) && !e.tasksDone(false)[taskKey(last)] {
		e.note("last_task was %q: neither %s nor commits keep that it is done", last, PlanFile)
	}
}

// spell writes the name of a task as last_task has it: with the word before it, or
// alone. One that is there in another spelling stays.
func (e *edit) spell(name string) string {
	last := e.seen().LastTask().Text
	if taskKey(last) == taskKey(name) {
		return last
	}
	if word, _, ok := cutWord(last); ok && strings.EqualFold(word, "task") && taskID(name) != "" {
		return word + " " + name
	}
	return name
}

// tasksDone are the tasks that the plan or the commits have as done, and last_task
// with them if that is wanted, by their keys. Where there is a plan with tasks, they
// are some of those.
func (e *edit) tasksDone(last bool) map[string]bool {
	c, done := e.seen(), map[string]bool{}
	add := func(name string) {
		if e.t.Plan.Total() == 0 || e.t.Plan.Find(name) != nil {
			done[taskKey(name)] = true
		}
	}
	for _, t := range e.t.Plan.Tasks() {
		if t.Mark == Done {
			add(t.Name())
		}
	}
	for _, commit := range c.Commits {
		if commit.Listed { // the other one is that of last_task
			add(commit.Task)
		}
	}
	if last {
		add(c.LastTask().Text)
	}
	delete(done, "")
	return done
}

// tally sets how many tasks are done, and how many there are. The tasks count that
// the plan or the commits have as done, and as many as before: not all who work a
// plan off tick its boxes. A task that is named counts if it is new. A number that is
// above that of the plan is not to be trusted.
func (e *edit) tally(name string) {
	done, total := e.tasksDone(true), e.t.Plan.Total()
	before, _, known := e.seen().Count("tasks_completed")
	n := before
	if key := taskKey(name); key != "" && !done[key] {
		n++
		done[key] = true
	}
	switch {
	case total > 0 && before > total:
		n = min(len(done), total)
		e.note("tasks_completed was %d, and %s has %d tasks", before, PlanFile, total)
	case total > 0:
		n = min(max(n, len(done)), total)
	default:
		n = max(n, len(done))
	}
	if known || name != "" || n > 0 || total > 0 {
		e.count("tasks_completed", n)
	}
	if total > 0 {
		e.count("tasks_total", total)
	}
}

// unfinished notes what the plan says of a step that passes with tasks that are open.
func (e *edit) unfinished() {
	total, ticked := e.t.Plan.Total(), e.t.Plan.Count(Done)
	done, _, _ := e.seen().Count("tasks_completed")
	if done < total {
		e.note("%d of %d tasks of %s are not done", total-done, total, PlanFile)
	}
	if ticked < done {
		e.note("%s has %d of %d tasks as done, and %d are recorded", PlanFile, ticked, total, done)
	}
}

// commit adds a commit to commits, unless that has it for the task.
func (e *edit) commit(p Progress, name string) {
	for _, c := range e.seen().Commits {
		if sameCommit(c.SHA.Text, p.Commit) && c.Listed && taskKey(c.Task) == taskKey(name) {
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

// sameCommit reports whether two names can be of one commit: one is the beginning of
// the other, in any case.
func sameCommit(a, b string) bool {
	n := min(len(a), len(b))
	return IsCommit(a) && IsCommit(b) && strings.EqualFold(a[:n], b[:n])
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
