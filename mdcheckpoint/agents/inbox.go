package agents

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/internal/spelling"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

type inbox struct {
	*Messages
	name string
	err  error // why the file cannot be read
}

func readInboxes(tree fs.FS, epic, agent string) []inbox {
	names, _ := readNames(tree, path.Join(epic, MessageDir)) // an unreadable folder counts as empty
	var all []inbox
	for _, box := range inboxes(agent, names) {
		all = append(all, readInbox(tree, path.Join(epic, box)))
	}
	return all
}

func readInbox(tree fs.FS, name string) inbox {
	box := inbox{Messages: &Messages{}, name: name}
	text, err := source.ReadFile(tree, name)
	if box.err = notMissing(err); box.err != nil {
		return box
	}
	if m, err := ParseMessages(name, text); err == nil {
		box.Messages = m
	} else {
		box.err = err
	}
	return box
}

// UnreadLines returns one line for each unread message to an agent. The root of tree is the epic.
func UnreadLines(tree fs.FS, id string) (all []string) {
	for _, box := range readInboxes(tree, ".", id) {
		all = append(all, lines(box.unread())...)
	}
	return all
}

func lines(messages []*Message) (all []string) {
	for _, m := range messages {
		all = append(all, m.String())
	}
	return all
}

// A Letter is a message in an inbox of an agent.
type Letter struct {
	Box  string // the inbox file, relative to the epic
	Text string // the whole message
	*Message
}

// Letters returns all messages to an agent. The root of tree is the epic.
func Letters(tree fs.FS, id string) ([]Letter, error) {
	var all []Letter
	for _, box := range readInboxes(tree, ".", id) {
		if box.err != nil {
			return nil, box.err
		}
		for _, m := range box.All {
			all = append(all, Letter{box.name, box.File.Slice(m.Span), m})
		}
	}
	return all, nil
}

// A Reading is a request to mark messages as read, and optionally to answer one.
type Reading struct {
	Name    string // checkpoint of the agent that reads
	From    string // "" means any agent
	Numbers []int  // empty means all unread messages
	Reply   string
	Done    bool // answer that the request is done
}

func (r *Reading) selects(l Letter) bool {
	return (r.From == "" || l.Box == outbox(r.From)) &&
		(slices.Contains(r.Numbers, l.Number) || len(r.Numbers) == 0 && l.Mark == Unread)
}

// Read marks messages as read and sends the answer. It returns the messages with their old marks.
func (d *Draft) Read(r Reading) []Letter {
	c := d.loadReadable(r.Name)
	if d.err != nil {
		return nil
	}
	all, err := Letters(d.read.Tree, c.c.DisplayID())
	d.fail(err)
	unread := 0
	var chosen []Letter
	marked := map[string][]source.Span{} // by inbox
	for _, l := range all {
		if r.selects(l) {
			chosen, marked[l.Box] = append(chosen, l), append(marked[l.Box], l.Heading)
		} else if l.Mark == Unread {
			unread++
		}
	}
	answers := r.Reply != "" || r.Done
	switch {
	case len(chosen) == 0 && (answers || len(r.Numbers) > 0):
		d.fail(protocol.BadRequest("to list the messages: mdck agents inbox", "%s has no such message", c.c.DisplayID()))
	case len(chosen) > 1 && answers:
		d.fail(protocol.BadRequest("--message N or --from AGENT selects one message", "%d messages to %s match; an answer is for one message", len(chosen), c.c.DisplayID()))
	}
	for _, box := range slices.Sorted(maps.Keys(marked)) {
		d.editMessages(box, func(m *Messages) *Change { return m.markRead(marked[box]) })
	}
	d.putCheckpoint(c, c.c.recordInboxCheck(unread, d.read.Now))
	if answers && d.err == nil {
		d.answer(c.c, &r, &chosen[0])
	}
	return chosen
}

func (c *Checkpoint) recordInboxCheck(unread int, now time.Time) *Change {
	e := newEditor(c, now)
	e.coordinate(inboxCheckKey, e.nowJSON())
	e.coordinate(unreadKey, fmt.Sprint(unread))
	e.record(e.c.Doc != c.Doc, "last_inbox_check %s, unread_messages %d", spelling.FormatTime(now), unread)
	return e.change()
}

