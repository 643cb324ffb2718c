package ccc

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Complete makes the change that moves a task to Completed Tasks: from the
// current or the remaining ones if it is there. An empty text means the current
// task. A task that is there already is not added again. It gets the mark that
// the file uses.
func (p *Progress) Complete(text string) (*Change, error) { return p.change(p.complete(text)) }

func (p *Progress) complete(text string) (plan, error) {
	task := entryText(text)
	if task == "" {
		if text != "" || len(p.Current) == 0 {
			return plan{}, &RequestError{Reason: "there is no current task to complete", Hint: "name the task that is done"}
		}
		task = p.Current[0].Text
	}
	if err := sayable(task); err != nil {
		return plan{}, err
	}
	named := Entry{Key: CompletedKey, Line: task}.read() // without a commit behind it
	var pl plan
	var from *Entry
	for _, list := range [][]Entry{p.Current, p.Remaining} {
		if e := find(list, named.Text); e != nil {
			pl.steps = append(pl.steps, step{key: e.Key, entry: e})
			if from == nil {
				from = e
			}
		}
	}
	if from == nil {
		from = &Entry{Text: named.Text}
	} else if n, _ := cutNumber(named.Text); n < 0 && from.Number >= 0 {
		task, named.Text = from.Text+strings.TrimPrefix(task, named.Text), from.Text // with its number
	}
	there := find(p.Completed, named.Text)
	switch {
	case there == nil:
		pl.steps = append(pl.steps, step{key: CompletedKey, line: p.done(task), nested: from.nested})
	case from.nested != "":
		return plan{}, &RequestError{Reason: fmt.Sprintf("%q is completed already, and what is nested below it elsewhere would be lost", task), Hint: "move what is nested by hand"}
	case there.Mark == Open:
		_, bare, _ := cutMark(there.Line)
		pl.steps = append(pl.steps, step{key: CompletedKey, entry: there, line: p.done(bare), nested: there.nested})
	}
	if pl.empty() {
		pl.notes = []string{fmt.Sprintf("%q is completed already", task)}
		return pl, nil
	}
	pl.did = fmt.Sprintf("completed %q", task)
	return pl, nil
}

// done writes a completed task with the mark of the last one that has any, else
// with that of the shape.
func (p *Progress) done(task string) string {
	mark, leading := Tick, false
	if p.Shape == ShapeE {
		mark, leading = Boxed, true
	}
	for _, e := range slices.Backward(p.Completed) {
		if e.Mark.Done() {
			mark, leading = e.Mark, e.leading
			break
		}
	}
	if leading {
		return string(mark) + " " + task
	}
	return task + " " + string(mark)
}

// Begin makes the change that makes text the current task, with a status, which
// may be empty. It leaves Remaining Tasks; another current task goes back there,
// into its place or else to the top. For the task that is current already only the
// status changes, and an empty one changes nothing.
func (p *Progress) Begin(text, status string) (*Change, error) {
	return p.change(p.begin(text, status))
}

func (p *Progress) begin(text, status string) (plan, error) {
	task := entryText(text)
	if err := sayable(task); err != nil {
		return plan{}, err
	}
	there, from := find(p.Current, task), find(p.Remaining, task)
	now := p.currentEntry(there, task, strings.ReplaceAll(OneLine(clean(status)), dash, " – "))
	if there != nil && len(p.Current) == 1 && there.Line == now.line && from == nil {
		return plan{notes: []string{fmt.Sprintf("%q is the current task already", task)}}, nil
	}
	if there == nil && len(p.Current) > 0 {
		now.entry = &p.Current[0]
	}
	if from != nil && from.nested != "" {
		if now.nested != "" {
			return plan{}, &RequestError{Reason: fmt.Sprintf("%q stands in two sections, with something nested below it in both", task), Hint: "put that together by hand"}
		}
		now.nested = from.nested
	}
	back, err := p.putBack(there)
	if err != nil {
		return plan{}, err
	}
	pl := plan{did: fmt.Sprintf("current task is %q", task), steps: []step{now}}
	if there == nil && find(p.Completed, task) != nil {
		pl.notes = []string{fmt.Sprintf("%q is among the completed tasks, too", task)}
	}
	for i := range p.Current {
		if e := &p.Current[i]; e != now.entry {
			pl.steps = append(pl.steps, step{key: CurrentKey, entry: e})
		}
	}
	pl.steps = append(pl.steps, swap(from, back)...)
	return pl, nil
}

// currentEntry is the step that writes the current task: there, if it is current
// already, keeps its text, what is nested and, if no other is given, its status.
func (p *Progress) currentEntry(there *Entry, task, status string) step {
	now := step{key: CurrentKey, entry: there, line: task, plain: p.Shape == ShapeE}
	if there != nil {
		now.line, now.nested = there.Text, there.nested
		if there.leading {
			now.line = string(there.Mark) + " " + there.Text
		}
		if status == "" {
			status = there.Detail
		}
	}
	if status != "" {
		now.line += dash + status
	}
	return now
}

