package agents

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

type resumption struct {
	in    *bootstrap.Input
	c     *Checkpoint // c.Err is set if there is no checkpoint
	boxes []inbox
}

// Restart returns the restart sequence of an agent. Source: checkpoint (recovery, the same agent
// resumes).
func Restart(in bootstrap.Input) *bootstrap.Sequence {
	c := findCheckpoint(in.Tree, in.Path)
	r := &resumption{&in, c, readInboxes(in.Tree, c.epicDir(), c.Agent())}
	s := in.NewSequence(Name)
	s.Name, s.Refused, s.Notes = spelling.OneLine(c.DisplayID()), r.refusal(), r.notes()
	s.Files, s.FromRoot = map[string]*source.File{in.Path: c.Doc.File}, true
	s.Steps = append(s.Steps, r.stepState())
	s.Verify(in.Tree, c.claimsBelow(in.Above))
	s.Priorities = r.parts()
	if s.Refused != "" && !in.Force {
		s.Stop(bootstrap.BlockersTitle)
		return s
	}
	s.Add(r.stepNotes(s.Priorities), r.stepMessages(), r.stepFeature(), r.stepFiles(), r.stepContinue())
	r.noteCommitted(s.Steps)
	return s
}

func findCheckpoint(tree fs.FS, name string) *Checkpoint {
	folder, err := ReadFolder(tree, path.Dir(name))
	if err == nil {
		if c := folder.Find(path.Base(name)); c != nil && c.Path() == name {
			return c
		}
	}
	return unreadable(name, cmp.Or(err, fs.ErrNotExist))
}

func notMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (r *resumption) refusal() string {
	name := spelling.QuotePath(r.c.Base())
	switch err := r.c.Err; {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no " + name
	case err != nil:
		return name + " cannot be read: " + spelling.Cause(err)
	}
	if can, known := r.c.CanResume(); known && !can {
		return canResumeKey + " is false and the status is " + spelling.QuoteValue(spelling.OrUnknown(r.c.Status())) + ", so the primary or a person must decide"
	}
	return ""
}

func (r *resumption) notes() []string {
	if r.c.Err != nil {
		return nil
	}
	notes := bootstrap.AppendCount(nil, len(r.c.Blockers()), "blocker", "to resolve first")
	notes = bootstrap.AppendCount(notes, r.unread(), "unread message", "to answer before you continue")
	if i := slices.IndexFunc(r.c.Same, func(c *Checkpoint) bool { return c != r.c }); i >= 0 {
		notes = append(notes, "the agent has another checkpoint: "+spelling.QuotePath(r.c.Same[i].Base()))
	}
	return notes
}

func (r *resumption) command(name string) string {
	return strings.TrimSpace("mdck agents " + name + " " + r.in.Args)
}

func (r *resumption) stepState() bootstrap.Step {
	c, f := r.c, r.in.File(r.in.Path)
	if notMissing(c.Err) != nil {
		f = bootstrap.Unreadable(f.Path)
	}
	step := bootstrap.Step{
		Number: 0,
		Title:  "Read the checkpoint, which has the state of the agent",
		Files:  []bootstrap.File{f},
	}
	if c.Err != nil {
		return step
	}
	for _, fact := range [...][2]string{
		{"agent", c.DisplayID()}, {featureKey, c.Feature()}, {stageKey, c.Stage()}, {PhaseKey, c.Str(PhaseKey)}, {statusKey, c.Status()},
	} {
		if value := spelling.OneLine(fact[1]); value != "" || fact[0] == "agent" {
			step.Facts = append(step.Facts, bootstrap.NewFact(fact[0], value))
		}
	}
	step.Facts = append(step.Facts, r.in.AgedFacts(lastKey, spelling.OrUnknown(c.Str(lastKey)), string(c.Age(r.in.Now).Class))...)
	resume := "unknown"
	if can, known := c.CanResume(); known {
		resume = strconv.FormatBool(can)
	}
	step.Facts = append(step.Facts, bootstrap.NewFact(canResumeKey, resume))
	return step
}

func (r *resumption) stepNotes(quotes []bootstrap.Part) bootstrap.Step {
	step := bootstrap.Step{
		Number: 1,
		Kind:   bootstrap.Work,
		Title:  "Read the agent's notes, which replace the lost conversation",
		Quotes: quotes,
	}
	switch {
	case r.c.Err != nil:
		step.Points = []string{"the notes are unreadable; to restore the newest readable backup in " + BackupDir + ": " + r.command("restore")}
	case len(quotes) == 0:
		step.Points = []string{"the agent left no instructions, steps or blockers"}
	}
	return step
}

// parts returns the agent's notes, the most important first.
func (r *resumption) parts() []bootstrap.Part {
	from := r.in.Path
	parts := []bootstrap.Part{
		{Title: "Recovery Instructions", From: from, Texts: spelling.Lines(r.c.Str(instructionsKey)), Lines: true},
		bootstrap.NewPart("Current Step", from, spelling.Lines(spelling.OneLine(r.c.Step()))),
		bootstrap.NewPart(bootstrap.BlockersTitle, from, itemTexts(r.c.Blockers())),
		bootstrap.NewPart("Next Steps", from, itemTexts(r.c.Next())),
	}
	for _, b := range r.boxes {
		parts = append(parts, bootstrap.NewPart("Unread Messages", b.name, lines(b.unread())))
	}
	completed := itemTexts(r.c.Items(CompletedKey))
	slices.Reverse(completed)
	return bootstrap.PartsWithTexts(append(parts,
		bootstrap.Part{
			Title: "Recovery Notes",
			From:  from,
			Texts: spelling.Lines(r.c.Str(notesKey)),
			Lines: true,
		},
		bootstrap.NewPart("Completed Steps (newest first)", from, completed))...)
}

