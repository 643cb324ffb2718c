package agents

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// An inbox is a file of messages to the agent.
type inbox struct {
	name   string // path in the tree
	unread []string
	err    error // why it cannot be read
}

// inboxes are the files of messages to the agent: that which the primary writes to
// it, or for the primary all that the others write.
func (r *resumption) inboxes() []inbox {
	entries, _ := fs.ReadDir(r.in.Tree, path.Join(r.epic, MessageDir)) // without it there are no messages
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	var all []inbox
	for _, box := range Inboxes(r.agent, names) {
		all = append(all, r.read(path.Join(r.epic, box)))
	}
	return all
}

// read reads an inbox; one that is not there has no messages.
func (r *resumption) read(name string) inbox {
	box := inbox{name: name}
	text, err := source.ReadFile(r.in.Tree, name)
	if err != nil {
		box.err = notMissing(err)
		return box
	}
	m, err := ParseMessages(name, text)
	if err != nil {
		box.err = err
		return box
	}
	for i := range m.All {
		if m.All[i].Mark == Unread {
			box.unread = append(box.unread, message(&m.All[i]))
		}
	}
	return box
}

// message is "message 3 (2026-01-15 15:00): the subject".
func message(m *Message) string {
	text := "a message"
	if m.Number >= 0 {
		text = fmt.Sprintf("message %d", m.Number)
	}
	if m.Stamp != "" {
		text += " (" + m.Stamp + ")"
	}
	if m.Subject != "" {
		text += ": " + m.Subject
	}
	return text
}

// unread is how many messages nobody read.
func (r *resumption) unread() int {
	n := 0
	for _, b := range r.boxes {
		n += len(b.unread)
	}
	return n
}

// stepMessages is about the messages to the agent, and where it writes its own.
func (r *resumption) stepMessages() bootstrap.Step {
	step := bootstrap.Step{Number: 2, Title: "Read the messages to the agent"}
	for _, b := range r.boxes {
		if b.err != nil {
			step.AddUnreadable(b.name, b.err)
			continue
		}
		f := r.in.OptionalFile(b.name) // nobody may have written yet
		if n := len(b.unread); n > 0 {
			f.Note = fmt.Sprintf("%d unread", n)
		}
		step.Files = append(step.Files, f)
	}
	if len(r.boxes) == 0 {
		step.Points = append(step.Points, "nobody wrote any to it in "+MessageDir)
	}
	if box := Outbox(r.agent); box != "" {
		step.Points = append(step.Points, "answers go to "+bootstrap.QuotePath(box)+", in the epic")
	}
	return step
}

// stepFeature is about the feature of the agent and what the epic says of it.
func (r *resumption) stepFeature() bootstrap.Step {
	step := bootstrap.Step{Number: 3, Title: "Read the status of the feature, and the epic"}
	if r.c != nil && r.c.Feature() != "" {
		r.addStatus(&step, r.in.NamedFile(path.Join(r.treePath(r.c.Feature()), StatusFile), "outside of the epic"))
	}
	step.Files = append(step.Files, r.in.OptionalFile(path.Join(r.epic, EpicFile)))
	return step
}

// statusFacts are the keys of STATUS that a session has to know.
var statusFacts = [...]string{StatusStage, StatusPhase, StatusStatus, StatusBlockers, StatusNext, StatusReady, StatusUpdated}

// addStatus adds the STATUS file to the step, what it says, and where the checkpoint
// says otherwise.
func (r *resumption) addStatus(step *bootstrap.Step, f bootstrap.File) {
	f.Optional = true
	text, err := source.ReadFile(r.in.Tree, f.Path)
	if !f.Exists || err != nil {
		step.Files = append(step.Files, f)
		return
	}
	status, err := ParseStatus(f.Path, text)
	if err != nil {
		step.AddUnreadable(f.Path, err)
		return
	}
	step.Files = append(step.Files, f)
	for _, key := range statusFacts {
		if value, ok := status.Get(key); ok {
			step.Facts = append(step.Facts, bootstrap.NewFact(key, spelling.OneLine(value)))
		}
	}
	for _, pair := range [...]struct{ key, value string }{{StatusStage, r.c.Stage()}, {StatusStatus, r.c.Status()}} {
		value, ok := status.Get(pair.key)
		value, recorded := spelling.OneLine(value), spelling.OneLine(pair.value)
		if ok && pair.value != "" && !strings.EqualFold(value, recorded) {
			step.Points = append(step.Points, fmt.Sprintf("%s is %s, and the checkpoint says %s", pair.key, bootstrap.QuoteValue(value), bootstrap.QuoteValue(recorded)))
		}
	}
}
