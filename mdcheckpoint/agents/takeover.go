package agents

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
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
	s.Name = name
	s.Change, err = c.successor(s, &t, now)
	return s, err
}

// successor makes the new checkpoint.
func (c *Checkpoint) successor(s *Succession, t *Takeover, now time.Time) (*Change, error) {
	full, err := c.Fill(t.Session, c.Stage(), now)
	if err != nil {
		return nil, err
	}
	e := newEditor(full.After)
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

// inherit makes the edits by which c, which has all keys, becomes the checkpoint of who goes on.
func (e *editor) inherit(c *Checkpoint, s *Succession, t *Takeover, now time.Time) {
	e.times(now)
	if !isStage(c.Stage()) {
		e.Set(jsondoc.Quote(FirstStage), StageKey)
	}
	status := InProgress
	if len(c.Blockers()) > 0 {
		status = Blocked
	}
	v := e.Get(InstructionsKey)
	if text, isText := v.Str(); v.IsNothing() || isText && strings.TrimSpace(text) == "" {
		e.Set(jsondoc.Quote(fmt.Sprintf(firstInstructions, e.c.Stage())), InstructionsKey)
	}
	notes := cmp.Or(oneLine(t.Notes), fmt.Sprintf("Taken over from %s on %s: status %s, last checkpoint %s; its file is now %s.",
		s.Previous, stamp(now), known(c.Status()), known(c.Str(LastKey)), s.Archive))
	for _, text := range [...]struct{ key, text string }{
		{IDKey, s.ID}, {TypeKey, typeOf(s.ID)}, {SessionKey, oneLine(t.Session)}, {StatusKey, status},
		{PreviousKey, s.Previous}, {NotesKey, notes},
	} {
		e.Set(jsondoc.Quote(text.text), text.key)
	}
	e.Set("true", CanResumeKey)
	for _, key := range [...]string{BlockersKey, FilesKey, CompletedKey, NextKey} {
		e.strictList(key)
	}
	e.drop(CompletedKey, append([]string{c.Step()}, texts(c.Next())...)) // a file may say both, and doing a step twice is better than not at all
	e.coordinate(&Beat{Unread: t.Unread, StatusFile: t.StatusFile}, now)
}

// strictList makes a list of what is at key and is not a list.
func (e *editor) strictList(key string) {
	v := e.Get(key)
	switch {
	case v.Kind == jsondoc.Array:
	case len(e.c.Items(key)) == 0:
		e.Set("[]", key)
	default:
		e.Set("["+e.c.Doc.File.Slice(v.Span)+"]", key)
	}
}

// Abort returns why c is not to be archived as aborted, a refused [*protocol.RequestError]: it
// holds [LittleWork] or more, or does not say how much but has completed steps or modified
// files. The times in c, and since if it is not zero, say how much work it holds at least, and
// nothing says that it is not more, unless made is true: the caller knows that the work began at
// since.
func (c *Checkpoint) Abort(since time.Time, made bool) error {
	const hint = "take it over instead, or force it"
	last, dated := c.Last()
	first := last
	if !since.IsZero() && since.Before(last) {
		first = since
	}
	for _, path := range timePaths[2:] {
		text, _ := c.Doc.Root.Get(path...).Str()
		if at, ok := ReadTime(text); ok && at.Before(first) {
			first = at
		}
	}
	work, done, files := last.Sub(first), len(c.Completed()), len(c.Files())
	switch {
	case work >= LittleWork:
		return protocol.Refusal(hint, "%s holds %d minutes of work or more, want less than %d to begin anew", c.Base(), int(work/time.Minute), int(LittleWork/time.Minute))
	case done+files > 0 && !(made && dated):
		return protocol.Refusal(hint, "%s has %s and %s, and does not tell how much work they took", c.Base(), bootstrap.Count(done, "completed step"), bootstrap.Count(files, "modified file"))
	}
	return nil
}
