package bootstrap

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// An heir is a session that goes on as an agent, and what is known of it.
type heir struct {
	in    *Input
	c     *agents.Checkpoint // nil if it is not there or cannot be read
	fault error              // why it cannot be read; nil if it is there or is not there
	twins []*agents.Checkpoint
	agent string // folded id
	epic  string // folder of the epic in the tree
	files map[string]*source.File
	boxes []inbox
}

// Agents is the restart sequence of the agent whose checkpoint has in.Path. Its order
// is that in which the protocol has an agent resume: its checkpoint, the files that it
// worked on, what it was doing; the messages and the status of its feature come before
// the work, as the others may have changed what is wanted. Source of the order:
// checkpoint (recovery, the same agent resumes).
func Agents(in Input) *Sequence {
	h := newHeir(&in)
	s := &Sequence{
		Protocol: "agents", ID: in.ID, Name: h.shown(), Checkpoint: in.Path, Files: h.files, whole: true, Refused: h.refusal(), Notes: h.notes(),
	}
	if in.Counter != nil {
		s.Counter = in.Counter.Name()
	}
	s.Steps = append(s.Steps, h.stepStand())
	if h.c != nil {
		s.Verdicts = claim.Verify(in.Tree, s.bounded(h.c.ClaimsBelow(in.Above)))
	}
	s.Acute = h.parts()
	if s.Refused != "" && !in.Force {
		s.Acute = slices.DeleteFunc(s.Acute, func(p Part) bool { return p.Title != blockersTitle })
		s.Steps[0].Quotes = s.Acute
		return s
	}
	s.add(h.stepLeft(s.Acute), h.stepMessages(), h.stepFeature(), h.stepFiles(s.Verdicts), h.stepGoOn())
	if h.c != nil {
		h.drift(s.Steps)
	}
	return s
}

// blockersTitle is that of the part which is shown even where step 0 refuses.
const blockersTitle = "Blockers"

func newHeir(in *Input) *heir {
	h := &heir{in: in, epic: path.Dir(path.Dir(in.Path)), files: map[string]*source.File{}}
	folder, err := agents.ReadFolder(in.Tree, path.Dir(in.Path))
	if err != nil {
		folder = &agents.Folder{}
		h.fault = missingIsNone(err)
	}
	for _, f := range folder.Faults {
		if f.Name == path.Base(in.Path) {
			h.fault = f.Err
		}
	}
	h.agent = agents.FoldID(strings.TrimSuffix(path.Base(in.Path), path.Ext(in.Path)))
	for _, c := range folder.Agents {
		if c.Path() == in.Path {
			h.c, h.twins, h.agent = c, folder.Twins(c), c.Agent()
			h.files[in.Path] = c.Doc.File
		}
	}
	h.boxes = h.inboxes()
	return h
}

func missingIsNone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (h *heir) shown() string {
	if h.c == nil {
		return agents.IDOf(h.agent)
	}
	return folded(h.c.Shown())
}

// refusal says why no session should go on by itself. What can_resume says decides:
// an agent that waits or is done says so there. Source: the settled reading of
// can_resume.
func (h *heir) refusal() string {
	name := path.Base(h.in.Path)
	switch {
	case h.fault != nil:
		return fmt.Sprintf("%s cannot be read: %s", pathSaid(name), why(h.fault))
	case h.c == nil:
		return "there is no " + pathSaid(name)
	}
	if can, known := h.c.CanResume(); known && !can {
		return fmt.Sprintf("%s is false, with status %s: the primary or a person has to decide", agents.CanResumeKey, said(orUnknown(h.c.Status())))
	}
	return ""
}

func (h *heir) notes() []string {
	if h.c == nil {
		return nil
	}
	var notes []string
	if n := len(h.c.Blockers()); n > 0 {
		notes = append(notes, count(n, "blocker")+" to see to first")
	}
	if n := h.unread(); n > 0 {
		notes = append(notes, count(n, "unread message")+" to answer before the work goes on")
	}
	if _, known := h.c.CanResume(); !known {
		notes = append(notes, agents.CanResumeKey+" says neither true nor false, which is taken for true")
	}
	if len(h.twins) > 0 {
		notes = append(notes, "the agent has another checkpoint, too: "+pathSaid(h.twins[0].Base()))
	}
	return notes
}

