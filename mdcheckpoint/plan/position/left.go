package position

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// phasesDir is the directory of those of phases. Source: GSD, seed.
const phasesDir = "phases"

// A Left is what a file for one session, a note or a hand-off, says of the plan that it is about.
type Left struct {
	Phase, Plan, Task, Total, Status, Time Value
}

// IsBlocked reports whether it says that the work is blocked.
func (l *Left) IsBlocked() bool { return strings.Contains(strings.ToLower(l.Status.Text), "blocked") }

// notes are what is odd: a task past the last, and a time, called key, that is none.
func (l *Left) notes(key string) (notes []Note) {
	n, ok := planfile.ParseCount(l.Task.Text)
	if most, known := planfile.ParseCount(l.Total.Text); ok && known && n > most {
		notes = append(notes, note(l.Task.Span, "task is %d, and total_tasks is %d", n, most))
	}
	_, isTime := ReadTime(l.Time.Text)
	if at := l.Time; !isTime && !isBlank(at.Text) && !strings.ContainsAny(at.Text[:1], "{<[") {
		notes = append(notes, note(at.Span, "%s is %q, want a time such as %s, or a day", key, at.Text, spelling.TimeLayout))
	}
	return notes
}

// A pointer is where a file for one session points to.
type pointer struct {
	Left
	path        string
	phase, plan string       // as [planfile.Number] has them; "" if it does not say
	done        map[int]bool // numbers of tasks that it lists as done
	begun       bool         // the task was
	aside       bool         // it is about other work than plans
}

// pointers are those of the hand-off and of the notes that sessions left, the hand-off first.
// Source: GSD, where it is what counts.
func (p *Project) pointers() []pointer {
	var all []pointer
	if p.Handoff != nil {
		all = append(all, p.Handoff.pointer())
	}
	for _, c := range p.Left {
		all = append(all, c.pointer(p.Dir))
	}
	return all
}

// pointer is what the note in the folder at dir points to, in its words or by its place. Beside
// plans is a note that says so, or lies in a directory of such work, as that of a spike, and names
// no phase. Source: GSD.
func (c *Continue) pointer(dir string) pointer {
	at := pointer{Left: c.Left, path: c.File.Name, begun: strings.Contains(Normal(c.Status.Text, false), "executing")}
	own := path.Dir(c.File.Name)
	ofPhase := path.Base(path.Dir(own)) == phasesDir
	context := strings.ToLower(str(c.File, c.Front.Get("context")))
	if slices.Contains([]string{"spike", "sketch", "deliberation", "research"}, context) || c.Phase.Text == "" && own != dir && !ofPhase {
		at.aside = true
		return at
	}
	if at.phase, at.plan = idOf(c.Phase.Text, c.Plan.Text); at.phase == "" && ofPhase {
		at.phase, _ = idOf(path.Base(own), "")
	}
	return at
}

// pointer is what the hand-off points to: of the task, its lists before its number, for they are
// what a session keeps up to date.
func (h *Handoff) pointer() pointer {
	at := pointer{Left: h.Left, path: h.Doc.File.Name, done: map[int]bool{}}
	at.phase, at.plan = idOf(h.Phase.Text, h.Plan.Text)
	for _, i := range h.Done {
		if i.Status == "" || Normal(i.Status, false) == "completed" {
			at.done[at.taskOf(i.ID)] = true
		}
	}
	if open := h.Open(); len(open) > 0 {
		at.begun = strings.Contains(open[0].Status, "progress")
		if n := at.taskOf(open[0].ID); n > 0 {
			at.Task.Text = strconv.Itoa(n)
			delete(at.done, n)
		}
	}
	delete(at.done, 0)
	return at
}

// taskOf is the number of a task by its id: 2 of "2", "T2", "task-2" and "03-02-T2"; 0 of
// what is no such id, or that of a task of another plan.
func (at *pointer) taskOf(id string) int {
	id = strings.TrimLeft(strings.TrimPrefix(strings.ToLower(id), at.phase+"-"+at.plan), "-_. #:/task")
	n, _ := planfile.ParseCount(id)
	return n
}

// next is the number of the first task, from the one that it names on, that it does not list as
// done; 0 if it names none and lists none. It may be past the last.
func (at *pointer) next() int {
	n, _, ok := leading(at.Task.Text)
	if !ok || n == 0 {
		n = min(len(at.done), 1)
	}
	for at.done[n] {
		n++
	}
	return n
}

