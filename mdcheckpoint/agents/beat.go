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
	ID           string   // written where the file has no agent_id
	Feature      string   // written where the file names none
	Step         string   // what is being done
	Done         []string // added to completed_steps once, dropped from next_steps; empty is nothing
	Next         []string // replaces next_steps
	Files        []string // added to files_modified once; empty is nothing
	AllFiles     []string // replaces files_modified, before Files are added
	Blockers     []string // replaces blockers
	MoreBlockers []string // added to blockers once; empty is nothing
	Stage        string
	Phase        string
	Status       string
	Instructions string
	CanResume    *bool

	Unread      *int // number of unread messages in the inbox
	EpicUpdated bool // EPIC_README.md is written now
	StatusFile  bool // STATUS is written now
}

// Beat makes the change of a heartbeat at now, with both times. The change is
// refused with a [*protocol.RequestError] where the beat contradicts itself or has a stage
// or status that nobody could read.
func (c *Checkpoint) Beat(b Beat, now time.Time) (*Change, error) {
	if err := b.tidy(); err != nil {
		return nil, err
	}
	e := newEditor(c)
	if id := oneLine(b.ID); c.ID() == "" {
		e.text(IDKey, id, "agent")
	}
	if c.Feature() == "" {
		e.text(FeatureKey, oneLine(b.Feature), "feature")
	}
	e.text(StageKey, b.Stage, "stage")
	e.text(PhaseKey, b.Phase, "phase")
	e.times(now)
	e.status(b.Status, b.CanResume)
	if e.replace(BlockersKey, b.Blockers) {
		e.did = append(e.did, bootstrap.Count(len(b.Blockers), "blocker"))
	}
	for _, text := range e.add(BlockersKey, b.MoreBlockers, identity) {
		e.did = append(e.did, fmt.Sprintf("blocker %q", shorten(text)))
	}
	e.files(&b)
	e.text(InstructionsKey, b.Instructions, "instructions")
	e.text(StepKey, b.Step, "step")
	e.steps(&b)
	e.coordinate(&b, now)
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

// Check is a [*protocol.RequestError] for what makes no sense of any agent, so that nobody waits
// for a lock to be told. It changes nothing.
func (b Beat) Check() error { return b.tidy() }

// tidy cleans the texts of b, and reports what makes no sense.
func (b *Beat) tidy() error {
	for _, text := range []*string{&b.Step, &b.Stage, &b.Phase, &b.Status} {
		*text = oneLine(*text)
	}
	b.Instructions = strings.TrimSpace(clean(b.Instructions))
	if b.Blockers != nil { // both change the one list
		b.Blockers, b.MoreBlockers = append(slices.Clip(b.Blockers), b.MoreBlockers...), nil
	}
	for _, list := range []*[]string{&b.Done, &b.Next, &b.Blockers, &b.MoreBlockers} {
		*list = lines(*list)
	}
	b.Files, b.AllFiles = names(b.Files), names(b.AllFiles)
	b.Stage, b.Status = strings.ToUpper(b.Stage), foldStatus(b.Status)
	switch {
	case b.Stage != "" && !isStage(b.Stage):
		return protocol.BadRequest("", "stage %q: want %s", shorten(b.Stage), stageWanted)
	case b.Status != "" && !isStatus(b.Status):
		return protocol.BadRequest("", "status %q: want one of %s", shorten(b.Status), strings.Join(Statuses, ", "))
	case b.Unread != nil && *b.Unread < 0:
		return protocol.BadRequest("", "%d unread messages: want 0 or more", *b.Unread)
	}
	done := map[string]bool{}
	for _, text := range b.Done {
		done[identity(text)] = true
	}
	for _, text := range append([]string{b.Step}, b.Next...) {
		if done[identity(text)] {
			return protocol.BadRequest("", "%q is given as done and as what is to be done", shorten(text))
		}
	}
	return nil
}

// isStatus reports whether text is written as statuses are: capitals, digits and
// underscores.
func isStatus(text string) bool {
	return text != "" && text[0] >= 'A' && text[0] <= 'Z' && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// times sets both times of the checkpoint.
func (e *editor) times(now time.Time) {
	if last, ok := e.c.Last(); ok && last.After(now) {
		e.note("%s was %s, which is later than now", LastKey, stamp(last))
	}
	if e.Set(jsondoc.Quote(stamp(now)), LastKey) {
		e.did = append(e.did, "checkpoint "+stamp(now))
	}
	e.Set(jsondoc.Quote(stamp(now.Add(Interval))), ExpectedKey)
}

// status sets status and can_resume. A status that the protocol does not have is
// told.
func (e *editor) status(status string, can *bool) {
	e.text(StatusKey, status, "status")
	if status != "" && !slices.Contains(Statuses, status) {
		e.note("status %s is none of the protocol's: %s", shorten(status), strings.Join(Statuses, ", "))
	}
	if can != nil && e.Set(strconv.FormatBool(*can), CanResumeKey) {
		e.did = append(e.did, fmt.Sprintf("%s %t", CanResumeKey, *can))
	}
}

// files replaces the files or adds to them.
func (e *editor) files(b *Beat) {
	if b.AllFiles != nil {
		all := names(append(b.AllFiles[:len(b.AllFiles):len(b.AllFiles)], b.Files...))
		if e.replace(FilesKey, all) {
			e.did = append(e.did, bootstrap.Count(len(all), "file"))
		}
		return
	}
	if added := e.add(FilesKey, b.Files, path.Clean); len(added) > 0 {
		e.did = append(e.did, "added "+bootstrap.Count(len(added), "file"))
	}
}

// steps moves what is done, and replaces what comes next.
func (e *editor) steps(b *Beat) {
	for _, text := range e.add(CompletedKey, b.Done, identity) {
		e.did = append(e.did, fmt.Sprintf("done %q", shorten(text)))
	}
	if b.Next == nil {
		if n := e.drop(NextKey, b.Done); n > 0 {
			e.did = append(e.did, "dropped "+bootstrap.Count(n, "next step"))
		}
	} else if e.replace(NextKey, b.Next) {
		e.did = append(e.did, bootstrap.Count(len(b.Next), "next step"))
	}
	if b.Step == "" && len(b.Done) > 0 {
		if step := e.c.Step(); step != "" && slices.ContainsFunc(b.Done, func(done string) bool { return identity(done) == identity(step) }) {
			e.note("%s is still %q, which is done", StepKey, shorten(step))
		}
	}
}

// coordinate sets the keys of coordination_state that b speaks of.
func (e *editor) coordinate(b *Beat, now time.Time) {
	at := jsondoc.Quote(stamp(now))
	var pairs [][2]string
	if b.Unread != nil {
		pairs = append(pairs, [2]string{UnreadKey, strconv.Itoa(*b.Unread)})
	}
	if b.EpicUpdated {
		pairs = append(pairs, [2]string{EpicUpdateKey, at})
	}
	if b.StatusFile {
		pairs = append(pairs, [2]string{StatusUpdateKey, at})
	}
	e.setCoordination(pairs)
}

// Checked makes the change that records that the agent looked at its messages at now, of which
// so many are unread. It is no heartbeat.
func (c *Checkpoint) Checked(unread int, now time.Time) (*Change, error) {
	e := newEditor(c)
	e.setCoordination([][2]string{{InboxCheckKey, jsondoc.Quote(stamp(now))}, {UnreadKey, strconv.Itoa(unread)}})
	if e.c.Doc != c.Doc {
		e.did = []string{fmt.Sprintf("messages looked at %s, %d unread", stamp(now), unread)}
	}
	return e.change()
}

// setCoordination sets those keys in coordination_state.
func (e *editor) setCoordination(pairs [][2]string) {
	v := e.Get(CoordinationKey)
	switch {
	case len(pairs) == 0:
	case v.IsNothing() || v.Kind == jsondoc.Object && len(v.Members) == 0:
		e.Set(object(pairs), CoordinationKey)
	case v.Kind == jsondoc.Object:
		for _, p := range pairs {
			e.Set(p[1], CoordinationKey, p[0])
		}
	default:
		e.note("%s is no object and stays as it is", CoordinationKey)
	}
}
