package handoff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
)

// A Request asks for one change of a note.
type Request struct {
	Verb string // goal, next, pending, done, decide, block, unblock or ran
	Text string
	Note string // the evidence, the reason, the condition that ends a blocker, or the result
	At   string // commit of a result; "" means HEAD
}

func (d *draft) make(r Request) error {
	if err := protocol.CheckText(r.Text, r.Note); err != nil {
		return err
	}
	r.Text, r.Note = entryText(r.Text), spelling.OneLine(r.Note)
	if err := checkEntry(r); err != nil {
		return err
	}
	switch r.Verb {
	case "goal":
		return d.aim(r.Text)
	case "next":
		return d.begin(r.Text)
	case "pending":
		return d.queue(r.Text)
	case "done":
		return d.complete(r.Text, r.Note)
	case "decide":
		return d.record(decisionsKey, "decision", r.Text, r.Note)
	case "block":
		return d.record(blockersKey, "blocker", r.Text, r.Note)
	case "unblock":
		return d.unblock(r.Text)
	case "ran":
		return d.ran(r)
	}
	return fmt.Errorf("a hand-off has no change %q", r.Verb)
}

func entryText(text string) string {
	text = spelling.BulletText(spelling.OneLine(text))
	_, text = cutTick(text)
	return text
}

func checkEntry(r Request) error {
	switch {
	case r.Text == "" && r.Verb == "done":
		return nil // an empty task means the next action
	case r.Text == "":
		return protocol.BadRequest("", "the text is empty")
	case spelling.IsNone(r.Text):
		return protocol.BadRequest("", "expected text; found %q, which means no text", r.Text)
	case lint.IsDirective(strings.TrimSpace(r.Text)):
		return protocol.BadRequest("write the directive into the file by hand", "the text %q is a directive", r.Text)
	}
	return nil
}

func (d *draft) aim(text string) error {
	if d.Goal == text {
		d.say("the goal already has this text")
		return nil
	}
	e, g := d.editor(), d.first(goalKey)
	d.doing("set the goal")
	if g == nil {
		return d.apply(goalKey, nil, e.NewSection(goalKey, text))
	}
	return d.apply(goalKey, nil, e.ReplaceBody(g.Section, e.Gap()+text))
}

func (d *draft) refuseDone(text string) error {
	said := ""
	if e := d.completed(text); e != nil {
		said = strings.TrimSuffix(e.Text+dash+e.Detail, dash)
	} else if d.kept.has(text) {
		said = "in the archive"
	} else {
		return nil
	}
	if said = " (" + said + ")"; said == " ("+text+")" {
		said = ""
	}
	return protocol.Refusal("describe the remaining work in other words", "%q is already completed%s", text, said)
}

func (d *draft) begin(text string) error {
	if err := d.refuseDone(text); err != nil {
		return err
	}
	id, all := identity(text), d.Entries[nextKey]
	stays := find(all, id) != nil && find(d.Entries[pendingKey], id) == nil
	if stays && len(all) == 1 {
		d.say("%q is already the next action", text)
		return nil
	}
	var nested string
	var err error
	if !stays {
		nested, _, err = d.take(id)
	}
	if err == nil {
		err = d.putBack(id)
	}
	d.doing("next action is %q", text)
	if err != nil || stays {
		return err
	}
	return d.add(nextKey, text, nested, false)
}

// putBack moves the next actions except id to the front of the pending items. It removes those that
// are completed or already pending, unless they have nested text.
func (d *draft) putBack(id string) error {
	listed := d.over()
	for _, e := range d.Entries[pendingKey] {
		listed[e.ids[0]], listed[e.ids[1]] = true, true
	}
	for _, e := range d.Entries[nextKey] { // of equal actions, the one with nested text moves
		listed[e.ids[0]] = listed[e.ids[0]] || e.Nested != ""
	}
	var moved []Entry
	for _, e := range d.Entries[nextKey] {
		known := e.Ticked || listed[e.ids[0]]
		if e.is(id) || e.Nested == "" && known {
			continue
		}
		listed[e.ids[0]] = true
		d.doing("added %q to the pending items", e.Text)
		moved = append(moved, e)
	}
	if err := d.removeOthers(nextKey, id); err != nil || len(moved) == 0 {
		return err
	}
	return d.addFront(pendingKey, moved)
}

// queue adds a task to the pending items. If there is no next action, it promotes the first item.
func (d *draft) queue(text string) error {
	if err := d.refuseDone(text); err != nil {
		return err
	}
	for _, key := range []string{nextKey, pendingKey} {
		if find(d.Entries[key], identity(text)) != nil {
			d.say("%q already exists in %q", text, groupOf(key).Title)
			return nil
		}
	}
	d.doing("added %q to the pending items", text)
	return cmp.Or(d.add(pendingKey, text, "", false), d.promote())
}