// putBack are the steps that keep among the remaining tasks all current ones but
// one.
func (p *Progress) putBack(but *Entry) ([]step, error) {
	var back []step
	for i := range p.Current {
		e := &p.Current[i]
		if e == but {
			continue
		}
		if find(p.Remaining, e.Text) == nil && find(p.Completed, e.Text) == nil {
			back = append(back, step{key: RemainingKey, line: e.Text, nested: e.nested, front: true})
		} else if e.nested != "" {
			return nil, &RequestError{Reason: fmt.Sprintf("what is nested below the current task %q would be lost", e.Text), Hint: "move what is nested by hand"}
		}
	}
	return back, nil
}

// swap puts the first of back in the place of from, a remaining task that is
// current from now on; with none to put there, from is taken out.
func swap(from *Entry, back []step) []step {
	if from == nil {
		return back
	}
	if len(back) == 0 {
		return []step{{key: RemainingKey, entry: from}}
	}
	back[0].entry, back[0].front = from, false
	return back
}

// Queue makes the change that adds tasks to Remaining Tasks, but for those that
// are there, current or completed.
func (p *Progress) Queue(texts ...string) (*Change, error) { return p.change(p.queue(texts)) }

func (p *Progress) queue(texts []string) (plan, error) {
	var pl plan
	var added []string
	for _, text := range texts {
		task := entryText(text)
		if err := sayable(task); err != nil {
			return plan{}, err
		}
		switch {
		case find(p.Completed, task) != nil:
			pl.notes = append(pl.notes, fmt.Sprintf("%q is completed already", task))
		case find(p.Current, task) != nil:
			pl.notes = append(pl.notes, fmt.Sprintf("%q is the current task already", task))
		case find(p.Remaining, task) != nil || slices.ContainsFunc(added, func(a string) bool { return same(a, task) }):
			pl.notes = append(pl.notes, fmt.Sprintf("%q is among the remaining tasks already", task))
		default:
			added = append(added, task)
			pl.steps = append(pl.steps, step{key: RemainingKey, line: task})
		}
	}
	pl.did = fmt.Sprintf("added %s to the remaining tasks", quoted(added))
	return pl, nil
}

// Decide makes the change that records a decision and its reason: in Decisions
// Made or, in a file of shape E, among its learnings with the time of now.
func (p *Progress) Decide(decision, reason string, now time.Time) (*Change, error) {
	return p.change(p.decide(decision, reason, now))
}

func (p *Progress) decide(decision, reason string, now time.Time) (plan, error) {
	decision = strings.TrimRight(strings.ReplaceAll(entryText(decision), ": ", " – "), ":")
	reason = OneLine(clean(reason))
	if decision == "" || IsBlank(reason) {
		return plan{}, &RequestError{Reason: "want a decision and its reason"}
	}
	if err := sayable(decision); err != nil {
		return plan{}, err
	}
	line := decision + ": " + reason
	for _, e := range slices.Concat(p.Decisions, p.Learnings) {
		if same(e.Line, line) || same(e.Text, line) {
			return plan{notes: []string{fmt.Sprintf("the decision %q is there already", decision)}}, nil
		}
	}
	key := p.keyOf(DecisionsKey, LearningsKey)
	if key == LearningsKey {
		line = "[" + now.UTC().Format(stampLayout) + "] " + line
	}
	return plan{steps: []step{{key: key, line: line}}, did: fmt.Sprintf("recorded the decision %q", decision)}, nil
}

// keyOf is the section of two, of shape P and of shape E, that the file has;
// if it has neither, or both, the shape decides, P for a mixed one.
func (p *Progress) keyOf(ofP, ofE string) string {
	hasP, hasE := p.group(ofP) != nil, p.group(ofE) != nil
	if hasP != hasE && hasP || hasP == hasE && p.Shape != ShapeE {
		return ofP
	}
	return ofE
}

// Learn makes the change that records a learning, with the time of now.
func (p *Progress) Learn(text string, now time.Time) (*Change, error) {
	return p.change(p.learn(text, now))
}

func (p *Progress) learn(text string, now time.Time) (plan, error) {
	text = entryText(text)
	if err := sayable(text); err != nil {
		return plan{}, err
	}
	if find(p.Learnings, text) != nil {
		return plan{notes: []string{fmt.Sprintf("the learning %q is there already", text)}}, nil
	}
	line := "[" + now.UTC().Format(stampLayout) + "] " + text
	return plan{steps: []step{{key: LearningsKey, line: line}}, did: fmt.Sprintf("recorded the learning %q", text)}, nil
}

// sayable reports a text that cannot be an entry: none, a placeholder, or a
// directive of ours.
func sayable(text string) error {
	switch bare := strings.TrimSpace(strings.TrimPrefix(text, "<!--")); {
	case text == "":
		return &RequestError{Reason: "an entry has no text"}
	case IsBlank(text):
		return &RequestError{Reason: fmt.Sprintf("the entry %q says nothing", text)}
	case bare != text && strings.HasPrefix(bare, "mdck:"):
		return &RequestError{Reason: fmt.Sprintf("the entry %q is a directive, which is no entry", text), Hint: "write it into the file, above what it is about"}
	}
	return nil
}

func quoted(texts []string) string {
	all := make([]string, len(texts))
	for i, t := range texts {
		all[i] = fmt.Sprintf("%q", t)
	}
	return strings.Join(all, ", ")
}