func (d *Draft) answer(c *Checkpoint, r *Reading, l *Letter) {
	box, to := outbox(c.Agent()), idOf(Primary)
	if box == "" { // the primary has no outbox: it answers in the other agent's inbox
		to = idOf(strings.TrimSuffix(path.Base(l.Box), toPrimary+mailExtension))
		box = Inbox(to)
	}
	word := "Re"
	if r.Done {
		word = "Done"
	}
	note := draftNote{
		Subject:     fmt.Sprintf("%s: %s", word, l.Message),
		Details:     r.Reply,
		Acknowledge: "No action needed",
	}
	d.send(box, note, messagesTitle(c.DisplayID(), to))
}

func (d *Draft) send(box string, note draftNote, title string) {
	d.editMessages(box, func(m *Messages) *Change { return m.addNote(note, title, d.read.Now) })
}

func (d *Draft) editMessages(box string, makeChange func(*Messages) *Change) {
	d.edit(box, func(text string) *Change {
		m, err := ParseMessages(box, text)
		if err != nil {
			return &Change{Err: err}
		}
		return makeChange(m)
	})
}

// forward copies the unread messages of oldID to newID. It returns a line for each unread message of
// newID.
func (d *Draft) forward(oldID, newID string) (unread []string) {
	fromBox, toBox := Inbox(oldID), Inbox(newID)
	old := readInbox(d.read.Tree, fromBox)
	messages := old.unread()
	if fromBox == toBox || toBox == "" || len(messages) == 0 {
		return UnreadLines(d.read.Tree, newID)
	}
	if old.newestFirst() {
		slices.Reverse(messages)
	}
	var bodies [][2]string
	for _, message := range messages {
		bodies = append(bodies, [2]string{message.Stamp, old.File.Text[message.Heading.End:message.Span.End]})
	}
	did := spelling.Count(len(messages), "unread message") + " copied from the inbox of " + oldID
	d.editMessages(toBox, func(m *Messages) *Change {
		change := m.add(bodies, messagesTitle(idOf(Primary), newID), did)
		if m, err := ParseMessages(toBox, change.Text); err == nil {
			unread = lines(m.unread())
		}
		return change
	})
	return unread
}

// Source: checkpoint.
const warningWord = "CHECKPOINT WARNING"

// warningNote returns the warning for an agent with an old checkpoint. Times are in the zone of now.
// Source of the limits: checkpoint, stale.
func (c *Checkpoint) warningNote(now time.Time) draftNote {
	subject, written := "No readable checkpoint time", "at an unknown time"
	if last, ok := c.Last(); ok {
		minutes := c.Age(now).Minutes
		subject = fmt.Sprintf("No checkpoint for %d minutes", minutes)
		written = fmt.Sprintf("at %s (%d minutes ago)", last.In(now.Location()).Format(stampLayout), minutes)
	}
	return draftNote{
		Subject: warningWord + " - " + subject,
		Action:  "Write your checkpoint, and report whether you are at work",
		Details: fmt.Sprintf("The last checkpoint of %s was written %s.\nCheckpoints are due every %d minutes.\nAfter more than %d minutes without a checkpoint, an agent counts as stale.",
			spelling.CleanLine(c.DisplayID()), written, int(interval/time.Minute), staleAfter),
		Next:        "Continue your current step; if you are blocked, name the blocker in the checkpoint",
		Acknowledge: fmt.Sprintf("Answer within %d minutes, or your feature goes to another agent", int(replyWithin/time.Minute)),
	}
}

// Warn sends a warning to an agent. If the checkpoint is not old and force is false, the error is a
// [*protocol.RequestError].
func (d *Draft) Warn(name string, force bool) {
	c := d.loadReadable(name).c
	if d.checkAge(c, force, "warning", Warning, Stale, Unknown); d.err != nil {
		return
	}
	box := Inbox(c.Agent())
	if box == "" {
		d.fail(protocol.BadRequest("to list the agents: mdck agents list", "%s is the primary agent, which sends warnings but receives none", c.DisplayID()))
		return
	}
	for _, m := range readInbox(d.read.Tree, box).unread() {
		if strings.HasPrefix(m.Subject, warningWord) {
			d.note("message %d in %s is an unread warning, so no other warning was sent", m.Number, box)
			return
		}
	}
	d.transition = "warn"
	d.send(box, c.warningNote(d.read.Now), messagesTitle(idOf(Primary), c.DisplayID()))
}

func (d *Draft) checkAge(c *Checkpoint, force bool, what string, classes ...Class) {
	if d.err != nil {
		return
	}
	if class := c.Age(d.read.Now).Class; !slices.Contains(classes, class) {
		d.failUnlessForced(force, protocol.Refusal("--force runs the command anyway", "%s needs no %s, because its class is %q; its last checkpoint was written at %s", c.DisplayID(), what, class, formatLast(c)))
	}
}
