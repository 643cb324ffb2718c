package loop

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

// taskDone records a task of the plan as done.
func (e *edit) taskDone(p Progress) error {
	name, err := e.t.Plan.named(p.TaskDone)
	if err != nil {
		return err
	}
	e.tally(name)
	e.word("last_task", e.spell(name))
	if p.Commit != "" {
		if !sameCommit(text(e.existing().find("last_commit")).Text, p.Commit) {
			e.word("last_commit", p.Commit)
		}
		e.commit(p, name)
	}
	e.tick(e.t.Plan.Find(name), p.Commit)
	return e.Err
}

// tick ticks the box of a task in the plan, and adds the commit if it has none.
func (e *edit) tick(task *Task, commit string) {
	if task == nil || task.Mark == Done {
		return
	}
	lines := slices.Collect(strings.Lines(e.t.Plan.File.Text))
	if task.Line > len(lines) { // carriage returns end its lines
		e.note("the box of task %q in %s is not ticked: its lines end otherwise", task.Name(), PlanFile)
		return
	}
	line := lines[task.Line-1]
	box := strings.IndexByte(line, '[')
	if found, ok := readTask(strings.TrimRight(line, "\r\n")); !ok || box < 0 || found.Mark != task.Mark {
		e.note("task %q has no box of its own in %s", task.Name(), PlanFile)
		return
	}
	text := strings.TrimRight(line, " \t\r\n")
	end := line[len(text):]
	if commit != "" && task.Commit == "" {
		end = " <!-- " + commit + " -->" + end
	}
	lines[task.Line-1] = line[:box] + "[x]" + text[box+len("[x]"):] + end
	e.plan = strings.Join(lines, "")
}

// named returns the name by which the task is recorded that a person means: by its number,
// by its text, or by what only its text begins with. If the plan has no numbers, or does not
// exist, a number needs no task; one of several tasks is not enough.
func (p *Plan) named(given string) (string, error) {
	id, found := taskID(given), p.sharing(given)
	if len(found) == 0 {
		if task := p.Find(given); task != nil {
			return task.Name(), nil
		}
		if id != "" && !p.Numbered() {
			return id, nil
		}
		found = p.beginning(given)
	}
	switch {
	case severalNames(found):
		return "", protocol.BadRequest("name one: "+taskNames(found), "%d tasks of %s are called %q", len(found), PlanFile, given)
	case len(found) > 0:
		return found[0].Name(), nil
	case p.Total() == 0:
		return "", protocol.BadRequest("expected a number such as 2.3", "%q is not a number of a task", given)
	}
	return "", protocol.BadRequest("tasks: "+taskNames(p.Tasks()), "no task %q in %s", given, PlanFile)
}

// beginning are the tasks whose text begins with what is given, in any case; those
// whose text that is, where there are any.
func (p *Plan) beginning(given string) []*Task {
	start := strings.ToLower(taskText(given))
	if start == "" {
		return nil
	}
	return narrowed(p.Tasks(), start)
}

// narrowed are those of tasks whose text is start, else those whose text begins so.
// start is in lower case.
func narrowed(tasks []*Task, start string) []*Task {
	var same, found []*Task
	for _, t := range tasks {
		text := strings.ToLower(t.Text)
		if text == start {
			same = append(same, t)
		}
		if strings.HasPrefix(text, start) {
			found = append(found, t)
		}
	}
	if len(same) > 0 {
		return same
	}
	return found
}

// sharing are the tasks with the number that given begins with and, where a text
// stands behind it, that text; with that number alone where none has the text.
func (p *Plan) sharing(given string) []*Task {
	id, text := taskID(given), strings.ToLower(taskText(given))
	var all []*Task
	for _, t := range p.Tasks() {
		if id != "" && t.ID != "" && bareID(t.ID) == bareID(id) {
			all = append(all, t)
		}
	}
	if found := narrowed(all, text); text != "" && len(found) > 0 {
		return found
	}
	return all
}

// severalNames reports whether tasks have more than one name: those that share theirs
// cannot be told apart by whoever reads it.
func severalNames(tasks []*Task) bool {
	return slices.ContainsFunc(tasks, func(t *Task) bool { return t.Name() != tasks[0].Name() })
}

// taskNames lists the names of the first tasks, each once.
func taskNames(tasks []*Task) string {
	const most = 20
	var names []string
	for _, t := range tasks {
		if len(names) == most {
			names = append(names, "…")
			break
		}
		if name := t.Name(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return spelling.List(names)
}

// spell writes the name of a task as last_task has it: with the word before it, or
// alone. One that is there in another spelling stays.
func (e *edit) spell(name string) string {
	last := e.existing().LastTask().Text
	if taskKey(last) == taskKey(name) {
		return last
	}
	if word, _, ok := cutWord(last); ok && strings.EqualFold(word, "task") && taskID(name) != "" {
		return word + " " + name
	}
	return name
}

// commit adds a commit to commits, unless that has it for the task.
func (e *edit) commit(p Progress, name string) {
	for _, c := range e.existing().Commits {
		if sameCommit(c.SHA.Text, p.Commit) && c.Listed && taskKey(c.Task) == taskKey(name) {
			return
		}
	}
	quote := jsondoc.Quote
	entry := `{"sha": ` + quote(p.Commit)
	if p.Message != "" {
		entry += `, "message": ` + quote(strings.ToValidUTF8(p.Message, "\ufffd"))
	}
	e.Append([]string{entry + `, "task": ` + quote(name) + "}"}, e.at("commits")...)
}

// sameCommit reports whether two names can be of one commit: one is the beginning of
// the other, in any case.
func sameCommit(a, b string) bool {
	n := min(len(a), len(b))
	return claim.IsCommit(a) && claim.IsCommit(b) && strings.EqualFold(a[:n], b[:n])
}
