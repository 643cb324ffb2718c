package agents

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/spelling"

	"mdck/mdcheckpoint/protocol"
)

// A Beat is the content of a heartbeat. Zero values change nothing. A list that is empty but not nil
// clears the list that it replaces.
type Beat struct {
	ID           string // for a file without agent_id
	Session      string // for a checkpoint without session_id
	Feature      string // for a file without feature
	Step         string
	Stage        string
	Phase        string
	Status       string
	Instructions string
	CanResume    *bool
	Done         []string // moved from next_steps to completed_steps
	Next         []string // replaces next_steps
	Files        []string // added to files_modified
	AllFiles     []string // replaces files_modified
	Blockers     []string // replaces blockers
	MoreBlockers []string // added to blockers
	EpicUpdated  bool     // the caller also updates EPIC_README.md

	unread     *int // nil without messages
	statusFile bool
}

// Tidy cleans the texts of b before a Draft uses b. An invalid stage or status is a
// [*protocol.RequestError].
func (b *Beat) Tidy() error {
	for _, text := range []*string{&b.Step, &b.Stage, &b.Phase, &b.Status} {
		*text = spelling.CleanLine(*text)
	}
	b.Instructions = strings.TrimSpace(spelling.Clean(b.Instructions))
	for _, list := range []*[]string{&b.Done, &b.Next, &b.Blockers, &b.MoreBlockers} {
		*list = distinct(*list, spelling.CleanLine, identity)
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

// beat applies b to the checkpoint. [Beat.Tidy] must have cleaned b.
func (e *editor) beat(b *Beat) {
	before := *e.c
	if before.ID() == "" {
		e.text(idKey, spelling.CleanLine(b.ID), "agent")
	}
	if before.Feature() == "" {
		e.text(featureKey, spelling.CleanLine(b.Feature), "feature")
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
		e.coordinate(epicUpdateKey, e.nowJSON())
	}
	if b.statusFile {
		e.coordinate(statusUpdateKey, e.nowJSON())
	}
	e.noteOldStage(&before)
}

// noteOldStage adds a note if texts still seem to describe the old stage.
func (e *editor) noteOldStage(before *Checkpoint) {
	stage := e.c.Stage()
	if before.Stage() == "" || before.Stage() == stage {
		return
	}
	var old []string
	for _, key := range [...]string{PhaseKey, CompletedKey, nextKey, instructionsKey} {
		text := e.Text(key)
		if len(e.c.Items(key)) > 0 && text == before.Doc.File.Slice(before.span(key)) && !strings.Contains(text, stage) {
			old = append(old, key)
		}
	}
	if len(old) > 0 {
		e.note("stage is now %s, but these keys still describe stage %s: %s", stage, shorten(before.Stage()), strings.Join(old, ", "))
	}
}

func (e *editor) status(b *Beat) {
	e.text(statusKey, b.Status, "status")
	if b.Status != "" && !slices.Contains(statuses, b.Status) {
		e.note("the protocol has no status %s; expected one of %s", shorten(b.Status), strings.Join(statuses, ", "))
	}
	if b.CanResume != nil {
		e.record(e.Set(strconv.FormatBool(*b.CanResume), canResumeKey), "%s %t", canResumeKey, *b.CanResume)
	}
}

func (e *editor) steps(b *Beat) {
	e.list(CompletedKey, "completed step", nil, b.Done, identity)
	e.list(nextKey, "next step", b.Next, nil, identity)
	if b.Next == nil {
		n := e.drop(nextKey, b.Done)
		e.record(n > 0, "removed %s", spelling.Count(n, "next step"))
	}
}

// Create creates the checkpoint called name. If the file exists, the error is a
// [*protocol.RequestError] with Refused set.
func (d *Draft) Create(name string, b Beat, force bool) {
	if slices.Contains(d.names, name) {
		d.fail(protocol.Refusal(fmt.Sprintf("to update the checkpoint: mdck agents beat %[1]s; to continue its work: mdck agents resume %[1]s or mdck agents takeover %[1]s", idOf(foldID(b.ID))), "%s already exists", name))
	}
	d.checkSimilarID(b.ID, force, true)
	d.create(&current{}, &b, false)
}

func (d *Draft) checkSimilarID(id string, force, siblings bool) {
	folder, err := ReadEpic(d.read.Tree)
	if d.fail(err) {
		return
	}
	for _, other := range folder.near(foldID(id)) {
		if !siblings || !isSibling(foldID(id), foldID(other)) {
			d.transition = "create"
			d.failUnlessForced(force, protocol.Refusal("did you mean "+other+"? to create "+id+" anyway, use --force", "nothing was written, because there is no agent %s, but there is %s", id, other))
		}
	}
}

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
		b.filterStatusValues(values, status, after, after, true)
	}
	d.putStatus(status, after, "", values)
}

