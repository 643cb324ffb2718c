package agents

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/protocol"
)

// A Beat is the content of a heartbeat. The zero value of a field keeps the existing value. A nil
// list keeps the existing list, and an empty list clears it; blank entries and words such as
// "none" are dropped first. Texts are folded to one line, except the instructions.
type Beat struct {
	ID           string // written where the file has no agent_id
	Session      string // for a checkpoint that is created, or that has none
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

// Tidy cleans the texts of b, before a Draft takes it. What makes no sense of any agent, such as a
// stage or status that nobody could read, is a [*protocol.RequestError].
func (b *Beat) Tidy() error {
	for _, text := range []*string{&b.Step, &b.Stage, &b.Phase, &b.Status} {
		*text = oneLine(*text)
	}
	b.Instructions = strings.TrimSpace(clean(b.Instructions))
	for _, list := range []*[]string{&b.Done, &b.Next, &b.Blockers, &b.MoreBlockers} {
		*list = distinct(*list, oneLine, identity)
	}
	for _, list := range []*[]string{&b.Files, &b.AllFiles} {
		*list = distinct(*list, fileName, path.Clean)
	}
	b.Stage, b.Status = strings.ToUpper(b.Stage), foldStatus(b.Status)
	switch {
	case b.Stage != "" && !isStage(b.Stage):
		return protocol.BadRequest("", "stage %q: expected %s", shorten(b.Stage), stageWanted)
	case b.Status != "" && !isStatus(b.Status):
		return protocol.BadRequest("", "status %q: expected one of %s", shorten(b.Status), strings.Join(statuses, ", "))
	}
	return nil
}

// beat makes the edits of a heartbeat that went through Tidy.
func (e *editor) beat(b *Beat) {
	was := *e.c
	if was.ID() == "" {
		e.text(idKey, oneLine(b.ID), "agent")
	}
	if was.Feature() == "" {
		e.text(featureKey, oneLine(b.Feature), "feature")
	}
	e.text(stageKey, b.Stage, "stage")
	e.text(PhaseKey, b.Phase, "phase")
	e.times()
	e.status(b)
	e.list(blockersKey, "blocker", b.Blockers, b.MoreBlockers, identity)
	e.list(filesKey, "file", b.AllFiles, b.Files, path.Clean)
	e.text(instructionsKey, b.Instructions, "instructions")
	e.text(stepKey, b.Step, "step")
	e.steps(b)
	if b.unread != nil {
		e.coordinate(unreadKey, strconv.Itoa(*b.unread))
	}
	if b.EpicUpdated {
		e.coordinate(epicUpdateKey, e.at())
	}
	if b.statusFile {
		e.coordinate(statusUpdateKey, e.at())
	}
	e.noteOldStage(&was)
}

// noteOldStage adds a note with the keys whose texts seem to belong to the previous stage, if the
// stage changed: those that did not change and do not mention the new stage.
// Source: checkpoint (phase transitions).
func (e *editor) noteOldStage(was *Checkpoint) {
	stage := e.c.Stage()
	if was.Stage() == "" || was.Stage() == stage {
		return
	}
	var old []string
	for _, key := range [...]string{PhaseKey, CompletedKey, nextKey, instructionsKey} {
		text := strings.Join(texts(e.c.Items(key)), "\n")
		if text != "" && text == strings.Join(texts(was.Items(key)), "\n") && !strings.Contains(text, stage) {
			old = append(old, key)
		}
	}
	if len(old) > 0 {
		e.note("stage is now %s, but texts of stage %s are unchanged: %s", stage, shorten(was.Stage()), strings.Join(old, ", "))
	}
}

// status sets status and can_resume, and notes a status that the protocol does not have.
func (e *editor) status(b *Beat) {
	e.text(statusKey, b.Status, "status")
	if b.Status != "" && !slices.Contains(statuses, b.Status) {
		e.note("the protocol has no status %s; expected one of %s", shorten(b.Status), strings.Join(statuses, ", "))
	}
	if b.CanResume != nil {
		e.done(e.Set(strconv.FormatBool(*b.CanResume), canResumeKey), "%s %t", canResumeKey, *b.CanResume)
	}
}

// steps moves what is done, and replaces what comes next.
func (e *editor) steps(b *Beat) {
	e.list(CompletedKey, "done", nil, b.Done, identity)
	e.list(nextKey, "next step", b.Next, nil, identity)
	if b.Next == nil {
		n := e.drop(nextKey, b.Done)
		e.done(n > 0, "removed %s", bootstrap.Count(n, "next step"))
	}
	if step := e.c.Step(); step != "" && setOf(b.Done, identity)[identity(step)] {
		e.note("%s is still %q, although that step is completed", stepKey, shorten(step))
	}
}

// Create creates the checkpoint called name. An existing checkpoint of the agent is a refused
// [*protocol.RequestError]; so is an agent with nearly the id of another, unless force is set.
func (d *Draft) Create(name string, b Beat, force bool) {
	if slices.Contains(d.names, name) {
		d.fail(protocol.Refusal(fmt.Sprintf("mdck agents beat %s updates it; resume and takeover continue from it", idOf(foldID(b.ID))), "%s already exists", name))
	}
	d.checkUnlike(b.ID, force, true)
	d.create(&current{}, &b, false)
}

// checkUnlike refuses a new agent whose id differs from that of a known one by one letter, unless
// force is set, or siblings is set and both ids have the form that the protocol gives out.
func (d *Draft) checkUnlike(id string, force, siblings bool) {
	folder, err := ReadEpic(d.read.Tree)
	if d.fail(err) {
		return
	}
	for _, other := range folder.near(foldID(id)) {
		if !siblings || !isSibling(foldID(id), foldID(other)) {
			d.transition = "create"
			d.unless(force, protocol.Refusal("did you mean "+other+"? --force creates "+id, "nothing was written: there is no agent %s, but there is %s", id, other))
		}
	}
}

// create writes a new checkpoint in place of the existing one. STATUS gets all values of
// the new checkpoint; if STATUS is ahead, only those that b sets.
func (d *Draft) create(c *current, b *Beat, ahead bool) {
	b.unread = d.unread(b.ID)
	change := newCheckpoint(b, d.read.Now)
	if d.fail(change.Err) {
		return
	}
	after := change.After
	if !c.exists {
		c.name = after.Base()
	}
	d.putCheckpoint(c, change)
	status := d.statusOf(after.Feature(), b.ID)
	values := after.statusValues()
	if ahead || status.ahead(after) {
		b.keepNamed(values, status, after, after, true)
	}
	d.putStatus(status, after, "", values)
}

// Beat writes a heartbeat to the checkpoint called name. If the checkpoint is missing or corrupt, Beat continues from the newest backup. Without a
// backup it creates a checkpoint if the old one is corrupt or b has all required values. Force allows what the state of the agent forbids.
func (d *Draft) Beat(name string, b Beat, force bool) {
	c := d.load(name, d.text)
	switch {
	case d.err != nil:
		return
	case c.c != nil:
		d.beat(c, c.c, &b, force)
		return
	case c.exists && !c.corrupt():
		d.fail(c.err)
		return
	}
	archive, since := lastArchive(name, d.names, Crashed, Aborted)
	if c.exists {
		d.note("%s was corrupt and was moved aside: %v", name, c.err)
	}
	found, backup := d.newestBackup(name)
	switch {
	case found != nil && (c.exists || !found.isBefore(since)): // a takeover writes in the same second as the archive
		d.note("%s was restored from %s: changes after that backup are lost, except this one", name, backup)
		d.beat(c, found, &b, force)
		return
	case !c.exists:
		d.checkAnew(c, &b, archive, force)
	}
	d.note("%s was created from this command alone: it has no readable backup", name)
	d.create(c, &b, c.exists)
}

// checkAnew refuses to make a missing checkpoint of a heartbeat that does not say enough.
func (d *Draft) checkAnew(c *current, b *Beat, archive string, force bool) {
	d.checkUnlike(b.ID, force, false)
	_, err := newName(b.ID)
	if d.fail(err) || b.Feature != "" && b.Stage != "" && b.Instructions != "" {
		return
	}
	reason := fmt.Sprintf("there is no %s, and it has no backup", c.path())
	if archive != "" {
		reason = fmt.Sprintf("there is no %s: it was archived as %s", c.path(), archive)
	}
	d.fail(protocol.Refusal(fmt.Sprintf("mdck agents create %s --feature FOLDER --stage STAGE --instructions TEXT creates it", b.ID), "nothing was written: %s", reason))
}

// beat writes the heartbeat of from to the file of c.
func (d *Draft) beat(c *current, from *Checkpoint, b *Beat, force bool) {
	b.ID = from.Shown()
	b.unread = d.unread(b.ID)
	if b.Status == "" && b.CanResume == nil {
		d.allow(from, beatTransition, force)
	}
	status := d.statusOf(cmp.Or(from.Feature(), b.Feature), b.ID)
	ahead := status.ahead(from)
	if ahead && !b.aboutStatus() {
		d.noteDifferent(status, from)
		status = nil
	}
	b.statusFile = status != nil
	e := d.filled(from, b.Session, status)
	e.beat(b)
	change := e.change()
	if foldStatus(e.c.Status()) == Complete && foldStatus(from.Status()) != Complete {
		d.allow(e.c, completeTransition, force)
	}
	d.clearStale(b.ID, b.Session)
	if b.unread != nil && *b.unread > 0 {
		d.note("%s: mdck agents inbox %s", bootstrap.Count(*b.unread, "unread message"), b.ID)
	}
	d.putCheckpoint(c, change)
	values := e.c.statusValues()
	b.keepNamed(values, status, from, e.c, ahead)
	d.putStatus(status, e.c, "", values)
}

// aboutStatus reports whether b changes something that STATUS contains, too.
func (b *Beat) aboutStatus() bool {
	return b.Stage+b.Phase+b.Status != "" || b.Blockers != nil || b.Next != nil || len(b.MoreBlockers) > 0
}

// filled returns an editor of a checkpoint to which the keys that it lacks were added.
func (d *Draft) filled(c *Checkpoint, session string, status *Status) *editor {
	stage, _ := status.get(statusStage)
	e := newEditor(c, d.read.Now)
	e.fill(session, strings.ToUpper(stage))
	return e
}

// keepNamed keeps those values of STATUS that b is about, or that changed with the steps. Of a file
// that is ahead the next action stays unless b names it, and blockers that are added are those of
// the file, too.
func (b *Beat) keepNamed(values map[string]string, s *Status, before, after *Checkpoint, ahead bool) {
	blocked := b.Blockers != nil || len(b.MoreBlockers) > 0
	next := b.Next != nil || !ahead && before.nextAction() != after.nextAction()
	named := map[string]bool{
		statusStage:    b.Stage != "",
		statusPhase:    b.Phase != "",
		statusStatus:   b.Status != "",
		statusBlockers: blocked,
		statusNext:     next,
	}
	maps.DeleteFunc(values, func(key, _ string) bool { return !named[key] })
	if was, _ := s.get(statusBlockers); blocked && b.Blockers == nil && !isBlank(was) {
		all := append(strings.Split(was, ";"), b.MoreBlockers...)
		values[statusBlockers] = strings.Join(distinct(all, oneLine, identity), blockerSeparator)
	}
}

// unread returns how many messages to the agent are unread; nil if it has none.
func (d *Draft) unread(id string) *int {
	letters, err := Letters(d.read.Tree, id)
	if err != nil {
		d.note("unread messages were not counted: %v", err)
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