func itemTexts(all []Item) (texts []string) {
	for _, i := range all {
		texts = append(texts, spelling.OneLine(i.Text))
	}
	return texts
}

func (r *resumption) unread() int {
	n := 0
	for _, b := range r.boxes {
		n += len(b.unread())
	}
	return n
}

func (r *resumption) stepMessages() bootstrap.Step {
	step := bootstrap.Step{Number: 2, Title: "Read the messages to the agent"}
	for _, b := range r.boxes {
		if b.err != nil {
			step.AddUnreadable(b.name, b.err)
			continue
		}
		f := r.in.OptionalFile(b.name) // the file exists only after the first message
		if n := len(b.unread()); n > 0 {
			f.Note = fmt.Sprintf("%d unread", n)
		}
		step.Files = append(step.Files, f)
	}
	if len(r.boxes) == 0 {
		step.Points = append(step.Points, "there are no messages to the agent in "+MessageDir)
	}
	if box := outbox(r.c.Agent()); box != "" {
		step.Points = append(step.Points, "send answers to "+spelling.QuotePath(box)+", in the epic")
	}
	return step
}

const outside = "outside the epic"

var statusFacts = [...]string{statusStage, statusPhase, statusStatus, statusBlockers, statusNext, statusReady, statusUpdated}

func (r *resumption) stepFeature() bootstrap.Step {
	step := bootstrap.Step{Number: 3, Title: "Read the status of the feature, and the epic"}
	if r.c.Feature() != "" {
		f := r.modifiedFile(r.c.Feature() + "/" + statusFile)
		f.Optional = true
		text, _ := source.ReadFile(r.in.Tree, f.Path) // f contains the error
		status, err := ParseStatus(f.Path, text)
		if err != nil {
			step.AddUnreadable(f.Path, err)
		} else {
			step.Files = append(step.Files, f)
		}
		for _, key := range statusFacts {
			if value, ok := status.get(key); ok {
				step.Facts = append(step.Facts, bootstrap.NewFact(key, spelling.OneLine(value)))
			}
		}
		step.Points = append(step.Points, status.differences(r.c)...)
	}
	step.Files = append(step.Files, r.in.OptionalFile(path.Join(r.c.epicDir(), EpicFile)))
	return step
}

func (r *resumption) stepFiles() bootstrap.Step {
	step := bootstrap.Step{Number: 4, Title: "Read the files that the agent changed"}
	files := r.c.Items(filesKey)
	for _, item := range files[:min(len(files), bootstrap.MaxFiles)] {
		step.Files = append(step.Files, r.modifiedFile(item.Text))
	}
	switch more := len(files) - len(step.Files); {
	case more > 0:
		step.Points = []string{fmt.Sprintf("and %d more in %s", more, filesKey)}
	case len(files) == 0:
		step.Points = []string{"no files are named"}
	}
	return step
}

func (r *resumption) modifiedFile(name string) bootstrap.File {
	name, in := spelling.SlashPath(name), *r.in
	if rooted(name) {
		return bootstrap.File{Path: name, Note: outside}
	}
	found, isAbove := locate(in.Tree, in.Above, r.c.epicDir(), name)
	if !isAbove {
		return in.NamedFile(found, outside)
	}
	in.Tree = in.Above
	f := in.NamedFile(found, outside)
	f.Path = path.Join(in.Up, found)
	return f
}

func (r *resumption) noteCommitted(steps []bootstrap.Step) {
	last, ok := r.c.Last()
	if r.in.Repository.ChangedAfter == nil || !ok {
		return
	}
	files := map[string]*bootstrap.File{}
	var names []string
	for _, step := range steps {
		for i := range step.Files {
			if f := &step.Files[i]; fs.ValidPath(f.Path) && !r.isOwnWrite(f.Path) {
				files[f.Path], names = f, append(names, f.Path)
			}
		}
	}
	if len(names) == 0 {
		return
	}
	for _, name := range r.in.Repository.ChangedAfter(last, names) {
		if f := files[name]; f != nil {
			f.Note = strings.TrimPrefix(f.Note+"; a commit changed it after the checkpoint", "; ")
		}
	}
}

func (r *resumption) isOwnWrite(name string) bool {
	if name == r.in.Path {
		return true
	}
	text, err := source.ReadRegular(r.in.Tree, name)
	if err != nil || r.in.Ledger == nil {
		return false
	}
	entries, _ := r.in.Ledger() // an unreadable ledger records nothing
	for _, e := range slices.Backward(entries) {
		if e.Path == name {
			return e.Content == claim.ContentHash(text)
		}
	}
	return false
}

// Source: checkpoint (recovery).
func (r *resumption) stepContinue() bootstrap.Step {
	next := "follow the recovery instructions: do the current step first, then the next steps"
	if r.c.complete() {
		next = "the agent's work is complete: ask the primary for the next task"
	} else if len(r.c.Blockers()) > 0 {
		next = "resolve the blockers, then continue the current step"
	}
	return bootstrap.Step{
		Number: 5,
		Kind:   bootstrap.Work,
		Title:  "Continue the work",
		Points: []string{
			next, "to record the new session: " + r.command("resume"),
			"run this every 15 minutes, at the end of a phase, at a blocker, and before and after a sync point: " + r.command("beat"),
		},
	}
}