// isBefore reports whether it was written before t.
func (at *pointer) isBefore(t time.Time) bool {
	written, ok := ReadTime(at.Time.Text)
	return ok && written.Before(t)
}

// plans are those that it is about: one, or those of its phase where it names no plan.
func (at *pointer) plans(sequence []*planfile.Plan) (found []*planfile.Plan) {
	for _, x := range sequence {
		if id := x.ID(); at.phase != "" && id.Phase == at.phase && (at.plan == "" || id.Plan == at.plan) {
			found = append(found, x)
		}
	}
	return found
}

// idOf reads a phase such as "3" or "03-dashboard" and a plan such as 6 or "03-06".
func idOf(phase, number string) (string, string) {
	number = strings.TrimSuffix(strings.TrimSuffix(number, "PLAN.md"), "-")
	pair := number
	if number == "" {
		pair = phase
	}
	if a, b, ok := strings.Cut(pair, "-"); ok && isDigits(a) && isDigits(b) {
		return planfile.Number(a), planfile.Number(b)
	}
	return planfile.Number(phase), planfile.Number(number)
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789.") == "" }

// IsContinue reports whether a name without a directory is that of a note of a session
// that stopped: .continue-here.md, .continue-here-spike.md, holding-pattern.md. Source:
// GSD; the last: state.
func IsContinue(base string) bool {
	return base == "holding-pattern.md" || strings.HasPrefix(base, ".continue-here") && strings.HasSuffix(base, ".md")
}

// A Continue is a .continue-here.md, read.
type Continue struct {
	Left
	File     *source.File
	Front    *jsondoc.Value
	FrontErr error

	State, Done, Remaining, Decisions, Blockers, Context, Next Value   // of the tags, in lines
	Unticked                                                   []Value // constraints whose boxes are open
}

// ParseContinue reads text as the note called name. It fails as [ParseState] does.
func ParseContinue(name, text string) (*Continue, error) {
	f := source.NewFile(name, text)
	if err := f.Check(source.MaxSize); err != nil {
		return nil, err
	}
	c := &Continue{File: f}
	var span source.Span
	c.Front, span, c.FrontErr = planfile.ReadFrontMatter(f)
	get := func(key string) Value { return valueOf(f, c.Front.Get(key)) }
	c.Left = Left{get("phase"), get("plan"), get("task"), get("total_tasks"), get("status"), firstValue(get("last_updated"), get("created"))}
	for _, part := range [...]struct {
		tag string // Source: GSD. The smaller family has headings of the same words in their place.
		to  *Value
	}{
		{"current_state", &c.State}, {"completed_work", &c.Done}, {"remaining_work", &c.Remaining}, {"decisions_made", &c.Decisions},
		{"blockers", &c.Blockers}, {"context", &c.Context}, {"next_action", &c.Next},
	} {
		*part.to = firstValue(tagged(f, span.End, part.tag), section(f, span.End, strings.ReplaceAll(part.tag, "_", " ")))
	}
	for at, line := range linesFrom(f, span.End) {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "- [ ] CONSTRAINT:"); ok {
			c.Unticked = append(c.Unticked, Value{spelling.OneLine(rest), lineSpan(at, line)})
		}
	}
	return c, nil
}

func tagged(f *source.File, start int, name string) Value {
	before, rest, _ := strings.Cut(f.Text[start:], "<"+name+">")
	inner, _, ok := strings.Cut(rest, "</"+name+">")
	if !ok {
		return Value{}
	}
	from := start + len(before) + len("<"+name+">")
	return trimmed(f, from, from+len(inner))
}

// Standing are the blockers that the note names, one by one.
func (c *Continue) Standing() []Value { return entries(c.File, c.Blockers) }

// Notes are what is odd in the note.
func (c *Continue) Notes() []Note { return c.notes("last_updated") }

// Claims are the files and commits that the note names between backticks where it says
// what was done. What is next may still have to be made.
func (c *Continue) Claims(out claim.Outside) []claim.Claim {
	all := &claimer{out: out}
	for _, v := range []Value{c.State, c.Done} {
		all.named(c.File.Slice(v.Span), v.Span.Start)
	}
	return all.all
}
