package agents

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// An inbox is a file of messages to an agent. One that does not exist, or cannot be read, has none.
type inbox struct {
	*Messages
	name string // path in the tree
	err  error  // why it cannot be read
}

// readInboxes returns the files of messages to an agent of the epic in that folder of the tree.
func readInboxes(tree fs.FS, epic, agent string) []inbox {
	names, _ := readNames(tree, path.Join(epic, MessageDir)) // without it there are no messages
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

// UnreadLines returns the unread messages to an agent of the epic in tree, a line each.
func UnreadLines(tree fs.FS, id string) []string {
	var all []string
	for _, box := range readInboxes(tree, ".", id) {
		all = append(all, lines(box.unread())...)
	}
	return all
}

// lines returns messages, a line each.
func lines(messages []*Message) []string {
	var all []string
	for _, m := range messages {
		all = append(all, m.String())
	}
	return all
}

// A Letter is a message in one of the inboxes of an agent.
type Letter struct {
	Box  string // the file, relative to the epic
	Text string // all of the message
	*Message
}

// Letters returns the messages to an agent of the epic in tree, box by box.
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

// A Reading is a request to mark messages as read, and to answer them if Reply is not empty or
// Done is set.
type Reading struct {
	Name    string // of the checkpoint of the agent who reads
	From    string // of the messages of this agent only; "" is all
	Numbers []int  // of the messages; none means all that are unread
	Reply   string
	Done    bool // the answer is that what was asked for is done
}

// chooses reports whether a message is among those that are asked for.
func (r *Reading) chooses(l Letter) bool {
	return (r.From == "" || l.Box == outbox(r.From)) &&
		(slices.Contains(r.Numbers, l.Number) || len(r.Numbers) == 0 && l.Mark == Unread)
}

// Read marks messages as read, records that in the checkpoint of the agent, and sends the
// answers. It returns the messages as they were.
func (d *Draft) Read(r Reading) []Letter {
	c := d.loadSound(r.Name)
	if d.err != nil {
		return nil
	}
	all, err := Letters(d.read.Tree, c.c.Shown())
	d.fail(err)
	left := 0
	var chosen []Letter
	marked := map[string][]source.Span{} // headings by box
	for _, l := range all {
		if r.chooses(l) {
			chosen, marked[l.Box] = append(chosen, l), append(marked[l.Box], l.Heading)
		} else if l.Mark == Unread {
			left++
		}
	}
	answers := r.Reply != "" || r.Done
	switch {
	case len(chosen) == 0 && (answers || len(r.Numbers) > 0):
		d.fail(protocol.BadRequest("mdck agents inbox lists the messages", "%s has no such message", c.c.Shown()))
	case len(chosen) > 1 && answers:
		d.fail(protocol.BadRequest("--message N or --from AGENT selects one", "%d messages to %s match; expected one to answer", len(chosen), c.c.Shown()))
	}
	for _, box := range slices.Sorted(maps.Keys(marked)) {
		d.editMessages(box, func(m *Messages) *Change { return m.markRead(marked[box]) })
	}
	d.putCheckpoint(c, c.c.checked(left, d.read.Now))
	if answers && d.err == nil {
		d.answer(c.c, &r, &chosen[0])
	}
	return chosen
}

// checked records that the agent looked at its messages at now, and how many are unread. It is not a heartbeat.
func (c *Checkpoint) checked(unread int, now time.Time) *Change {
	e := newEditor(c, now)
	e.coordinate(inboxCheckKey, e.at())
	e.coordinate(unreadKey, fmt.Sprint(unread))
	e.done(e.c.Doc != c.Doc, "messages checked %s, %d unread", stamp(now), unread)
	return e.change()
}

// answer sends the answer to a message to the agent who wrote it.
func (d *Draft) answer(c *Checkpoint, r *Reading, l *Letter) {
	box, to := outbox(c.Agent()), idOf(Primary)
	if box == "" { // the primary answers in the inbox of who wrote
		to = idOf(writerOf(path.Base(l.Box)))
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
	d.send(box, note, messagesTitle(c.Shown(), to))
}

// send puts a message into a box.
func (d *Draft) send(box string, note draftNote, title string) {
	d.editMessages(box, func(m *Messages) *Change { return m.addNote(note, title, d.read.Now) })
}

// editMessages changes a file of messages.
func (d *Draft) editMessages(box string, make func(*Messages) *Change) {
	d.edit(box, func(text string) *Change {
		m, err := ParseMessages(box, text)
		if err != nil {
			return &Change{Err: err}
		}
		return make(m)
	})
}

// passOn copies the messages to one agent that nobody read to the inbox of another, which goes
// on with its work. It returns all that the other has to read then, a line each.
func (d *Draft) passOn(from, to string) (unread []string) {
	own, box := Inbox(from), Inbox(to)
	old := readInbox(d.read.Tree, own)
	left := old.unread()
	if own == box || box == "" || len(left) == 0 {
		return UnreadLines(d.read.Tree, to)
	}
	if old.newestFirst() {
		slices.Reverse(left)
	}
	var bodies [][2]string
	for _, message := range left {
		bodies = append(bodies, [2]string{message.Stamp, old.File.Text[message.Heading.End:message.Span.End]})
	}
	did := fmt.Sprintf("%s to %s", bootstrap.Count(len(left), "unread message"), from)
	d.editMessages(box, func(m *Messages) *Change {
		change := m.add(bodies, messagesTitle(idOf(Primary), to), did)
		if m, err := ParseMessages(box, change.Text); err == nil {
			unread = lines(m.unread())
		}
		return change
	})
	return unread
}

// warningWord begins the subject of a warning. Source: checkpoint.
const warningWord = "CHECKPOINT WARNING"

// warningNote returns the message of the primary to an agent with an old checkpoint. Its times
// are in the zone of now. Source of the limits: checkpoint, stale.
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
		Details: fmt.Sprintf("The last checkpoint of %s was written %s.\nCheckpoints are due every %d minutes.\nAfter more than %d minutes without one, an agent counts as stale.",
			oneLine(c.Shown()), written, int(interval/time.Minute), staleAfter),
		Next:        "Continue your current step; if you are blocked, name the blocker in the checkpoint",
		Acknowledge: fmt.Sprintf("Answer within %d minutes, or your feature goes to another agent", int(replyWithin/time.Minute)),
	}
}

