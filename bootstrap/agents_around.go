package bootstrap

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/source"
)

// An inbox is a file of messages to the agent.
type inbox struct {
	name   string // path in the tree
	unread []string
	err    error // why it cannot be read
}

// inboxes are the files of messages to the agent: that which the primary writes to
// it, or for the primary all that the others write.
func (h *heir) inboxes() []inbox {
	entries, _ := fs.ReadDir(h.in.Tree, path.Join(h.epic, agents.MessageDir)) // without it there are no messages
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	var all []inbox
	for _, box := range agents.Inboxes(h.agent, names) {
		all = append(all, h.read(path.Join(h.epic, box)))
	}
	return all
}

// read reads an inbox; one that is not there has no messages.
func (h *heir) read(name string) inbox {
	box := inbox{name: name}
	text, err := source.ReadFile(h.in.Tree, name)
	if err != nil {
		box.err = missingIsNone(err)
		return box
	}
	m, err := agents.ParseMessages(name, text)
	if err != nil {
		box.err = err
		return box
	}
	for i := range m.All {
		if m.All[i].Mark == agents.Unread {
			box.unread = append(box.unread, message(&m.All[i]))
		}
	}
	return box
}

// message is "message 3 (2026-01-15 15:00): the subject".
func message(m *agents.Message) string {
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
func (h *heir) unread() int {
	n := 0
	for _, b := range h.boxes {
		n += len(b.unread)
	}
	return n
}

// stepMessages is about the messages to the agent, and where it writes its own.
func (h *heir) stepMessages() Step {
	step := Step{Number: 2, Title: "Read the messages to the agent"}
	for _, b := range h.boxes {
		f := h.in.file(h.in.Tree, b.name)
		f.Optional = true // nobody may have written yet
		if n := len(b.unread); n > 0 {
			f.Note = fmt.Sprintf("%d unread", n)
		}
		if b.err != nil {
			f = f.unread()
			step.Points = append(step.Points, "it cannot be read: "+why(b.err))
		}
		step.Files = append(step.Files, f)
	}
	if len(h.boxes) == 0 {
		step.Points = append(step.Points, "nobody wrote any to it in "+agents.MessageDir)
	}
	if box := agents.Outbox(h.agent); box != "" {
		step.Points = append(step.Points, "answers go to "+pathSaid(box)+", in the epic")
	}
	return step
}

// stepFeature is about the feature of the agent and what the epic says of it.
func (h *heir) stepFeature() Step {
	step := Step{Number: 3, Title: "Read the status of the feature, and the epic"}
	if h.c != nil && h.c.Feature() != "" {
		step.addStatus(h, h.in.named(path.Join(h.place(h.c.Feature()), agents.StatusFile), "outside of the epic"))
	}
	epic := h.in.file(h.in.Tree, path.Join(h.epic, agents.EpicFile))
	epic.Optional = true
	step.Files = append(step.Files, epic)
	return step
}

// statusFacts are the keys of STATUS that a session has to know.
var statusFacts = [...]string{agents.StatusStage, agents.StatusPhase, agents.StatusStatus, agents.StatusBlockers, agents.StatusNext, agents.StatusReady, agents.StatusUpdated}

// addStatus adds the STATUS file to the step, what it says, and where the checkpoint
// says otherwise.
func (step *Step) addStatus(h *heir, f File) {
	f.Optional = true
	defer func() { step.Files = append(step.Files, f) }()
	if !f.There || f.Unreadable || f.Directory {
		return
	}
	text, err := source.ReadFile(h.in.Tree, f.Path)
	if err != nil {
		return
	}
	status, err := agents.ParseStatus(f.Path, text)
	if err != nil {
		f = f.unread()
		step.Points = append(step.Points, "it cannot be read: "+why(err))
		return
	}
	for _, key := range statusFacts {
		if value, ok := status.Get(key); ok {
			step.Facts = append(step.Facts, Fact{key, folded(value)})
		}
	}
	for _, pair := range [...]struct{ key, value string }{{agents.StatusStage, h.c.Stage()}, {agents.StatusStatus, h.c.Status()}} {
		if value, ok := status.Get(pair.key); ok && pair.value != "" && !strings.EqualFold(folded(value), folded(pair.value)) {
			step.Points = append(step.Points, fmt.Sprintf("%s is %s, and the checkpoint says %s", pair.key, said(folded(value)), said(folded(pair.value))))
		}
	}
}
