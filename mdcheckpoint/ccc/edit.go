package ccc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
)

func (d *draft) complete() error {
	line := d.text
	named := Entry{Key: completedKey, Line: line}.read() // Text without the commit at the end
	from, nested := d.take(named.Text)
	if from == nil {
		from = &Entry{}
	} else if named.Number < 0 && from.Number >= 0 || !from.is(named.Text) { // add what the request lacks
		line, named.Text = from.written(from.Text)+strings.TrimPrefix(line, named.Text), from.Text
	}
	there := find(d.Completed, named.Text)
	switch {
	case there == nil:
		d.put(completedKey, nil, d.marked(line), nested)
	case there.Mark == Open:
		_, bare, _ := cutMark(there.Line)
		d.put(completedKey, there, d.marked(there.written(bare)), there.Nested+nested)
	case nested != "":
		d.put(completedKey, there, there.written(there.Line), there.Nested+nested)
	case d.empty():
		d.addNote("%q is already completed", line)
		return nil
	}
	d.dropStatus(from, line)
	if there == nil && from.Line == "" {
		d.unlisted(named.Text)
	}
	d.describe("completed %q", spelling.OneLine(line))
	return nil
}

func (d *draft) take(task string) (first *Entry, nested string) {
	for _, e := range findEach(task, d.Current, d.Remaining, d.Completed)[:2] {
		if e != nil {
			d.put(e.Key, e, "", "")
			first = cmp.Or(first, e)
			nested += e.Nested
		}
	}
	return first, nested
}

type doneStyle struct {
	mark    Mark
	leading bool
}

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

func (p *Progress) marked(task string) string {
	s := p.doneStyle()
	if s.leading {
		return string(s.mark) + " " + task
	}
	return task + " " + string(s.mark)
}

// boxOpen gives new open tasks a box if the open tasks of the file have one. The same section decides
// first.
func (d *draft) boxOpen() {
	for i := range d.steps {
		s := &d.steps[i]
		if mark, _, _ := cutMark(s.line); s.line != "" && mark == NoMark && d.hasBoxes(s.key) {
			s.line = string(Open) + " " + s.line
		}
	}
}

func (p *Progress) hasBoxes(key string) bool {
	if key != currentKey && key != remainingKey {
		return false
	}
	for _, all := range [][]Entry{p.Entries(key), p.Remaining, p.Current} {
		if len(all) > 0 {
			last := all[len(all)-1]
			return last.Item != nil && last.leading && (last.Mark == Open || last.Mark == Boxed)
		}
	}
	return false
}

func (d *draft) begin() error {
	task, line := d.text, d.text
	found := findEach(task, d.Current, d.Remaining, d.Completed)
	there, from := found[0], found[1]
	if e := cmp.Or(there, from); e != nil && !e.is(task) { // the request has only the first line of the entry
		task, line = e.Text, e.written(e.Text)
	}
	now, err := d.currentStep(there, line)
	if err != nil {
		return err
	}
	if there != nil && len(d.Current) == 1 && there.Line == spelling.OneLine(now.line) && from == nil {
		d.addNote("%q is already the current task", task)
		return nil
	}
	if there == nil && len(d.Current) > 0 {
		now.entry = &d.Current[0]
	}
	if from != nil {
		now.nested += from.Nested
	}
	d.steps = append(d.steps, now)
	d.putBack(there, now.entry, from)
	if there == nil && find(d.Completed, task) != nil {
		d.addNote("%q is also one of the completed tasks", task)
	}
	d.describe("current task is %q", task)
	return nil
}

func (d *draft) currentStep(existing *Entry, task string) (step, error) {
	now := step{key: currentKey, entry: existing}
	if existing != nil {
		now.nested = existing.Nested
		if d.note == "" {
			now.line = existing.written(existing.Line)
			return now, nil
		}
		if !existing.isLine(task) {
			task = existing.written(existing.Text)
		}
	}
	now.line = task
	status := d.note
	if status == none {
		status = ""
	}
	if status != "" {
		now.line += dash + status
	} else if strings.Contains(task, dash) { // a part of the task would be parsed as the status
		now.line += dash + none
	}
	err := checkReading(currentKey, spelling.OneLine(now.line), spelling.OneLine(task), status)
	if existing != nil && existing.leading {
		now.line = string(existing.Mark) + " " + now.line
	}
	return now, err
}

