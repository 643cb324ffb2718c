package agents

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// A resumption is a session that goes on as an agent, and what is known of the agent.
type resumption struct {
	in    *bootstrap.Input
	c     *Checkpoint // nil if it does not exist or cannot be read
	err   error       // why it cannot be read; nil if it can or does not exist
	twin  *Checkpoint // another one of the agent; nil without
	agent string      // folded id
	epic  string      // folder of the epic in the tree
	files map[string]*source.File
	boxes []inbox
}

// Restart returns the restart sequence of the agent whose checkpoint has in.Path. Its order
// is that in which the protocol has an agent resume: its checkpoint, the files that it
// worked on, what it was doing; the messages and the status of its feature come before
// the work, as the others may have changed what is required. Source of the order:
// checkpoint (recovery, the same agent resumes).
func Restart(in bootstrap.Input) *bootstrap.Sequence {
	r := newResumption(&in)
	s := in.NewSequence(Name)
	s.Name, s.Files, s.FromRoot, s.Refused, s.Notes = r.name(), r.files, true, r.refusal(), r.notes()
	s.Steps = append(s.Steps, r.stepState())
	if r.c != nil {
		s.Verify(in.Tree, r.c.ClaimsBelow(in.Above))
	}
	s.Priorities = r.parts()
	if s.Refused != "" && !in.Force {
		s.Stop(bootstrap.BlockersTitle)
		return s
	}
	s.Add(r.stepLeft(s.Priorities), r.stepMessages(), r.stepFeature(), r.stepFiles(s.Verdicts), r.stepGoOn())
	if r.c != nil {
		r.noteCommitted(s.Steps)
	}
	return s
}

func newResumption(in *bootstrap.Input) *resumption {
	r := &resumption{in: in, epic: path.Dir(path.Dir(in.Path)), files: map[string]*source.File{}}
	folder, err := ReadFolder(in.Tree, path.Dir(in.Path))
	if err != nil {
		folder = &Folder{}
		r.err = notMissing(err)
	}
	for _, f := range folder.Faults {
		if f.Name == path.Base(in.Path) {
			r.err = f.Err
		}
	}
	r.agent = FoldID(strings.TrimSuffix(path.Base(in.Path), path.Ext(in.Path)))
	for _, c := range folder.Agents {
		if c.Path() == in.Path {
			r.c, r.agent = c, c.Agent()
			r.files[in.Path] = c.Doc.File
		}
	}
	for _, c := range folder.ByAgent()[r.agent] {
		if r.twin == nil && c != r.c {
			r.twin = c
		}
	}
	r.boxes = readInboxes(in.Tree, r.epic, r.agent)
	return r
}

// notMissing returns err, or nil if it says that a file does not exist.
func notMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// name returns the id of the agent.
func (r *resumption) name() string {
	if r.c == nil {
		return IDOf(r.agent)
	}
	return spelling.OneLine(r.c.Shown())
}

// refusal says why no session should go on by itself. What can_resume says decides:
// an agent that waits or is done says so there. Source: the settled reading of
// can_resume.
func (r *resumption) refusal() string {
	name := path.Base(r.in.Path)
	switch {
	case r.err != nil:
		return fmt.Sprintf("%s cannot be read: %s", bootstrap.QuotePath(name), bootstrap.Cause(r.err))
	case r.c == nil:
		return "there is no " + bootstrap.QuotePath(name)
	}
	if can, known := r.c.CanResume(); known && !can {
		return fmt.Sprintf("%s is false, with status %s: the primary or a person has to decide", CanResumeKey, bootstrap.QuoteValue(bootstrap.OrUnknown(r.c.Status())))
	}
	return ""
}

func (r *resumption) notes() []string {
	if r.c == nil {
		return nil
	}
	notes := bootstrap.AppendCount(nil, len(r.c.Blockers()), "blocker", "to see to first")
	notes = bootstrap.AppendCount(notes, r.unread(), "unread message", "to answer before the work goes on")
	if _, known := r.c.CanResume(); !known {
		notes = append(notes, CanResumeKey+" says neither true nor false, which is taken for true")
	}
	if r.twin != nil {
		notes = append(notes, "the agent has another checkpoint, too: "+bootstrap.QuotePath(r.twin.Base()))
	}
	return notes
}

