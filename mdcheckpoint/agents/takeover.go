package agents

import (
	"cmp"
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

// A Takeover asks that another session, or agent, takes the work of one that will
// not come back.
type Takeover struct {
	As      string   // id of the new agent; "" keeps the old one
	Session string   // of the new agent
	Notes   string   // recovery_notes; "" says what is known
	Taken   []string // names of the files in the folder

	unread     int  // messages in the inbox of the new agent
	statusFile bool // STATUS is written now
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
// of the checkpoint, status and can_resume, which are new, and for keys that
// the protocol requires and c does not have. The times of coordination_state stay: a new
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
		return nil, protocol.Refusal("name an agent that has none", "%s already exists: it is the checkpoint of another agent", name)
	}
	s.Name = name
	full, err := c.Fill(t.Session, c.Stage(), now)
	if err != nil {
		return nil, err
	}
	e := newEditor(full.After)
	e.inherit(s, &t, now)
	if s.Change, err = e.change(); err != nil {
		return nil, err
	}
	s.Change.After, err = Parse(path.Join(path.Dir(c.Path()), s.Name), s.Change.Text)
	s.Change.Did = []string{fmt.Sprintf("%s takes over from %s", s.ID, s.Previous)}
	return s, err
}

// inherit makes the edits by which the checkpoint of an agent, which has all keys, becomes that
// of who goes on.
func (e *editor) inherit(s *Succession, t *Takeover, now time.Time) {
	was := e.c
	notes := cmp.Or(oneLine(t.Notes), fmt.Sprintf("Taken over from %s on %s: status %s, last checkpoint %s; its file is now %s.",
		s.Previous, stamp(now), known(was.Status()), known(was.Str(LastKey)), s.Archive))
	status := InProgress
	if len(was.Blockers()) > 0 {
		status = Blocked
	}
	for _, text := range [...]struct{ key, text string }{
		{IDKey, s.ID}, {TypeKey, typeOf(s.ID)}, {SessionKey, oneLine(t.Session)}, {StatusKey, status},
		{PreviousKey, s.Previous}, {NotesKey, notes},
	} {
		e.SetText(text.text, text.key)
	}
	e.times(now)
	e.Set("true", CanResumeKey)
	for _, key := range e.c.emptyKeys() {
		e.SetText(map[string]string{StageKey: FirstStage, InstructionsKey: fmt.Sprintf(firstInstructions, FirstStage)}[key], key)
	}
	e.drop(CompletedKey, append([]string{e.c.Step()}, texts(e.c.Next())...)) // a file may say both, and doing a step twice is better than not at all
	if t.unread > 0 {
		e.coordinate(UnreadKey, strconv.Itoa(t.unread))
	}
	if t.statusFile {
		e.coordinate(StatusUpdateKey, jsondoc.Quote(stamp(now)))
	}
}

// Takeover archives the checkpoint called name and makes one for the agent that goes
// on, to whom the messages that nobody read are passed on.
func (d *Draft) Takeover(name string, t Takeover) (*Succession, error) {
	c, err := d.loadToArchive(name)
	if err != nil {
		return nil, err
	}
	from, err := d.lastKnown(c, &t)
	if err != nil {
		return nil, err
	}
	unread, err := d.passOn(from.Shown(), cmp.Or(oneLine(t.As), from.Shown()))
	if err != nil {
		return nil, err
	}
	status := d.statusOf(from.Feature(), from.Shown())
	t.Taken, t.statusFile, t.unread = d.names, status != nil, len(unread)
	s, err := from.Takeover(t, d.read.Now)
	if err == nil {
		s.Unread = unread
		err = d.clearStale(from.Shown(), t.Session)
	}
	if err != nil {
		return nil, err
	}
	same := s.Name == c.name
	d.archive(c, s.Archive, same)
	next := &current{name: s.Name}
	if same {
		next = c
	}
	d.putCheckpoint(next, s.Change)
	var values []StatusValue
	if !status.ahead(from) {
		values = s.Change.After.StatusValues()
	}
	return s, d.putStatus(status, s.Change.After, s.Previous, values)
}

