package agents

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// A Beat is what a heartbeat reports. The zero value of a field leaves what is
// there. Of lists, nil leaves what is there, and an empty list clears it; entries
// that are blank, or a word such as "none", are left out first. Texts are folded to
// one line, but for the instructions.
type Beat struct {
	ID           string // written where the file has no agent_id
	Session      string // of a checkpoint that is made, or that has none
	Feature      string // written where the file names none
	Step         string // what is being done
	Stage        string
	Phase        string
	Status       string
	Instructions string
	CanResume    *bool
	Done         []string // added to completed_steps once, dropped from next_steps; empty is nothing
	Next         []string // replaces next_steps
	Files        []string // added to files_modified once; empty is nothing
	AllFiles     []string // replaces files_modified, before Files are added
	Blockers     []string // replaces blockers
	MoreBlockers []string // added to blockers once; empty is nothing
	EpicUpdated  bool     // EPIC_README.md is written now

	unread     *int // number of unread messages in the inbox
	statusFile bool // STATUS is written now
}

// Beat makes the change of a heartbeat at now, with both times. The change is
// refused with a [*protocol.RequestError] where the beat has a stage or status that
// nobody could read.
func (c *Checkpoint) Beat(b Beat, now time.Time) (*Change, error) {
	if err := b.tidy(); err != nil {
		return nil, err
	}
	e := newEditor(c)
	if c.ID() == "" {
		e.text(IDKey, oneLine(b.ID), "agent")
	}
	if c.Feature() == "" {
		e.text(FeatureKey, oneLine(b.Feature), "feature")
	}
	e.text(StageKey, b.Stage, "stage")
	e.text(PhaseKey, b.Phase, "phase")
	e.times(now)
	e.status(&b)
	e.list(BlockersKey, "blocker", b.Blockers, b.MoreBlockers, identity)
	e.list(FilesKey, "file", b.AllFiles, b.Files, path.Clean)
	e.text(InstructionsKey, b.Instructions, "instructions")
	e.text(StepKey, b.Step, "step")
	e.steps(&b)
	e.coordination(&b, now)
	e.noteOldStage(c)
	return e.change()
}

// noteOldStage notes what still speaks of the stage before, if the stage changed. Source:
// checkpoint (phase transitions).
func (e *editor) noteOldStage(was *Checkpoint) {
	stage := e.c.Stage()
	if was.Stage() == "" || was.Stage() == stage {
		return
	}
	var old []string
	for _, key := range [...]string{PhaseKey, CompletedKey, NextKey, InstructionsKey} {
		text := strings.Join(texts(e.c.Items(key)), "\n")
		if text != "" && text == strings.Join(texts(was.Items(key)), "\n") && !strings.Contains(text, stage) {
			old = append(old, key)
		}
	}
	if len(old) > 0 {
		e.note("stage is %s now, and still of %s: %s", stage, shorten(was.Stage()), strings.Join(old, ", "))
	}
}

// Check returns a [*protocol.RequestError] for what makes no sense of any agent, so that
// nobody waits for a lock to learn of it. It changes nothing.
func (b Beat) Check() error { return b.tidy() }

// tidy cleans the texts of b, and reports what makes no sense.
func (b *Beat) tidy() error {
	for _, text := range []*string{&b.Step, &b.Stage, &b.Phase, &b.Status} {
		*text = oneLine(*text)
	}
	b.Instructions = strings.TrimSpace(clean(b.Instructions))
	for _, list := range []*[]string{&b.Done, &b.Next, &b.Blockers, &b.MoreBlockers} {
		*list = distinct(*list, oneLine, identity)
	}
	b.Files, b.AllFiles = distinct(b.Files, fileName, path.Clean), distinct(b.AllFiles, fileName, path.Clean)
	b.Stage, b.Status = strings.ToUpper(b.Stage), foldStatus(b.Status)
	switch {
	case b.Stage != "" && !isStage(b.Stage):
		return protocol.BadRequest("", "stage %q: want %s", shorten(b.Stage), stageWanted)
	case b.Status != "" && !isStatus(b.Status):
		return protocol.BadRequest("", "status %q: want one of %s", shorten(b.Status), strings.Join(Statuses, ", "))
	}
	return nil
}

// status sets status and can_resume, and notes a status that the protocol does not have.
func (e *editor) status(b *Beat) {
	e.text(StatusKey, b.Status, "status")
	if b.Status != "" && !slices.Contains(Statuses, b.Status) {
		e.note("status %s is none of the protocol's: %s", shorten(b.Status), strings.Join(Statuses, ", "))
	}
	if b.CanResume != nil && e.Set(strconv.FormatBool(*b.CanResume), CanResumeKey) {
		e.did = append(e.did, fmt.Sprintf("%s %t", CanResumeKey, *b.CanResume))
	}
}

// steps moves what is done, and replaces what comes next.
func (e *editor) steps(b *Beat) {
	e.list(CompletedKey, "done", nil, b.Done, identity)
	e.list(NextKey, "next step", b.Next, nil, identity)
	if b.Next == nil {
		if n := e.drop(NextKey, b.Done); n > 0 {
			e.did = append(e.did, "dropped "+bootstrap.Count(n, "next step"))
		}
	}
	step := e.c.Step()
	if isDone := func(done string) bool { return identity(done) == identity(step) }; step != "" && slices.ContainsFunc(b.Done, isDone) {
		e.note("%s is still %q, which is done", StepKey, shorten(step))
	}
}

// coordination sets the keys of coordination_state that b speaks of.
func (e *editor) coordination(b *Beat, now time.Time) {
	at := jsondoc.Quote(stamp(now))
	if b.unread != nil {
		e.coordinate(UnreadKey, strconv.Itoa(*b.unread))
	}
	if b.EpicUpdated {
		e.coordinate(EpicUpdateKey, at)
	}
	if b.statusFile {
		e.coordinate(StatusUpdateKey, at)
	}
}

// Checked makes the change that records that the agent looked at its messages at now, of which
// so many are unread. It is no heartbeat.
func (c *Checkpoint) Checked(unread int, now time.Time) (*Change, error) {
	e := newEditor(c)
	e.coordinate(InboxCheckKey, jsondoc.Quote(stamp(now)))
	e.coordinate(UnreadKey, strconv.Itoa(unread))
	if e.c.Doc != c.Doc {
		e.did = []string{fmt.Sprintf("messages looked at %s, %d unread", stamp(now), unread)}
	}
	return e.change()
}