// command is the command line of a command about the agent.
func (r *resumption) command(name string) string {
	return strings.TrimSpace("mdck agents " + name + " " + r.in.Args)
}

// stepState is about the state of the agent.
func (r *resumption) stepState() bootstrap.Step {
	f := r.in.File(r.in.Path)
	if r.err != nil {
		f = bootstrap.Unreadable(f.Path)
	}
	step := bootstrap.Step{Number: 0, Title: "Read the checkpoint: where the agent stands", Files: []bootstrap.File{f}}
	if r.c == nil {
		return step
	}
	step.Facts = append([]bootstrap.Fact{bootstrap.NewFact("agent", r.name())}, bootstrap.KnownFacts(
		bootstrap.NewFact(FeatureKey, spelling.OneLine(r.c.Feature())),
		bootstrap.NewFact(StageKey, spelling.OneLine(r.c.Stage())),
		bootstrap.NewFact(PhaseKey, spelling.OneLine(r.c.Phase())),
		bootstrap.NewFact(StatusKey, spelling.OneLine(r.c.Status())))...)
	step.Facts = append(step.Facts, r.lastFacts()...)
	step.Facts = append(step.Facts, bootstrap.NewFact(CanResumeKey, r.canResume()))
	return step
}

// lastFacts are when the checkpoint was written and, where that is wanted, how old it
// is and what that means.
func (r *resumption) lastFacts() []bootstrap.Fact {
	last := r.c.Str(LastKey)
	if _, ok := r.c.Last(); !ok {
		return []bootstrap.Fact{bootstrap.NewFact(LastKey, bootstrap.OrUnknown(last))}
	}
	return r.in.AgedFacts(LastKey, bootstrap.OrUnknown(last), string(r.c.Age(r.in.Now).Class))
}

func (r *resumption) canResume() string {
	switch can, known := r.c.CanResume(); {
	case !known:
		return "unknown"
	case can:
		return "true"
	}
	return "false"
}

// stepLeft is about what the agent left for whoever goes on.
func (r *resumption) stepLeft(quotes []bootstrap.Part) bootstrap.Step {
	step := bootstrap.Step{Number: 1, Kind: bootstrap.Work, Title: "Take in what the agent left: it stands for the conversation that is gone", Quotes: quotes}
	switch {
	case r.c == nil:
		step.Points = []string{"nothing can be read: " + r.command("restore") + " takes back the newest backup in " + BackupDir + " that can be"}
	case len(quotes) == 0:
		step.Points = []string{"it left nothing: no instructions, steps or blockers"}
	}
	return step
}

// parts are what the agent left, the most important first. Of what grows with time
// the newest come first.
func (r *resumption) parts() []bootstrap.Part {
	if r.c == nil {
		return nil
	}
	from := r.in.Path
	parts := []bootstrap.Part{
		{Title: "Recovery Instructions", From: from, Texts: bootstrap.Lines(r.c.Instructions()), Lines: true},
		{Title: "Current Step", From: from, Texts: bootstrap.Lines(spelling.OneLine(r.c.Step()))},
		{Title: bootstrap.BlockersTitle, From: from, Texts: itemTexts(r.c.Blockers())},
		{Title: "Next Steps", From: from, Texts: itemTexts(r.c.Next())},
	}
	for _, b := range r.boxes {
		parts = append(parts, bootstrap.Part{Title: "Unread Messages", From: b.name, Texts: b.messages.unread()})
	}
	completed := itemTexts(r.c.Completed())
	slices.Reverse(completed)
	return bootstrap.PartsWithTexts(append(parts,
		bootstrap.Part{Title: "Recovery Notes", From: from, Texts: bootstrap.Lines(r.c.Str(NotesKey)), Lines: true},
		bootstrap.Part{Title: "Completed Steps (newest first)", From: from, Texts: completed})...)
}

func itemTexts(all []Item) []string {
	var texts []string
	for _, i := range all {
		texts = append(texts, spelling.OneLine(i.Text))
	}
	return texts
}
