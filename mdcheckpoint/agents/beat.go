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

// Create makes the checkpoint called name; one that exists, under whatever name, is a
// refused [*protocol.RequestError]. Force makes an agent that is called much like another.
func (d *Draft) Create(name string, b Beat, force bool) error {
	if slices.Contains(d.names, name) {
		return protocol.Refusal(fmt.Sprintf("mdck agents beat %s writes to it, resume and takeover go on from it", IDOf(FoldID(b.ID))), "%s already exists", name)
	}
	if err := d.checkUnlike(b.ID, force, isSibling); err != nil {
		return err
	}
	return d.create(&current{}, &b, false)
}

// checkUnlike refuses an agent that nobody knows and whose id is, but for a letter, that of a
// known one, unless except or force allows that.
func (d *Draft) checkUnlike(id string, force bool, except func(id, other string) bool) error {
	folder, err := ReadEpic(d.read.Tree)
	if err != nil {
		return err
	}
	for _, other := range folder.Near(FoldID(id)) {
		if except(FoldID(id), FoldID(other)) {
			continue
		}
		if d.transition, d.forced = "create", force; !force {
			return protocol.Refusal("did you mean "+other+"? --force means "+id, "nothing was written: there is no agent %s, and there is %s", id, other)
		}
	}
	return nil
}

// create makes the checkpoint, in the place of what exists. STATUS gets all that it says, or if
// it is ahead, what b names.
func (d *Draft) create(c *current, b *Beat, ahead bool) error {
	b.unread = d.unread(b.ID)
	change, err := New(*b, d.read.Now)
	if err != nil {
		return err
	}
	if !c.exists {
		c.name = change.After.Base()
	}
	d.putCheckpoint(c, change)
	status := d.statusOf(change.After.Feature(), b.ID)
	values := change.After.StatusValues()
	if ahead || status.ahead(change.After) {
		values = b.statusValues(status, change.After, change.After, true)
	}
	return d.putStatus(status, change.After, "", values)
}

// Beat writes a heartbeat to the checkpoint called name. Of one that is missing or corrupt, the
// newest backup goes on; without one, it is made anew if that is corrupt, or if the beat says
// enough. Force makes what the state of the agent forbids.
func (d *Draft) Beat(name string, b Beat, force bool) error {
	c, err := d.load(name, d.text)
	switch {
	case err != nil:
		return err
	case c.c != nil:
		return d.beat(c, c.c, &b, force)
	case c.exists && !c.corrupt():
		return c.err
	}
	archive, since := lastArchive(name, d.names, Crashed, Aborted)
	if c.exists {
		d.note("%s was corrupt and is kept aside: %v", name, c.err)
		since = time.Time{}
	}
	if found, backup := d.newestBackup(name); found != nil && !found.isBefore(since) { // who takes over writes in the second of the archive
		d.note("%s is restored from %s: what was written since is lost but for this", name, backup)
		return d.beat(c, found, &b, force)
	}
	if !c.exists {
		if err := d.checkAnew(c, &b, archive, force); err != nil {
			return err
		}
	}
	d.note("%s is made anew, of what this command says: there is no backup that can be read", name)
	return d.create(c, &b, c.exists)
}

// checkAnew returns why a missing checkpoint cannot be made of a heartbeat.
func (d *Draft) checkAnew(c *current, b *Beat, archive string, force bool) error {
	if err := d.checkUnlike(b.ID, force, func(string, string) bool { return false }); err != nil {
		return err
	}
	if _, err := newName(b.ID); err != nil || b.Feature != "" && b.Stage != "" && b.Instructions != "" {
		return err
	}
	reason := fmt.Sprintf("there is no %s, and no backup of it", c.path())
	if archive != "" {
		reason = fmt.Sprintf("there is no %s: it was archived as %s", c.path(), archive)
	}
	return protocol.Refusal(fmt.Sprintf("mdck agents create %s --feature FOLDER --stage STAGE --instructions TEXT makes it", b.ID), "nothing was written: %s", reason)
}

// beat writes the heartbeat of from to the file of c.
func (d *Draft) beat(c *current, from *Checkpoint, b *Beat, force bool) error {
	b.ID = from.Shown()
	b.unread = d.unread(b.ID)
	if b.Status == "" && b.CanResume == nil {
		if err := d.allow(from, BeatTransition, force); err != nil {
			return err
		}
	}
	status := d.statusOf(cmp.Or(from.Feature(), b.Feature), b.ID)
	ahead := status.ahead(from)
	if ahead && !b.aboutStatus() {
		d.noteDifferent(status, from)
		status = nil
	}
	b.statusFile = status != nil
	change, err := d.filled(from, b.Session, status, func(c *Checkpoint) (*Change, error) { return c.Beat(*b, d.read.Now) })
	if err != nil {
		return err
	}
	if foldStatus(change.After.Status()) == Complete && foldStatus(from.Status()) != Complete {
		err = d.allow(change.After, CompleteTransition, force)
	}
	if err == nil {
		err = d.clearStale(b.ID, b.Session)
	}
	if err != nil {
		return err
	}
	if b.unread != nil && *b.unread > 0 {
		d.note("%s: mdck agents inbox %s", bootstrap.Count(*b.unread, "unread message"), b.ID)
	}
	d.putCheckpoint(c, change)
	return d.putStatus(status, change.After, "", b.statusValues(status, from, change.After, ahead))
}

// aboutStatus reports whether b names something that STATUS has, too.
func (b *Beat) aboutStatus() bool {
	return b.Stage+b.Phase+b.Status != "" || b.Blockers != nil || b.Next != nil || len(b.MoreBlockers) > 0
}

// filled makes the change of a checkpoint to which the keys that it lacks were added.
func (d *Draft) filled(c *Checkpoint, session string, status *Status, change func(*Checkpoint) (*Change, error)) (*Change, error) {
	stage, _ := status.Get(StatusStage)
	fill, err := c.Fill(session, strings.ToUpper(stage), d.read.Now)
	if err != nil {
		return nil, err
	}
	made, err := change(fill.After)
	if err == nil {
		made.Did = append(made.Did, fill.Did...)
	}
	return made, err
}

// statusValues returns what after says of the keys of STATUS that b is about, or whose value
// changed with the steps. Of a file that is ahead the next action stays unless b names it, and
// blockers that are added are those of the file, too.
func (b *Beat) statusValues(s *Status, before, after *Checkpoint, ahead bool) []StatusValue {
	named := map[string]bool{
		StatusStage: b.Stage != "", StatusPhase: b.Phase != "", StatusStatus: b.Status != "",
		StatusBlockers: b.Blockers != nil || len(b.MoreBlockers) > 0,
		StatusNext:     b.Next != nil || !ahead && before.nextAction() != after.nextAction(),
	}
	values := slices.DeleteFunc(after.StatusValues(), func(v StatusValue) bool { return !named[v.Key] })
	for i := range values {
		if was, _ := s.Get(StatusBlockers); values[i].Key == StatusBlockers && b.Blockers == nil && !isBlank(was) {
			values[i].Value = strings.Join(distinct(append(strings.Split(was, ";"), b.MoreBlockers...), oneLine, identity), blockerSeparator)
		}
	}
	return values
}

// unread returns how many messages to the agent are unread; nil if it has none.
func (d *Draft) unread(id string) *int {
	letters, err := Letters(d.read.Tree, id)
	if err != nil {
		d.note("messages are not counted: %v", err)
	}
	if len(letters) == 0 {
		return nil
	}
	n := 0
	for _, l := range letters {
		if l.Mark == Unread {
			n++
		}
	}
	return &n
}
