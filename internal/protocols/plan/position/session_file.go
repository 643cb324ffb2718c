package position

import (
	"path"
	"strconv"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// phasesDir contains the phase folders. Source: GSD, checkpoint protocol.
const phasesDir = "phases"

// A SessionFile is a note (.continue-here.md) or the hand-off (HANDOFF.json) for the next session.
type SessionFile struct {
	File     *source.File
	Root     *jsondoc.Value // the whole hand-off, or the front matter of a note
	FrontErr error
	doc      *jsondoc.Document

	Phase, Plan, Task, Total, Status, Time, Next Value

	Blockers, Actions, Unticked  []Item // what to resolve first; Unticked has constraints without a tick
	Cleared                      bool   // the note says that nothing blocks the work
	Context                      Value
	Done, Remaining, Uncommitted []Item // of the hand-off

	CurrentState, CompletedWork, RemainingWork, Decisions Value // only in a note

	// Position in the plans, according to the file.
	phase, plan string // in the format of [planfile.Number]; "" if missing
	task        string
	done        map[int]bool
	begun       bool
	aside       bool
}

// An Item is an element of a list in a SessionFile.
type Item struct {
	Value
	ID       string // of a task
	Status   string // status of a task, or type of a blocker
	Commit   Value
	Detail   string // workaround of a blocker, or context of an action
	Blocking bool   // the work waits for this action
}

// IsContinue reports whether base is the file name of a note, such as .continue-here.md. Source:
// GSD, state.
func IsContinue(base string) bool {
	return base == "holding-pattern.md" || strings.HasPrefix(base, ".continue-here") && strings.HasSuffix(base, ".md")
}

// ParseNote parses text as the note called name. Errors are [*source.Error].
func ParseNote(name, text string) (*SessionFile, error) {
	f := source.NewFile(name, text)
	if err := f.Check(source.MaxSize); err != nil {
		return nil, err
	}
	l := &SessionFile{File: f}
	var span source.Span
	l.Root, span, l.FrontErr = planfile.ReadFrontMatter(f)
	l.read()
	get := func(tag string) Value { // a tag in GSD, a heading with the same words in the smaller family
		title := strings.ReplaceAll(tag, "_", " ")
		return firstValue(tagged(f, span.End, tag), section(f, span.End, title))
	}
	l.CurrentState, l.CompletedWork, l.RemainingWork = get("current_state"), get("completed_work"), get("remaining_work")
	l.Decisions, l.Context, l.Next = get("decisions_made"), get("context"), get("next_action")
	blockers := get("blockers")
	for _, v := range entries(f, blockers) {
		l.Blockers = append(l.Blockers, Item{Value: v})
	}
	l.Cleared = blockers.Text != "" && len(l.Blockers) == 0
	for at, line := range linesFrom(f, span.End) {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "- [ ] CONSTRAINT:"); ok {
			constraint := Value{spelling.OneLine(rest), lineSpan(at, line)}
			l.Unticked = append(l.Unticked, Item{Value: constraint})
		}
	}
	return l, nil
}

func (l *SessionFile) read() {
	get := func(key string) Value { return valueOf(l.File, l.Root.Get(key)) }
	l.Phase, l.Plan, l.Status = get("phase"), get("plan"), get("status")
	l.Task, l.Total = get("task"), get("total_tasks")
	l.Time = firstValue(get("timestamp"), get("last_updated"), get("created"))
}

// IsHandoff reports whether l is the hand-off.
func (l *SessionFile) IsHandoff() bool { return l.doc != nil }

// IsBlocked reports whether the status says that the work is blocked.
func (l *SessionFile) IsBlocked() bool {
	return strings.Contains(strings.ToLower(l.Status.Text), "blocked")
}

// IsAside reports whether l is about work that is not in plans.
func (l *SessionFile) IsAside() bool { return l.aside }

func (l *SessionFile) written() time.Time {
	at, _ := ReadTime(l.Time.Text)
	return at
}

