package agents

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/protocol"
)

// Restore puts a backup in the place of the checkpoint called name: the one called
// backup, or the newest that is one of the same agent. Of a checkpoint that can be
// read it is the newest that is older, by its last_checkpoint: so a second restore
// goes one further back, and not to what the first one replaced. Its text is taken as
// it is. Without one the error wraps [ErrNoBackup]. A backup that is
// asked for and is of another agent is refused, unless forced.
func (d *Draft) Restore(name, backup string, force bool) error {
	c, err := d.load(name, d.read.Text)
	if err != nil {
		return err
	}
	found, backup := d.pick(c, backup)
	if found == nil {
		return d.noBackup(c, backup)
	}
	if of := FoldID(stem(name)); found.ID() != "" && found.Agent() != of && (c.c == nil || found.Agent() != c.c.Agent()) && !force {
		return protocol.Refusal("--force takes it all the same", "refused, and nothing was written: %s is of %s by its agent_id, and %s is not", backup, found.Shown(), name)
	}
	if c.err != nil {
		d.note("%s could not be read and is kept aside: %v", name, c.err)
	}
	d.putCheckpoint(c, &Change{
		Text: found.Text(), After: found,
		Did: []string{fmt.Sprintf("restored from %s, of %s", path.Join(BackupDir, backup), lastOf(found))},
	})
	return nil
}

// pick is the backup to put in the place of c, and its name: the one that is asked
// for, which may have its folder before its name, or without one the newest that
// fits; nil without one.
func (d *Draft) pick(c *current, asked string) (*Checkpoint, string) {
	if asked == "" {
		return newestBackup(d.read.Tree, ".", c.name, c.c)
	}
	asked = path.Base(filepath.ToSlash(asked))
	if !slices.Contains(Backups(c.name, d.backups), asked) {
		return nil, asked
	}
	return parseBackup(d.read.Tree, ".", c.name, asked), asked
}

// lastOf is the time of a checkpoint, for people.
func lastOf(c *Checkpoint) string {
	if at, ok := c.Last(); ok {
		return at.UTC().Format(TimeLayout)
	}
	return "an unknown time"
}

// Resume begins a session of the same agent, and gives the checkpoint as it was.
func (d *Draft) Resume(name, session string, force bool) (*Checkpoint, error) {
	c, err := d.loadSound(name)
	if err != nil {
		return nil, err
	}
	if err := d.allow(c.c, ResumeTransition, force); err != nil {
		return nil, err
	}
	status := d.statusOf(c.c.Feature(), c.c.Shown())
	change, err := d.filled(c.c, session, status, func(c *Checkpoint) (*Change, error) { return c.Resume(session, d.read.Now) })
	if err == nil {
		err = d.clearStale(c.id(), session)
	}
	if err != nil {
		return nil, err
	}
	d.putCheckpoint(c, change)
	if status.ahead(c.c) || d.isNewer(status, c) {
		d.noteDifferent(status, change.After)
		return c.c, nil
	}
	return c.c, d.putStatus(status, change.After, "", []StatusValue{{StatusStatus, change.After.Status()}})
}

// isNewer reports whether s was changed after the checkpoint, by the times of the files: whoever
// edits it may leave UPDATED as it is. One write of both takes less than two seconds.
func (d *Draft) isNewer(s *Status, c *current) bool {
	if s == nil {
		return false
	}
	status, err := fs.Stat(d.read.Tree, s.File.Name)
	checkpoint, err2 := fs.Stat(d.read.Tree, c.path())
	return err == nil && err2 == nil && status.ModTime().Sub(checkpoint.ModTime()) > 2*time.Second
}

