package agents

import (
	"fmt"
	"path"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// unread is how many messages nobody read.
func (r *resumption) unread() int {
	n := 0
	for _, b := range r.boxes {
		n += len(b.messages.Unread())
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
		if n := len(b.messages.Unread()); n > 0 {
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
	step.Points = append(step.Points, status.differences(r.c)...)
}