// Notes returns warnings about invalid values, the task number and the time.
func (l *SessionFile) Notes() []Note {
	var notes noteList
	key := "last_updated"
	if l.IsHandoff() {
		key, notes = "timestamp", l.schemaNotes()
	}
	n, ok := planfile.ParseCount(l.Task.Text)
	if most, known := planfile.ParseCount(l.Total.Text); ok && known && n > most {
		notes.add(l.Task.Span, "task is %d, but total_tasks is %d", n, most)
	}
	at := l.Time
	isTemplate := spelling.IsNoneWord(at.Text) || strings.ContainsAny(at.Text[:1], "{<[")
	if l.written().IsZero() && !isTemplate {
		notes.add(at.Span, "%s is %q; expected a time such as %s, or a day", key, at.Text, spelling.TimeLayout)
	}
	return notes.inOrder()
}

// Claims returns what l claims about the tree and the repository.
func (l *SessionFile) Claims(out claim.Outside) []claim.Claim {
	c := &claimer{out: out}
	for _, v := range []Value{l.CurrentState, l.CompletedWork} {
		c.named(l.File.Slice(v.Span), v.Span.Start)
	}
	dir := valueOf(l.File, l.Root.Get("phase_dir"))
	if l.IsHandoff() && dir.Text != "" {
		c.dir = path.Dir(l.File.Name)
		c.file(dir.Text, dir.Span, before)
	}
	for _, i := range l.Done {
		if hash := strings.ToLower(i.Commit.Text); isHash(hash) {
			c.commit(hash, i.Commit.Span)
		}
	}
	for _, i := range l.Uncommitted {
		if isName(i.Text) {
			c.changed(i.Text, i.Span)
		}
	}
	return c.all
}

func isName(text string) bool {
	return text != "" && !strings.ContainsAny(text, " ()*") && strings.ContainsAny(text, "./")
}

// setPlan sets the plan and task that l is about. For other work, it sets l.aside. Source: GSD.
func (l *SessionFile) setPlan(dir string) {
	own := path.Dir(l.File.Name)
	ofPhase := path.Base(path.Dir(own)) == phasesDir
	context := strings.ToLower(str(l.File, l.Root.Get("context")))
	isElsewhere := l.Phase.Text == "" && own != dir && !ofPhase
	l.begun = Normal(l.Status.Text, false) == "executing"
	if l.aside = isElsewhere || isOne(context, "spike|sketch|deliberation|research"); l.aside {
		return
	}
	l.phase, l.plan = idOf(l.Phase.Text, l.Plan.Text)
	if l.phase == "" && ofPhase {
		l.phase, _ = idOf(path.Base(own), "")
	}
	l.setTask()
}

// setTask sets the task that l is about. The task lists take precedence over the task number, which
// is older.
func (l *SessionFile) setTask() {
	l.task, l.done = l.Task.Text, map[int]bool{}
	for _, i := range l.Done {
		if i.Status == "" || Normal(i.Status, false) == "completed" {
			l.done[l.taskOf(i.ID)] = true
		}
	}
	if open := l.Open(); len(open) > 0 {
		l.begun = strings.Contains(open[0].Status, "progress")
		if n := l.taskOf(open[0].ID); n > 0 {
			l.task = strconv.Itoa(n)
			delete(l.done, n)
		}
	}
	delete(l.done, 0)
}

// taskOf returns the task number in an id such as "task-2" or "03-02-T2", or 0.
func (l *SessionFile) taskOf(id string) int {
	id = strings.TrimPrefix(strings.ToLower(id), l.phase+"-"+l.plan)
	n, _ := planfile.ParseCount(strings.TrimLeft(id, "-_. #:/task"))
	return n
}

// next returns the first task from the current one on that l does not list as done, or 0.
func (l *SessionFile) next() int {
	n, _ := leading(l.task)
	if n == 0 {
		n = min(len(l.done), 1)
	}
	for l.done[n] {
		n++
	}
	return n
}

func (l *SessionFile) plans(sequence []*planfile.Plan) (found []*planfile.Plan) {
	for _, x := range sequence {
		id := x.ID()
		isIt := l.plan == "" || id.Plan == l.plan
		if l.phase != "" && id.Phase == l.phase && isIt {
			found = append(found, x)
		}
	}
	return found
}

// idOf parses a phase such as "03-dashboard" and a plan such as "03-06".
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