// Takeover archives the checkpoint called name and makes one for the agent that goes
// on.
func (d *Draft) Takeover(name string, t Takeover) (*Succession, error) {
	c, err := d.load(name, d.text)
	switch {
	case err != nil:
		return nil, err
	case !c.exists:
		return nil, d.missing(name)
	}
	if err := d.checkNoLink(name); err != nil {
		return nil, err
	}
	from, err := d.lastKnown(c, &t)
	if err != nil {
		return nil, err
	}
	status := d.statusOf(from.Feature(), from.Shown())
	t.Taken, t.StatusFile = d.names, status != nil
	s, err := d.succeed(from, t)
	if err == nil {
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

// succeed makes the successor of from, and passes on the messages that nobody read.
func (d *Draft) succeed(from *Checkpoint, t Takeover) (*Succession, error) {
	s, err := from.Takeover(t, d.read.Now) // checks the ids
	if err != nil {
		return nil, err
	}
	unread, err := d.passOn(s.Previous, s.ID)
	if err != nil {
		return nil, err
	}
	if n := len(unread); n > 0 {
		t.Unread = &n
	}
	s, err = from.Takeover(t, d.read.Now)
	if err == nil {
		s.Unread = unread
	}
	return s, err
}

// lastKnown returns the checkpoint that a takeover goes on from. One that can be read has to
// allow that: it is old enough, or the takeover gives a reason. Of one that cannot be read it
// is the newest backup, or without one an empty checkpoint.
func (d *Draft) lastKnown(c *current, t *Takeover) (*Checkpoint, error) {
	if c.c != nil {
		reason := oneLine(t.Notes) != ""
		if age := c.c.Age(d.read.Now); age.Known && age.Minutes <= StaleAfter && !reason {
			return nil, protocol.Refusal("--notes says why its work is taken over all the same",
				"nothing was written: %s wrote its checkpoint %d minutes ago, and counts as crashed after more than %d", c.c.Shown(), age.Minutes, StaleAfter)
		}
		return c.c, d.allow(c.c, TakeoverTransition, reason)
	}
	d.transition = TakeoverTransition
	if found, backup := d.newestCopy(c.name); found != nil {
		d.note("%s could not be read: the work goes on from %s", c.name, backup)
		t.Notes = cmp.Or(t.Notes, fmt.Sprintf("The checkpoint could not be read: the work goes on from %s.", backup))
		return found, nil
	}
	d.note("%s could not be read, and there is no backup: what it said is lost but for the archive", c.name)
	t.Notes = cmp.Or(t.Notes, "The checkpoint could not be read, and there was no backup.")
	made, err := New(Start{ID: AskedID(c.name), Session: t.Session, Beat: Beat{
		Step: notRecorded, Phase: notRecorded, Instructions: "Nothing is recorded: read the archive, STATUS and the files of the feature first.",
	}}, d.read.Now)
	if err != nil {
		return nil, err
	}
	return Parse(c.path(), made.Text)
}

// Abort archives the checkpoint called name, of an agent whose feature is begun
// anew, even one that cannot be read. It gives what can be read of it: of a file that
// cannot, the newest backup, or nil.
func (d *Draft) Abort(name string, force bool) (*Checkpoint, error) {
	c, err := d.load(name, d.read.Text)
	switch {
	case err != nil:
		return nil, err
	case !c.exists:
		return nil, d.missing(name)
	}
	archive := ArchiveName(name, Aborted, d.read.Now, d.names)
	d.transition = "abort"
	switch err := d.checkNoLink(name); {
	case err != nil:
		return nil, err
	case c.err != nil:
		d.archive(c, archive, false)
		found, _ := newestBackup(d.read.Tree, ".", name, nil)
		return found, nil
	}
	since, begun := d.since(name)
	err = c.c.Abort(since, begun)
	if d.forced = err != nil && force; err != nil && !force {
		return nil, err
	}
	d.archive(c, archive, false)
	return c.c, nil
}

// checkNoLink refuses a checkpoint that is to be archived and is a symbolic link to another
// one of the folder: what would go is the file of that agent.
func (d *Draft) checkNoLink(name string) error {
	real, err := d.read.Resolve(CheckpointDir)
	if err != nil {
		return err
	}
	to, err := d.read.Resolve(path.Join(CheckpointDir, name))
	if err != nil || path.Dir(to) != real || path.Base(to) == name {
		return err
	}
	return protocol.Refusal("remove the link, or name the agent of that file", "refused, and nothing was written: %s is a symbolic link, and %s, to which it leads, would be taken away", name, path.Base(to))
}

// since is when the work began that the checkpoint called name is about, as far as
// its backups know; zero if they do not. begun says that it began then, as the first
// of them holds none; else it began then or earlier. Those of a checkpoint that was
// archived are of other work.
func (d *Draft) since(name string) (first time.Time, begun bool) {
	_, archived := lastArchive(name, d.names, Crashed, Aborted)
	for _, backup := range Backups(name, d.backups) {
		c := parseBackup(d.read.Tree, ".", name, backup)
		if c == nil {
			continue
		}
		if at, ok := c.Last(); ok && at.After(archived) && (first.IsZero() || at.Before(first)) {
			first, begun = at, len(c.Completed())+len(c.Files()) == 0
		}
	}
	return first, begun
}

// lastArchive returns the newest archive of a checkpoint called name, by the names of the
// folder, and its time; "" and zero if there is none.
func lastArchive(name string, names []string, kinds ...Kind) (newest string, last time.Time) {
	for _, n := range names {
		k := KindOf(n)
		epoch, err := strconv.ParseInt(stem(n)[strings.LastIndexByte(stem(n), '_')+1:], 10, 64)
		at := time.Unix(epoch, 0)
		if err == nil && slices.Contains(kinds, k) && ArchiveName(name, k, at, nil) == n && at.After(last) {
			newest, last = n, at
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
