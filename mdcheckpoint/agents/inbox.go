package agents

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// An inbox is a file of messages to an agent.
type inbox struct {
	name     string    // path in the tree
	messages *Messages // nil if it does not exist or cannot be read
	err      error     // why it cannot be read
}

// readInboxes returns the files of messages to an agent of the epic in that folder of the tree.
func readInboxes(tree fs.FS, epic, agent string) []inbox {
	names, _ := readNames(tree, path.Join(epic, MessageDir)) // without it there are no messages
	var all []inbox
	for _, box := range Inboxes(agent, names) {
		all = append(all, readInbox(tree, path.Join(epic, box)))
	}
	return all
}

// readInbox reads an inbox; one that does not exist has no messages.
func readInbox(tree fs.FS, name string) inbox {
	box := inbox{name: name}
	text, err := source.ReadFile(tree, name)
	if err != nil {
		box.err = notMissing(err)
		return box
	}
	box.messages, box.err = ParseMessages(name, text)
	return box
}

// unread returns the unread messages, a line each.
func (m *Messages) unread() []string {
	var all []string
	for _, message := range m.Unread() {
		all = append(all, message.String())
	}
	return all
}

// UnreadLines returns the unread messages to an agent of the epic in tree, a line each.
func UnreadLines(tree fs.FS, id string) []string {
	var all []string
	for _, box := range readInboxes(tree, ".", id) {
		all = append(all, box.messages.unread()...)
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
		for i := 0; box.messages != nil && i < len(box.messages.All); i++ {
			m := &box.messages.All[i]
			all = append(all, Letter{box.name, box.messages.File.Slice(m.Span), m})
		}
	}
	return all, nil
}

// A Reading asks that messages are marked as read, and answered if Reply is not empty or Done
// is set.
type Reading struct {
	Name    string // of the checkpoint of the agent who reads
	From    string // of the messages of this agent only; "" is all
	Numbers []int  // of the messages; none means all that are unread
	Reply   string
	Done    bool // the answer is that what was asked for is done
}

// answers reports whether the messages are answered.
func (r *Reading) answers() bool { return r.Reply != "" || r.Done }

// chooses reports whether a message is among those that are asked for.
func (r *Reading) chooses(l Letter) bool {
	return (r.From == "" || l.Box == Outbox(r.From)) &&
		(slices.Contains(r.Numbers, l.Number) || len(r.Numbers) == 0 && l.Mark == Unread)
}

// Read marks messages as read, records that in the checkpoint of the agent, and sends the
// answers. It returns the messages as they were.
func (d *Draft) Read(r Reading) ([]Letter, error) {
	c, err := d.loadSound(r.Name)
	if err != nil {
		return nil, err
	}
	all, err := Letters(d.read.Tree, c.c.Shown())
	if err != nil {
		return nil, err
	}
	left := 0
	var chosen []Letter
	for _, l := range all {
		if r.chooses(l) {
			chosen = append(chosen, l)
		} else if l.Mark == Unread {
			left++
		}
	}
	switch {
	case len(chosen) == 0 && (r.answers() || len(r.Numbers) > 0):
		return nil, protocol.BadRequest("mdck agents inbox lists the messages", "%s has no such message", c.c.Shown())
	case len(chosen) > 1 && r.answers():
		return nil, protocol.BadRequest("--message N, or --from AGENT, names one", "%d messages of %s are meant; expected one to answer", len(chosen), c.c.Shown())
	}
	if err := d.markRead(chosen); err != nil {
		return nil, err
	}
	change, err := c.c.Checked(left, d.read.Now)
	if err != nil {
		return nil, err
	}
	d.putCheckpoint(c, change)
	if r.answers() {
		return chosen, d.answer(c, &r, &chosen[0])
	}
	return chosen, nil
}

