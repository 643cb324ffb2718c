package agents

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// A Takeover asks that another session, or agent, takes the work of one that will
// not come back.
type Takeover struct {
	As      string   // id of the new agent; "" keeps the old one
	Session string   // of the new agent
	Notes   string   // recovery_notes; "" says what is known
	Taken   []string // names of the files in the folder

	StatusFile bool // STATUS is written now
	Unread     *int // number of unread messages in the inbox of the new agent
}

// A Succession is what becomes of the files of a takeover.
type Succession struct {
	Archive  string   // what the old file is called from now on
	Name     string   // of the new file
	Change   *Change  // of the new file, which is made anew
	ID       string   // of the new agent
	Previous string   // of the old one
	Unread   []string // the messages to the old one that nobody read, a line each
}

// Takeover archives c as crashed and makes the checkpoint of who goes on: with all
// keys and values of c, unknown ones too, but for the agent, the session, both times
// of the checkpoint, status and can_resume, which are new, and for lists and keys that
// the protocol wants and c does not have. The times of coordination_state stay: a new
// session has read and written nothing yet. It is a refused [*protocol.RequestError] where the new
// agent has a file already, a [*protocol.RequestError] as in [New].
func (c *Checkpoint) Takeover(t Takeover, now time.Time) (*Succession, error) {
	s := &Succession{Previous: oneLine(c.Shown()), Archive: ArchiveName(c.Base(), Crashed, now, t.Taken)}
	s.ID = cmp.Or(oneLine(t.As), s.Previous)
	name, err := newName(s.ID)
	if err != nil {
		return nil, err
	}
	if name != c.Base() && slices.Contains(t.Taken, name) {
		return nil, protocol.Refusal("name an agent that has none", "%s is there already: it is the checkpoint of another agent", name)
	}
	if t.Session = oneLine(t.Session); t.Session == "" {
		return nil, errNoSession()
	}
	s.Name = name
	s.Change, err = c.successor(s, &t, now)
	return s, err
}

func errNoSession() error {
	return protocol.BadRequest("any text that no other session has", "no session id")
}

// successor makes the new checkpoint.
func (c *Checkpoint) successor(s *Succession, t *Takeover, now time.Time) (*Change, error) {
	e := newEditor(c)
	e.inherit(c, s, t, now)
	change, err := e.change()
	if err != nil {
		return nil, err
	}
	if change.After, err = Parse(path.Join(path.Dir(c.Path()), s.Name), change.Text); err != nil {
		return nil, err
	}
	change.Did = []string{fmt.Sprintf("%s takes over from %s", s.ID, s.Previous)}
	if change.After.Feature() == "" {
		change.Notes = append(change.Notes, noFeature)
	}
	return change, nil
}

// inherit makes the edits by which c becomes the checkpoint of who goes on, in the
// order of [CheckpointFields].
func (e *editor) inherit(c *Checkpoint, s *Succession, t *Takeover, now time.Time) {
	q := jsondoc.Quote
	stage := FirstStage
	if isStage(c.Stage()) {
		stage = c.Stage()
	}
	status := InProgress
	if len(c.Blockers()) > 0 {
		status = Blocked
	}
	e.Set(q(s.ID), IDKey)
	e.Set(q(typeOf(s.ID)), TypeKey)
	e.Set(q(t.Session), SessionKey)
	e.fill(FeatureKey, "")
	e.Set(q(stage), StageKey)
	e.fill(PhaseKey, firstPhase)
	e.times(now)
	e.Set(q(status), StatusKey)
	e.Set("true", CanResumeKey)
	e.strictList(BlockersKey)
	e.strictList(FilesKey)
	e.fill(InstructionsKey, fmt.Sprintf(firstInstructions, stage))
	e.fill(StepKey, firstStep)
	e.strictList(CompletedKey)
	e.strictList(NextKey)
	e.drop(CompletedKey, append([]string{c.Step()}, texts(c.Next())...)) // a file may say both, and doing a step twice is better than not at all
	e.inheritCoordination(t.Unread, t.StatusFile, now)
	e.Set(q(s.Previous), PreviousKey)
	e.Set(q(cmp.Or(oneLine(t.Notes), fmt.Sprintf("Taken over from %s on %s: status %s, last checkpoint %s; its file is now %s.",
		s.Previous, stamp(now), known(c.Status()), known(c.Str(LastKey)), s.Archive))), NotesKey)
}

// fill sets a text where there is none.
func (e *editor) fill(key, text string) {
	v := e.Get(key)
	if was, ok := v.Str(); v.IsNothing() || ok && was == "" {
		e.Set(jsondoc.Quote(text), key)
	}
}

// strictList makes a list of what stands at key and is none.
func (e *editor) strictList(key string) {
	v := e.Get(key)
	switch {
	case v != nil && v.Kind == jsondoc.Array:
	case len(e.c.Items(key)) == 0:
		e.Set("[]", key)
	default:
		e.Set("["+e.c.Doc.File.Slice(v.Span)+"]", key)
	}
}

// inheritCoordination sets what of coordination_state is missing: to nothing, but for the
// number of unread messages if that is known, and the time of STATUS if that is written now.
func (e *editor) inheritCoordination(unread *int, status bool, now time.Time) {
	at, n := "null", "0"
	if status {
		at = jsondoc.Quote(stamp(now))
	}
	if unread != nil {
		n = strconv.Itoa(*unread)
	}
	pairs := [][2]string{{InboxCheckKey, "null"}, {UnreadKey, n}, {EpicUpdateKey, "null"}, {StatusUpdateKey, at}}
	e.setCoordination(pairs, func(key string, was *jsondoc.Value) bool {
		return was == nil || key == StatusUpdateKey && status || key == UnreadKey && unread != nil
	})
}

// Work is a lower bound of how long c was worked on: from the earliest time that
// it records, or from since if that is earlier and not zero, to its last
// checkpoint.
func (c *Checkpoint) Work(since time.Time) time.Duration {
	last, ok := c.Last()
	if !ok {
		return 0
	}
	first := last
	for _, path := range timePaths[2:] {
		text, _ := c.Doc.Root.Get(path...).Str()
		if at, ok := ReadTime(text); ok && at.Before(first) {
			first = at
		}
	}
	if !since.IsZero() && since.Before(first) {
		first = since
	}
	return last.Sub(first)
}

// Abort returns why c is not to be archived as aborted, a refused [*protocol.RequestError]: it
// holds [LittleWork] or more, or does not say how much but has completed steps or modified
// files. The times in a file say how much work it holds at least, and nothing says that it is
// not more, unless made is true: the caller knows that the work began at since.
func (c *Checkpoint) Abort(since time.Time, made bool) error {
	const hint = "take it over instead, or force it"
	work := c.Work(since)
	_, dated := c.Last()
	done, files := len(c.Completed()), len(c.Files())
	switch {
	case work >= LittleWork:
		return protocol.Refusal(hint, "%s holds %d minutes of work or more, want less than %d to begin anew", c.Base(), int(work/time.Minute), int(LittleWork/time.Minute))
	case done+files > 0 && !(made && dated):
		return protocol.Refusal(hint, "%s has %s and %s, and does not tell how much work they took", c.Base(), bootstrap.Count(done, "completed step"), bootstrap.Count(files, "modified file"))
	}
	return nil
}
