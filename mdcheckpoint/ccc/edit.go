package ccc

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/protocol"
)

// Complete makes the change that moves a task to Completed Tasks: from the
// current or the remaining ones if it is there. An empty text means the current
// task. A task that is there already is not added again. It gets the mark that
// the file uses.
func (p *Progress) Complete(text string) (*Change, error) { return p.change(p.complete(text)) }

func (p *Progress) complete(text string) (plan, error) {
	task, err := p.toComplete(text)
	if err != nil {
		return plan{}, err
	}
	given := task
	named := Entry{Key: CompletedKey, Line: task}.read() // without a commit behind it
	var pl plan
	var from *Entry
	nested := "" // of both
	for _, e := range findEach(named.Text, p.Current, p.Remaining, p.Completed)[:2] {
		if e != nil {
			pl.steps = append(pl.steps, step{key: e.Key, entry: e})
			nested += e.nested
			if from == nil {
				from = e
			}
		}
	}
	if from == nil {
		from = &Entry{Text: named.Text}
	} else if n, _ := cutNumber(named.Text); n < 0 && from.Number >= 0 || !from.is(named.Text) { // with its number, or all of its lines
		task, named.Text = from.written(from.Text)+strings.TrimPrefix(task, named.Text), from.Text
	}
	there := find(p.Completed, named.Text)
	switch {
	case there == nil:
		pl.steps = append(pl.steps, step{key: CompletedKey, line: p.done(task), nested: nested})
	case there.Mark == Open:
		_, bare, _ := cutMark(there.Line)
		pl.steps = append(pl.steps, step{key: CompletedKey, entry: there, line: p.done(there.written(bare)), nested: there.nested + nested})
	case nested != "":
		pl.steps = append(pl.steps, step{key: CompletedKey, entry: there, line: there.written(there.Line), nested: there.nested + nested})
	}
	if pl.empty() {
		pl.notes = []string{fmt.Sprintf("%q is completed already", task)}
		return pl, nil
	}
	pl.did = fmt.Sprintf("completed %q", OneLine(task))
	pl.notes = append(rewrittenNotes(text, given), from.droppedStatus(task)...)
	if there == nil && from.Line == "" {
		pl.notes = append(pl.notes, p.unlisted(named.Text)...)
	}
	return pl, nil
}

// toComplete is the task that text names, the current one without a text.
func (p *Progress) toComplete(text string) (string, error) {
	if text != "" {
		return entryOf(text)
	}
	if len(p.Current) == 0 {
		return "", protocol.BadRequest("name the task that is done", "there is no current task to complete")
	}
	return p.Current[0].Text, checkEntry(p.Current[0].Text)
}

// A doneStyle is how completed tasks are marked: before their text, or behind it.
type doneStyle struct {
	mark    Mark
	leading bool
}

// doneStyle is that of the last completed task that has a mark, else that of the shape.
// It looks through all of them.
func (p *Progress) doneStyle() doneStyle {
	for _, e := range slices.Backward(p.Completed) {
		if e.Mark.Done() {
			return doneStyle{e.Mark, e.leading}
		}
	}
	if p.Shape == ShapeE {
		return doneStyle{Boxed, true}
	}
	return doneStyle{Tick, false}
}

// done writes a completed task with its mark.
func (p *Progress) done(task string) string {
	s := p.doneStyle()
	if s.leading {
		return string(s.mark) + " " + task
	}
	return task + " " + string(s.mark)
}

// queue plans the change that adds a task to Remaining Tasks, unless it is there, current or
// completed.
func (p *Progress) queue(text string) (plan, error) {
	task, err := entryOf(text)
	if err != nil {
		return plan{}, err
	}
	for _, list := range []struct {
		entries []Entry
		what    string
	}{{p.Completed, "completed"}, {p.Current, "the current task"}, {p.Remaining, "among the remaining tasks"}} {
		if find(list.entries, task) != nil {
			return plan{notes: []string{fmt.Sprintf("%q is %s already", task, list.what)}}, nil
		}
	}
	return plan{
		steps: []step{{key: RemainingKey, line: task}}, did: fmt.Sprintf("added %q to the remaining tasks", task),
		notes: rewrittenNotes(text, task),
	}, nil
}

// decide plans the change that records a decision and its reason: in Decisions
// Made or, in a file of shape E, among its learnings with the time of now.
func (p *Progress) decide(given, because string, now time.Time) (plan, error) {
	decision, err := entryOf(given)
	if err != nil {
		return plan{}, err
	}
	decision = strings.TrimRight(decision, ":")
	reason, err := noteOf(because)
	if err != nil {
		return plan{}, err
	}
	if decision == "" || IsBlank(reason) {
		return plan{}, protocol.BadRequest("", "want a decision and its reason")
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
	} else if err := checkReading(key, line, decision, reason); err != nil {
		return plan{}, err
	}
	return plan{
		steps: []step{{key: key, line: line}}, did: fmt.Sprintf("recorded the decision %q", decision),
		notes: rewrittenNotes(given, decision, because, reason),
	}, nil
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

// learn plans the change that records a learning, with the time of now.
func (p *Progress) learn(given string, now time.Time) (plan, error) {
	text, err := entryOf(given)
	if err != nil {
		return plan{}, err
	}
	if find(p.Learnings, text) != nil {
		return plan{notes: []string{fmt.Sprintf("the learning %q is there already", text)}}, nil
	}
	line := "[" + now.UTC().Format(stampLayout) + "] " + text
	return plan{
		steps: []step{{key: LearningsKey, line: line}}, did: fmt.Sprintf("recorded the learning %q", text),
		notes: rewrittenNotes(given, text),
	}, nil
}