// markRead changes the marks of messages, box by box.
func (d *Draft) markRead(letters []Letter) error {
	for i, l := range letters {
		if i > 0 && letters[i-1].Box == l.Box {
			continue
		}
		err := d.editMessages(l.Box, func(m *Messages) (*Change, error) {
			return m.MarkRead(func(of *Message) bool {
				return slices.ContainsFunc(letters, func(o Letter) bool { return o.Box == l.Box && o.Heading == of.Heading })
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// answer sends the answer to a message to the agent who wrote it.
func (d *Draft) answer(c *current, r *Reading, l *Letter) error {
	box, to := Outbox(c.c.Agent()), IDOf(Primary)
	if box == "" { // the primary answers in the inbox of who wrote
		to = IDOf(writerOf(path.Base(l.Box)))
		box = Inbox(to)
	}
	word := "Re"
	if r.Done {
		word = "Done"
	}
	note := Note{Subject: fmt.Sprintf("%s: %s", word, l.Message), Details: r.Reply, Acknowledge: "No action needed"}
	return d.send(box, note, Title(c.c.Shown(), to))
}

// send puts a message into a box.
func (d *Draft) send(box string, note Note, title string) error {
	return d.editMessages(box, func(m *Messages) (*Change, error) { return m.Add(note, title, d.read.Now) })
}

// editMessages changes a file of messages.
func (d *Draft) editMessages(box string, make func(*Messages) (*Change, error)) error {
	return d.edit(box, func(text string) (*Change, error) {
		m, err := ParseMessages(box, text)
		if err != nil {
			return nil, err
		}
		return make(m)
	})
}

// passOn copies the messages to one agent that nobody read to the inbox of another, which goes
// on with its work. It returns all that the other has to read then, a line each.
func (d *Draft) passOn(from, to string) (lines []string, err error) {
	own, box := Inbox(from), Inbox(to)
	old := readInbox(d.read.Tree, own)
	unread := old.messages.Unread()
	if own == box || box == "" || len(unread) == 0 {
		return UnreadLines(d.read.Tree, to), nil
	}
	if old.messages.newestFirst() {
		slices.Reverse(unread)
	}
	var bodies [][2]string
	for _, message := range unread {
		bodies = append(bodies, [2]string{message.Stamp, old.messages.File.Text[message.Heading.End:message.Span.End]})
	}
	err = d.editMessages(box, func(m *Messages) (*Change, error) {
		change, err := m.add(bodies, Title(IDOf(Primary), to), fmt.Sprintf("%s to %s", bootstrap.Count(len(unread), "unread message"), from))
		if err != nil {
			return nil, err
		}
		m, err = ParseMessages(box, change.Text)
		lines = m.unread()
		return change, err
	})
	return lines, err
}

// warningWord begins the subject of a warning. Source: checkpoint.
const warningWord = "CHECKPOINT WARNING"

// WarningNote is the message that the primary sends to an agent whose checkpoint is
// old. Its times are in the zone of now. Source of the limits: checkpoint, stale.
func (c *Checkpoint) WarningNote(now time.Time) Note {
	subject, written := "No readable checkpoint time", "at a time that cannot be read"
	if last, ok := c.Last(); ok {
		minutes := c.Age(now).Minutes
		subject = fmt.Sprintf("No checkpoint for %d minutes", minutes)
		written = fmt.Sprintf("at %s (%d minutes ago)", last.In(now.Location()).Format(stampLayout), minutes)
	}
	return Note{
		Subject: warningWord + " - " + subject,
		Action:  "Write your checkpoint, and say whether you are at work",
		Details: fmt.Sprintf("The last checkpoint of %s was written %s.\nOne is due every %d minutes.\nAfter more than %d minutes without one you count as stale.",
			oneLine(c.Shown()), written, int(Interval/time.Minute), StaleAfter),
		Next:        "Go on from your current step; if you are blocked, say by what in the checkpoint",
		Acknowledge: fmt.Sprintf("Answer within %d minutes, else your feature is given to another agent", int(ReplyWithin/time.Minute)),
	}
}

// Warn puts a warning into the inbox of the agent whose checkpoint is called name.
// Of one that is not old it is a refused [*protocol.RequestError], unless forced. While a warning
// is unread, no other is sent.
func (d *Draft) Warn(name string, force bool) error {
	c, err := d.loadSound(name)
	if err != nil {
		return err
	}
	if err := d.checkAge(c.c, force, "to warn of", Warning, Stale, Unknown); err != nil {
		return err
	}
	box := Inbox(c.c.Agent())
	if box == "" {
		return protocol.BadRequest("mdck agents list lists the agents", "%s has no inbox: the primary is who warns", c.c.Shown())
	}
	for _, m := range readInbox(d.read.Tree, box).messages.Unread() {
		if strings.HasPrefix(m.Subject, warningWord) {
			d.note("message %d in %s is a warning, and is unread: no other is sent", m.Number, box)
			return nil
		}
	}
	d.transition = "warn"
	return d.send(box, c.c.WarningNote(d.read.Now), Title(IDOf(Primary), c.c.Shown()))
}

// checkAge refuses what is meant for a checkpoint of these classes of age.
func (d *Draft) checkAge(c *Checkpoint, force bool, what string, classes ...Class) error {
	class := c.Age(d.read.Now).Class
	if slices.Contains(classes, class) {
		return nil
	}
	if d.forced = force; force {
		return nil
	}
	return protocol.Refusal("--force does it nevertheless", "%s is %s, with a checkpoint of %s: nothing %s", c.Shown(), class, lastOf(c), what)
}