// Beat writes a heartbeat to the checkpoint called name. A corrupt or missing checkpoint is first
// restored from its newest backup.
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
		d.note("%s was corrupt and was moved aside", name)
	}
	found, backup := d.newestBackup(name)
	switch {
	case found != nil && (c.exists || !found.isBefore(since)): // a takeover writes the archive and the backup in the same second
		d.note("%s was restored from %s; later changes are lost", name, backup)
		d.beat(c, found, &b, force)
		return
	case !c.exists:
		d.checkRecreate(c, &b, archive, force)
	}
	d.note("%s has no readable backup, so mdck created a new checkpoint from the flags of this command", name)
	d.create(c, &b, c.exists)
}

func (d *Draft) checkRecreate(c *current, b *Beat, archive string, force bool) {
	d.checkSimilarID(b.ID, force, false)
	_, err := newName(b.ID)
	if d.fail(err) || b.Feature != "" && b.Stage != "" && b.Instructions != "" {
		return
	}
	reason := "it has no backup"
	if archive != "" {
		reason = "it was archived as " + archive
	}
	d.fail(protocol.Refusal("to create it: mdck agents create "+b.ID+" --feature FOLDER --stage STAGE --instructions TEXT", "nothing was written, because there is no %s; %s", c.path(), reason))
}

// beat applies b to from, and writes the result to the file of c.
func (d *Draft) beat(c *current, from *Checkpoint, b *Beat, force bool) {
	b.ID = from.DisplayID()
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
	e := d.editorWithAllKeys(from, b.Session, status)
	e.beat(b)
	change := e.change()
	if foldStatus(e.c.Status()) == Complete && foldStatus(from.Status()) != Complete {
		d.allow(e.c, completeTransition, force)
	}
	d.clearStale(b.ID, b.Session)
	if b.unread != nil && *b.unread > 0 {
		d.note("to read the %s: mdck agents inbox %s --read", spelling.Count(*b.unread, "unread message"), b.ID)
	}
	d.putCheckpoint(c, change)
	values := e.c.statusValues()
	b.filterStatusValues(values, status, from, e.c, ahead)
	d.putStatus(status, e.c, "", values)
}

func (b *Beat) aboutStatus() bool {
	return b.Stage+b.Phase+b.Status != "" || b.Blockers != nil || b.Next != nil || len(b.MoreBlockers) > 0
}

func (d *Draft) editorWithAllKeys(c *Checkpoint, session string, status *Status) *editor {
	stage, _ := status.get(statusStage)
	e := newEditor(c, d.read.Now)
	e.fill(session, strings.ToUpper(stage))
	return e
}

func (b *Beat) filterStatusValues(values map[string]string, s *Status, before, after *Checkpoint, ahead bool) {
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
	if was, _ := s.get(statusBlockers); blocked && b.Blockers == nil && !spelling.IsNone(was) {
		all := append(strings.Split(was, ";"), b.MoreBlockers...)
		values[statusBlockers] = strings.Join(distinct(all, spelling.CleanLine, identity), blockerSeparator)
	}
}

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
