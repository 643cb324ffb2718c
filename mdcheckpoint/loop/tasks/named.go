package tasks

import (
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
)

// Named returns the name to record for a task, and the task, which is nil if it is not in the plan. A
// box inside a task has no name. Of tasks with equal names, the first open one counts. Other matches of
// several tasks are an error.
func (p *Plan) Named(given string) (name string, t *Task, err error) {
	found := p.matching(given)
	var boxes []*Task
	if p != nil {
		boxes = beginning(p.Lines, strings.ToLower(textOf(given)))
	}
	switch {
	case slices.ContainsFunc(found, func(t *Task) bool { return t.Name() != found[0].Name() }):
		err = protocol.BadRequest("name one of "+namesOf(found), "plan.md has %d tasks named %q", len(found), given)
	case len(found) > 0:
		name = found[0].Name()
		if t = p.Find(name); slices.ContainsFunc(found, (*Task).Open) {
			t = found[slices.IndexFunc(found, (*Task).Open)]
		}
	case len(boxes) > 1:
		err = protocol.BadRequest("give more of the text, or tick the box in plan.md", "plan.md has %d boxes named %q; the first is in line %d", len(boxes), given, boxes[0].Line)
	case len(boxes) > 0:
		t = boxes[0]
	case IDOf(given) != "" && !p.Numbered():
		name = IDOf(given)
	case p.Total() == 0:
		err = protocol.BadRequest("expected a number such as 2.3", "%q is not a task number", given)
	default:
		err = protocol.BadRequest("tasks: "+namesOf(p.Tasks()), "no task %q in plan.md", given)
	}
	return name, t, err
}

func (p *Plan) matching(given string) []*Task {
	key, text := Key(given), strings.ToLower(textOf(given))
	all := slices.DeleteFunc(p.Tasks(), func(t *Task) bool { return !t.hasKey(key) })
	if found := beginning(all, text); len(found) > 0 {
		return found
	}
	if len(all) == 0 {
		return beginning(p.Tasks(), text)
	}
	return all
}

func beginning(tasks []*Task, start string) []*Task {
	var same, found []*Task
	for _, t := range tasks {
		text := strings.ToLower(t.Text)
		if start != "" && strings.HasPrefix(text, start) {
			found = append(found, t)
			if text == start {
				same = append(same, t)
			}
		}
	}
	if len(same) > 0 {
		return same
	}
	return found
}

func namesOf(tasks []*Task) string {
	const most = 20
	var names []string
	for _, t := range tasks {
		if name := t.Name(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > most {
		names = append(names[:most], "…")
	}
	return spelling.List(names)
}

// Tick returns the text of the plan with the box of t ticked. It adds commit if t has none. ok is false
// if t has no box of its own.
func (p *Plan) Tick(t *Task, commit string) (text string, ok bool) {
	lines := slices.Collect(strings.Lines(p.File.Text))
	line := lines[t.Line-1]
	bare := strings.TrimRight(line, " \t\r\n")
	l, _ := ReadLine(bare)
	if l.Mark == 0 || l.Mark != t.Mark && !t.Closed {
		return "", false
	}
	ticked := bare[:l.box] + "[x]" + bare[l.box+len("[x]"):]
	if commit != "" && t.Commit == "" {
		form := "<!-- # -->"
		for _, done := range p.Lines { // the last form in which this commit is recognized
			if done.Commit != "" && isHash(commit, done.form) {
				form = done.form
			}
		}
		ticked += " " + strings.Replace(form, "#", commit, 1)
	}
	lines[t.Line-1] = ticked + line[len(bare):]
	return strings.Join(lines, ""), true
}