// lastKnown returns the checkpoint that a takeover goes on from. One that can be read has to
// allow that: it is old enough, or the takeover gives a reason. Of one that cannot be read it
// is the newest backup, or without one an empty checkpoint.
func (d *Draft) lastKnown(c *current, t *Takeover) (*Checkpoint, error) {
	if c.c != nil {
		reason := oneLine(t.Notes) != ""
		if age := c.c.Age(d.read.Now); age.Known && age.Minutes <= StaleAfter && !reason {
			return nil, protocol.Refusal("--notes gives the reason to take its work over",
				"nothing was written: %s wrote its checkpoint %d minutes ago, and counts as crashed after more than %d", c.c.Shown(), age.Minutes, StaleAfter)
		}
		return c.c, d.allow(c.c, TakeoverTransition, reason)
	}
	d.transition = TakeoverTransition
	found, backup := d.newestBackup(c.name)
	if found != nil {
		d.note("%s could not be read: the work goes on from %s", c.name, backup)
		t.Notes = cmp.Or(t.Notes, fmt.Sprintf("The checkpoint could not be read: the work goes on from %s.", backup))
		return found, nil
	}
	d.note("%s could not be read, and there is no backup: only the archive has what it said", c.name)
	t.Notes = cmp.Or(t.Notes, "The checkpoint could not be read, and there was no backup.")
	return Parse(c.path(), "{}\n")
}

// Abort archives the checkpoint called name, of an agent whose feature is begun
// anew, even one that cannot be read. It gives what can be read of it: of a file that
// cannot, the newest backup, or nil.
func (d *Draft) Abort(name string, force bool) (*Checkpoint, error) {
	c, err := d.loadToArchive(name)
	if err != nil {
		return nil, err
	}
	d.transition = "abort"
	was := c.c
	if was == nil {
		was, _ = d.newestBackup(name)
	} else if err := d.checkLittle(was); err != nil {
		if d.forced = force; !force {
			return nil, err
		}
	}
	d.archive(c, ArchiveName(name, Aborted, d.read.Now, d.names), false)
	return was, nil
}

// checkLittle refuses a checkpoint that holds [LittleWork] or more: since its first backup, or if
// that has work already, since it is not known when. Backups of a checkpoint that was archived are
// of other work.
func (d *Draft) checkLittle(c *Checkpoint) error {
	first := c
	_, archived := lastArchive(c.Base(), d.names, Crashed, Aborted)
	for _, backup := range Backups(c.Base(), d.backups) {
		if b := parseBackup(d.read.Tree, ".", c.Base(), backup); b != nil && !b.isBefore(archived) {
			first = b
		}
	}
	last, _ := c.Last()
	begun, _ := first.Last()
	work := last.Sub(begun)
	if work < LittleWork && len(first.Items(CompletedKey))+len(first.Items(FilesKey)) == 0 {
		return nil
	}
	return protocol.Refusal("take it over instead, or force it", "%s has %s and %s, of %d minutes or more; expected less than %d to begin anew",
		c.Base(), bootstrap.Count(len(c.Items(CompletedKey)), "completed step"), bootstrap.Count(len(c.Items(FilesKey)), "modified file"), int(work/time.Minute), int(LittleWork/time.Minute))
}

// lastArchive returns the newest archive of a checkpoint called name, by the names of the
// folder, and its time; "" and zero if there is none.
func lastArchive(name string, names []string, kinds ...Kind) (newest string, last time.Time) {
	for _, n := range names {
		for _, k := range kinds {
			digits, ok := strings.CutPrefix(stem(n), stem(name)+k.mark())
			epoch, err := strconv.ParseInt(digits, 10, 64)
			if at := time.Unix(epoch, 0); ok && err == nil && at.After(last) {
				newest, last = n, at
			}
		}
	}
	return newest, last
}

// LastCrash returns the newest archive of an agent that crashed, of these names; "" if there is
// none.
func LastCrash(id string, names []string) string {
	name, _ := FileName(id)
	newest, _ := lastArchive(name, names, Crashed)
	return newest
}