// Warn puts a warning into the inbox of the agent with the checkpoint called name. It is a
// refused [*protocol.RequestError] if the checkpoint is not old, unless force is set. While a
// warning is unread, Warn sends no other.
func (d *Draft) Warn(name string, force bool) {
	c := d.loadSound(name).c
	if d.checkAge(c, force, "to warn of", Warning, Stale, Unknown); d.err != nil {
		return
	}
	box := Inbox(c.Agent())
	if box == "" {
		d.fail(protocol.BadRequest("mdck agents list lists the agents", "%s has no inbox: only the primary sends warnings", c.Shown()))
		return
	}
	for _, m := range readInbox(d.read.Tree, box).unread() {
		if strings.HasPrefix(m.Subject, warningWord) {
			d.note("message %d in %s is an unread warning, so no other was sent", m.Number, box)
			return
		}
	}
	d.transition = "warn"
	d.send(box, c.warningNote(d.read.Now), messagesTitle(idOf(Primary), c.Shown()))
}

// checkAge refuses what is meant for a checkpoint of these classes of age.
func (d *Draft) checkAge(c *Checkpoint, force bool, what string, classes ...Class) {
	if d.err != nil {
		return
	}
	if class := c.Age(d.read.Now).Class; !slices.Contains(classes, class) {
		d.unless(force, protocol.Refusal("--force does it anyway", "%s is %s, its last checkpoint is %s: there is nothing %s", c.Shown(), class, lastOf(c), what))
	}
}