// putBack moves the current tasks, except kept, to Remaining Tasks.
func (d *draft) putBack(kept, overwritten, promoted *Entry) {
	var back []step
	for i := range d.Current {
		e := &d.Current[i]
		if e == kept {
			continue
		}
		d.dropStatus(e, "")
		if e != overwritten {
			d.put(currentKey, e, "", "")
		}
		if e.Nested != "" || find(d.Remaining, e.Text) == nil && find(d.Completed, e.Text) == nil {
			back = append(back, step{key: remainingKey, line: e.written(e.Text), nested: e.Nested, front: true})
		}
	}
	switch {
	case promoted != nil && len(back) > 0:
		back[0].entry, back[0].front = promoted, false
	case promoted != nil:
		d.put(remainingKey, promoted, "", "")
	}
	d.steps = append(d.steps, back...)
}

func (d *draft) queue() error {
	for i, list := range [][]Entry{d.Completed, d.Current, d.Remaining} {
		if find(list, d.text) != nil {
			d.addNote("%q is already %s", d.text, [...]string{"completed", "the current task", "one of the remaining tasks"}[i])
			return nil
		}
	}
	d.put(remainingKey, nil, d.text, "")
	d.describe("added %q to the remaining tasks", d.text)
	return nil
}

func (d *draft) decide() error {
	d.text = strings.TrimRight(d.text, ":")
	if d.text == "" || isBlank(d.note) {
		return protocol.BadRequest("", "expected a decision and its reason")
	}
	line := d.text + ": " + d.note
	for _, e := range slices.Concat(d.Decisions, d.Learnings) {
		if same(e.Line, line) || same(e.Text, line) {
			d.addNote("the decision %q already exists", d.text)
			return nil
		}
	}
	key := d.keyOf(decisionsKey, learningsKey)
	if key == learningsKey {
		line = d.stamped(line)
	} else if err := checkReading(key, line, d.text, d.note); err != nil {
		return err
	}
	d.put(key, nil, line, "")
	d.describe("recorded the decision %q", d.text)
	return nil
}

func (d *draft) stamped(text string) string {
	return "[" + d.now.UTC().Format(stampLayout) + "] " + text
}

// keyOf returns the key of a section whose name differs between the shapes: ofP or ofE.
func (p *Progress) keyOf(ofP, ofE string) string {
	hasP, hasE := p.group(ofP) != nil, p.group(ofE) != nil
	if hasP != hasE && hasP || hasP == hasE && p.Shape != ShapeE {
		return ofP
	}
	return ofE
}

func (d *draft) learn() error {
	if find(d.Learnings, d.text) != nil {
		d.addNote("the learning %q already exists", d.text)
		return nil
	}
	d.put(learningsKey, nil, d.stamped(d.text), "")
	d.describe("recorded the learning %q", d.text)
	return nil
}

func (d *draft) block() error {
	what := Entry{Key: blockersKey, Line: d.text}.read()
	if what.Detail != "" && d.note != "" && what.Detail != d.note {
		return protocol.BadRequest(separatorHint(blockersKey), "%q already contains a condition; %q would be a second condition", d.text, d.note)
	}
	by := cmp.Or(d.note, what.Detail)
	if isBlank(by) {
		return protocol.BadRequest("", "the condition for the blocker %q has no text", what.Text)
	}
	line := func(text string) string { return fmt.Sprintf("%s %s %s)", text, unblocked, by) }
	if err := cmp.Or(checkEntry(what.Text), checkReading(blockersKey, line(what.Text), what.Text, by)); err != nil {
		return err
	}
	switch there := find(d.Blockers, what.Text); {
	case there == nil:
		d.put(d.keyOf(blockersKey, flaggedKey), nil, line(what.Text), "")
		d.describe("recorded the blocker %q", what.Text)
		return nil
	case there.Detail == by:
		d.addNote("the blocker %q already exists", what.Text)
		return nil
	default:
		d.put(there.Key, there, line(there.written(there.Text)), there.Nested)
		d.describe("changed the condition of the blocker %q", there.Text)
		return nil
	}
}

func (d *draft) unblock() error {
	which := entryText(d.text)
	if which == "" {
		return protocol.BadRequest("", "no blocker given; expected the blocker to remove")
	}
	there := find(d.Blockers, which)
	if there == nil {
		near := slices.DeleteFunc(slices.Clone(d.Blockers), func(e Entry) bool { return !strings.Contains(identity(e.Text), identity(which)) })
		switch len(near) {
		case 0:
			d.addNote("there is no blocker %q", which)
			for _, e := range d.Blockers {
				d.addNote("the blocker %q is still open", e.Text)
			}
			return nil
		case 1:
			there = &near[0]
		default:
			return protocol.BadRequest("give a longer part of the text", "%q matches %d blockers", which, len(near))
		}
	}
	d.put(there.Key, there, "", "")
	d.describe("removed the blocker %q", there.Text)
	return nil
}
