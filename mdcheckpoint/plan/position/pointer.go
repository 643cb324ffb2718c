package position

import (
	"path"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/plan/planfile"
)

// A pointer is what a file for one session says of the plan that it is about.
type pointer struct {
	path        string
	phase, plan string // as [plan.Number] has them; "" if it does not say
	task, time  Value
	begun       bool         // the task was
	done        map[int]bool // numbers of tasks that it lists as done
	aside       bool         // it is about other work than plans
	blocked     bool         // it says that the work is blocked
}

// pointers are those of the hand-off and of the notes that sessions left, the hand-off
// first. Source: GSD, where it is what counts.
func (p *Project) pointers() []pointer {
	var all []pointer
	if p.Handoff != nil {
		all = append(all, p.Handoff.pointer())
	}
	for _, c := range p.Left {
		at := pointer{path: c.File.Name, task: c.Task, time: c.Updated, begun: strings.Contains(Normal(c.Status.Text, false), "executing"), blocked: c.IsBlocked()}
		switch dir := path.Dir(c.File.Name); {
		case c.isAside(p.Dir):
			at.aside = true
		default:
			at.phase, at.plan = idOf(c.Phase.Text, c.Plan.Text)
			if at.phase == "" && path.Base(path.Dir(dir)) == phasesDir {
				at.phase, _ = idOf(path.Base(dir), "")
			}
		}
		all = append(all, at)
	}
	return all
}

// IsBlocked reports whether the note says that the work is blocked.
func (c *Continue) IsBlocked() bool { return isBlocked(c.Status.Text) }

func isBlocked(status string) bool { return strings.Contains(strings.ToLower(status), "blocked") }

// phasesDir is the directory of those of phases. Source: GSD, seed.
const phasesDir = "phases"

// isAside reports whether the note is about other work than plans: it says so, or lies in
// a directory of such work below dir, as that of a spike, and names no phase. Source: GSD.
func (c *Continue) isAside(dir string) bool {
	switch strings.ToLower(str(c.File, c.Front.Get("context"))) {
	case "spike", "sketch", "deliberation", "research":
		return true
	}
	own := path.Dir(c.File.Name)
	return c.Phase.Text == "" && own != dir && path.Base(path.Dir(own)) != phasesDir
}

// pointer is what the hand-off says of the plan that it is about: of the task, its lists
// before its number, for they are what a session keeps up to date.
func (h *Handoff) pointer() pointer {
	at := pointer{path: h.Doc.File.Name, task: h.Task, time: h.Time, done: map[int]bool{}, blocked: isBlocked(h.Status.Text)}
	at.phase, at.plan = idOf(h.Phase.Text, h.Plan.Text)
	for _, i := range h.Done {
		if n := at.taskOf(i.ID); n > 0 && (i.Status == "" || Normal(i.Status, false) == "completed") {
			at.done[n] = true
		}
	}
	if open := h.Open(); len(open) > 0 {
		at.begun = strings.Contains(open[0].Status, "progress")
		if n := at.taskOf(open[0].ID); n > 0 {
			at.task.Text = strconv.Itoa(n)
			delete(at.done, n)
		}
	}
	return at
}

// before reports whether it was written before t.
func (at *pointer) before(t time.Time) bool {
	written, ok := ReadTime(at.time.Text)
	return ok && written.Before(t)
}

// taskOf is the number of a task by its id: 2 of "2", "T2", "task-2" and "03-02-T2"; 0 of
// what is no such id, or that of a task of another plan.
func (at *pointer) taskOf(id string) int {
	id = strings.ToLower(strings.TrimSpace(id))
	before := strings.TrimRight(id, "0123456789")
	n, ok := planfile.ParseCount(id[len(before):])
	if !ok {
		return 0
	}
	const between = "-_. #:/"
	before = strings.TrimRight(before, between)
	before = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(before, "task"), "t"), between)
	if before == "" {
		return n
	}
	if phase, number := idOf("", before); phase == at.phase && (number == at.plan || at.plan == "") {
		return n
	}
	return 0
}

// next is the number of the first task, from the one that it names on, that it does not
// list as done; 0 if it names none and lists none. It may be past the last.
func (at *pointer) next() int {
	n, _, ok := leading(at.task.Text)
	if !ok || n == 0 {
		n = min(len(at.done), 1)
	}
	for at.done[n] {
		n++
	}
	return n
}

// idOf reads a phase such as "3" or "03-dashboard" and a plan such as 6 or "03-06".
func idOf(phase, number string) (string, string) {
	number = strings.TrimSuffix(strings.TrimSuffix(number, "-PLAN.md"), "PLAN.md")
	if a, b, ok := strings.Cut(phase, "-"); ok && number == "" && isDigits(a) && isDigits(b) {
		return planfile.Number(a), planfile.Number(b)
	}
	if a, b, ok := strings.Cut(number, "-"); ok && isDigits(a) && isDigits(b) {
		return planfile.Number(a), planfile.Number(b)
	}
	return planfile.Number(phase), planfile.Number(number)
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789.") == "" }

// of are the plans that it is about: one, or those of its phase where it names no plan.
func (at *pointer) of(sequence []*planfile.Plan) []*planfile.Plan {
	var found []*planfile.Plan
	for _, x := range sequence {
		if id := x.ID(); at.phase != "" && id.Phase == at.phase && (at.plan == "" || id.Plan == at.plan) {
			found = append(found, x)
		}
	}
	return found
}