func (d *draft) complete(text, evidence string) error {
	if text == "" {
		open := d.open(nextKey)
		if len(open) == 0 {
			return protocol.BadRequest("name the task", "there is no next action")
		}
		text = open[0].Text
	}
	done := Entry{Key: doneKey, Line: text}
	done.read()
	evidence = cmp.Or(evidence, done.Detail)
	nested, listed, err := d.take(identity(done.Text))
	if err != nil {
		return err
	}
	there := find(d.Entries[doneKey], identity(done.Text))
	if there == nil {
		err = d.addDone(done.Text, evidence, nested, listed)
	} else {
		err = d.alreadyDone(there, evidence, listed)
	}
	if evidence == "" && len(d.did) > 0 && (there == nil || there.Detail == "") {
		d.say("no evidence was recorded; to add evidence, use --evidence with a commit, a file or a command")
	}
	return cmp.Or(err, d.promote())
}

func (d *draft) addDone(text, evidence, nested string, listed bool) error {
	if d.kept.has(text) && !listed {
		d.say("%q is already completed; it is in the archive", text)
		return nil
	}
	d.listed(text, listed)
	d.doing("completed %q", text)
	return d.add(doneKey, withEvidence(text, evidence), nested, false)
}

func (d *draft) alreadyDone(there *Entry, evidence string, listed bool) error {
	switch {
	case evidence != "" && there.Detail != evidenceOf(evidence):
		d.doing("recorded the evidence of %q", there.Text)
		return d.rewrite(there, leadingMark(there.Line)+withEvidence(there.Text, evidence))
	case listed:
		d.doing("removed %q from the open items, because the task is completed", there.Text)
	default:
		d.say("%q is already completed", there.Text)
	}
	return nil
}

// listed tells the user if a completed task was not an open one.
func (d *draft) listed(text string, wasOpen bool) {
	if open := append(d.open(nextKey), d.open(pendingKey)...); !wasOpen && len(open) > 0 {
		d.say("%q was not in the note before; the next action is still %q", text, open[0].Text)
	}
}

func withEvidence(text, evidence string) string {
	if evidence == "" {
		return text
	}
	return text + dash + evidenceOf(evidence)
}

func (d *draft) record(key, noun, text, detail string) error {
	if spelling.IsNone(detail) {
		return protocol.BadRequest("", "the text %[2]q does not explain the %[1]s", noun, detail)
	}
	for _, word := range words(key) {
		detail, _ = spelling.CutFold(detail, word)
	}
	line := text + dash + words(key)[0] + detail
	if err := checkReading(Entry{Key: key, Line: line, Text: text, Detail: detail}); err != nil {
		return err
	}
	switch there := find(d.Entries[key], identity(text)); {
	case there == nil:
		d.doing("recorded the %s %q", noun, text)
		return d.add(key, line, "", false)
	case there.Detail == detail:
		d.say("the %s %q already exists", noun, text)
		return nil
	default:
		d.doing("changed the %s %q", noun, there.Text)
		return d.rewrite(there, line)
	}
}

func checkReading(want Entry) error {
	e := Entry{Key: want.Key, Line: want.Line}
	if e.read(); e.Text != want.Text || e.Detail != want.Detail || e.Commit != want.Commit {
		return protocol.BadRequest("omit the dash that separates two parts", "%q would be parsed as %q and %q", e.Line, e.Text, e.Detail)
	}
	return nil
}

func (d *draft) unblock(text string) error {
	id := identity(text)
	near := slices.DeleteFunc(slices.Clone(d.Entries[blockersKey]), func(e Entry) bool { return !strings.Contains(identity(e.Text), id) })
	if exact := find(d.Entries[blockersKey], id); exact != nil {
		near = []Entry{*exact}
	}
	switch len(near) {
	case 0:
		d.say("there is no blocker %q", text)
		for _, e := range d.Entries[blockersKey] {
			d.say("the blocker %q is still open", e.Text)
		}
		return nil
	case 1:
		d.doing("removed the blocker %q", near[0].Text)
		return d.remove(&near[0])
	}
	return protocol.BadRequest("give a longer part of the text", "%q matches %d blockers", text, len(near))
}

// ran records the result of a command, in place of its earlier result.
func (d *draft) ran(r Request) error {
	command := strings.Trim(r.Text, "`")
	if strings.Contains(command, "`") {
		return protocol.BadRequest("", "the command %q contains a backtick, so it cannot be a code span", command)
	}
	if r.At != "" && !claim.IsCommit(r.At) {
		return protocol.BadRequest("to print the hash: git rev-parse "+spelling.ShellWord(r.At), "%q is not the hash of a commit", r.At)
	}
	line := "`" + command + "`" + dash + r.Note
	if r.At != "" {
		line += " at " + r.At
	}
	if err := checkReading(Entry{Key: verificationKey, Line: line, Text: command, Detail: r.Note, Commit: r.At}); err != nil {
		return err
	}
	d.doing("recorded the result of %q", command)
	if there := find(d.Entries[verificationKey], identity(command)); there != nil {
		return d.rewrite(there, line)
	}
	return d.add(verificationKey, line, "", false)
}