// command is the command line of a command about the agent.
func (h *heir) command(name string) string {
	return strings.TrimSpace("mdck agents " + name + " " + h.in.Args)
}

// stepStand is about where the agent stands.
func (h *heir) stepStand() Step {
	f := h.in.file(h.in.Tree, h.in.Path)
	if h.fault != nil {
		f = f.unread()
	}
	step := Step{Number: 0, Title: "Read the checkpoint: where the agent stands", Files: []File{f}}
	if h.c == nil {
		return step
	}
	step.Facts = append([]Fact{{"agent", h.shown()}}, known(
		Fact{agents.FeatureKey, folded(h.c.Feature())},
		Fact{agents.StageKey, folded(h.c.Stage())},
		Fact{agents.PhaseKey, folded(h.c.Phase())},
		Fact{agents.StatusKey, folded(h.c.Status())})...)
	step.Facts = append(step.Facts, h.lastFacts()...)
	step.Facts = append(step.Facts, Fact{agents.CanResumeKey, h.canResume()})
	return step
}

// lastFacts are when the checkpoint was written and, where that is wanted, how old it
// is and what that means.
func (h *heir) lastFacts() []Fact {
	last := h.c.Str(agents.LastKey)
	if _, ok := h.c.Last(); !ok {
		return []Fact{{agents.LastKey, orUnknown(last)}}
	}
	return h.in.aged(agents.LastKey, orUnknown(last), string(h.c.Age(h.in.Now).Class))
}

func (h *heir) canResume() string {
	switch can, known := h.c.CanResume(); {
	case !known:
		return "unknown"
	case can:
		return "true"
	}
	return "false"
}

func orUnknown(text string) string {
	if text = folded(text); text == "" {
		return "unknown"
	}
	return text
}

// folded is text on one line.
func folded(text string) string { return spelling.OneLine(text) }

// stepLeft is about what the agent left for whoever goes on.
func (h *heir) stepLeft(quotes []Part) Step {
	step := Step{Number: 1, kind: doing, Title: "Take in what the agent left: it stands for the conversation that is gone", Quotes: quotes}
	switch {
	case h.c == nil:
		step.Points = []string{"nothing can be read: " + h.command("restore") + " takes back the newest backup in " + agents.BackupDir + " that can be"}
	case len(quotes) == 0:
		step.Points = []string{"it left nothing: no instructions, steps or blockers"}
	}
	return step
}

// parts are what the agent left, the most important first. Of what grows with time
// the newest come first.
func (h *heir) parts() []Part {
	if h.c == nil {
		return nil
	}
	var parts []Part
	add := func(p Part) {
		if len(p.Texts) > 0 {
			parts = append(parts, p)
		}
	}
	from := h.in.Path
	add(Part{Title: "Recovery Instructions", From: from, Texts: textLines(h.c.Instructions()), Lines: true})
	add(Part{Title: "Current Step", From: from, Texts: textLines(folded(h.c.Step()))})
	add(Part{Title: blockersTitle, From: from, Texts: items(h.c.Blockers())})
	add(Part{Title: "Next Steps", From: from, Texts: items(h.c.Next())})
	for _, b := range h.boxes {
		add(Part{Title: "Unread Messages", From: b.name, Texts: b.unread})
	}
	add(Part{Title: "Recovery Notes", From: from, Texts: textLines(h.c.Str(agents.NotesKey)), Lines: true})
	completed := items(h.c.Completed())
	slices.Reverse(completed)
	add(Part{Title: "Completed Steps (newest first)", From: from, Texts: completed})
	return parts
}

func items(all []agents.Item) []string {
	var texts []string
	for _, i := range all {
		texts = append(texts, folded(i.Text))
	}
	return texts
}

// textLines are the lines of text; none of a blank one.
func textLines(text string) []string {
	text = strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text))
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
