package agents

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// A Takeover asks that another session, or agent, takes the work of one that will
// not come back.
type Takeover struct {
	As      string   // id of the new agent; "" keeps the old one
	Session string   // of the new agent
	Notes   string   // recovery_notes; "" says what is known
	Taken   []string // names of the files in the folder
}

// A Succession is what becomes of the files of a takeover.
type Succession struct {
	Archive  string  // what the old file is called from now on
	Name     string  // of the new file
	Change   *Change // of the new file, which is made anew
	ID       string  // of the new agent
	Previous string  // of the old one
}

// Takeover archives c as crashed and makes a new checkpoint with its feature,
// stage, phase, steps, files, blockers and instructions. Nothing but the archive
// keeps what else c has. It is a [*RefusedError] where the new agent has a file
// already, a [*RequestError] as in [New].
func (c *Checkpoint) Takeover(t Takeover, now time.Time) (*Succession, error) {
	s := &Succession{Previous: oneLine(c.Shown()), Archive: ArchiveName(c.Base(), Crashed, now, t.Taken)}
	s.ID = orElse(oneLine(t.As), s.Previous)
	name, err := newName(s.ID)
	if err != nil {
		return nil, err
	}
	if name != c.Base() && slices.Contains(t.Taken, name) {
		return nil, &RefusedError{fmt.Sprintf("%s is there already: it is the checkpoint of another agent", name), "name an agent that has none"}
	}
	s.Name = name
	s.Change, err = New(c.heir(s, &t, now), now)
	if err != nil {
		return nil, err
	}
	s.Change.Did = []string{fmt.Sprintf("%s takes over from %s", s.ID, s.Previous)}
	return s, nil
}

// heir is what the new checkpoint says.
func (c *Checkpoint) heir(s *Succession, t *Takeover, now time.Time) Start {
	b := Beat{
		Step: c.Step(), Done: texts(c.Completed()), Next: texts(c.Next()), AllFiles: texts(c.Files()), Blockers: texts(c.Blockers()),
		Phase: c.Phase(), Instructions: c.Instructions(),
	}
	if isStage(c.Stage()) {
		b.Stage = c.Stage()
	}
	if n, ok := c.Unread(); ok && n >= 0 {
		b.Unread = &n
	}
	if len(b.Blockers) > 0 {
		b.Status = Blocked
	}
	b.settle()
	notes := fmt.Sprintf("Taken over from %s on %s: status %s, last checkpoint %s; its file is now %s.",
		s.Previous, stamp(now), known(c.Status()), known(c.Str(LastKey)), s.Archive)
	return Start{ID: s.ID, Session: t.Session, Feature: c.Feature(), Beat: b, previous: s.Previous, notes: cmp.Or(oneLine(t.Notes), notes)}
}

// settle drops from what is done what is still to be done: a file may say both,
// and doing a step twice is better than not at all.
func (b *Beat) settle() {
	open := map[string]bool{identity(b.Step): true}
	for _, text := range b.Next {
		open[identity(text)] = true
	}
	b.Done = slices.DeleteFunc(b.Done, func(text string) bool { return open[identity(text)] })
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

// Abort gives the name under which c is archived when its feature is begun anew.
// It is a [*RefusedError], unless forced, when c holds [LittleWork] or more, or
// does not tell how much but has completed steps or modified files: the times in a
// file say how much work it holds at least, and nothing says that it is not more,
// unless made is true: the caller knows that the work began at since. Taken are the
// names of the files in the folder.
func (c *Checkpoint) Abort(since time.Time, made bool, now time.Time, taken []string, force bool) (string, error) {
	const hint = "take it over instead, or force it"
	work := c.Work(since)
	_, dated := c.Last()
	done, files := len(c.Completed()), len(c.Files())
	switch {
	case force:
	case work >= LittleWork:
		return "", &RefusedError{fmt.Sprintf("%s holds %d minutes of work or more, want less than %d to begin anew", c.Base(), int(work/time.Minute), int(LittleWork/time.Minute)), hint}
	case done+files > 0 && !(made && dated):
		return "", &RefusedError{fmt.Sprintf("%s has %s and %s, and does not tell how much work they took", c.Base(), count(done, "completed step"), count(files, "modified file")), hint}
	}
	return ArchiveName(c.Base(), Aborted, now, taken), nil
}
