package handoff

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

type writing struct {
	*draft
	read   *protocol.Reader
	file   protocol.File
	before *Note // nil for a missing or blank file
	whole  bool  // keep surplus items
	force  bool  // skip the rules

	created bool // init makes the note, so its budgets are not checked
}

func edit(build func(w *writing) error) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		w, err := begin(read)
		if err == nil && w.before == nil {
			err = w.start(newNote())
		}
		if err != nil {
			return nil, err
		}
		if err := build(w); err != nil {
			return nil, err
		}
		return w.change()
	}
}

func begin(read *protocol.Reader) (w *writing, err error) {
	w = &writing{read: read, file: protocol.File{Name: read.Main}}
	if err := source.CheckSize(read.Tree, read.Main); err != nil {
		return nil, err
	}
	if w.file.Before, w.file.Exists, err = read.Text(read.Main); err != nil {
		return nil, err
	}
	if spelling.IsBlank(w.file.Before) {
		return w, nil
	}
	if err := w.start(w.file.Before); err != nil {
		return w, err
	}
	w.before = w.Note
	return w, w.before.Document.CheckClosed()
}

func (w *writing) start(text string) error {
	n, err := Parse(w.read.Main, text)
	if err == nil {
		n.kept = keptOf(w.read.Tree, w.read.Main)
		w.draft = &draft{Note: n, begun: n}
	}
	return err
}

func (w *writing) change() (*protocol.Change, error) {
	if len(w.did) == 0 {
		return &protocol.Change{None: strings.Join(w.notes, "\n")}, nil
	}
	if err := w.check(); err != nil {
		return nil, err
	}
	w.noteMissing()
	archive, err := w.takeSurplus()
	if err == nil {
		err = w.stamp()
	}
	if err != nil {
		return nil, err
	}
	if w.file.After = w.text(); w.file.Exists && w.file.After == w.file.Before {
		return &protocol.Change{None: strings.Join(append(w.notes, "the note is already up to date"), "\n")}, nil
	}
	out := &protocol.Change{
		Files: []protocol.File{w.file}, Archive: archive, Notes: w.notes, Did: strings.Join(w.did, "; "), After: w.Note,
		Ledger: w.ledger(),
	}
	if w.before != nil {
		out.Before = w.before
	}
	if w.created {
		out.Before, out.After, out.Due = nil, nil, w.afterInit()
	}
	return out, nil
}

func (w *writing) afterInit() string {
	const set, check = "set the first action with mdck handoff next TEXT", "check the converted note with mdck lint"
	switch {
	case w.before == nil:
		return "Next: " + set + "."
	case len(w.Entries[nextKey]) > 0:
		return "Next: " + check + "."
	}
	return "Next: " + set + ", and " + check + "."
}

// completed is the ledger event of a finished task. About is the hash of the task's identity.
const completed = "done"

func (w *writing) ledger() []claim.Entry {
	plain := w.file.Record()
	var all []claim.Entry
	for _, e := range w.newlyDone() {
		done := plain
		done.Event, done.About = completed, claim.Hash([]byte(identity(e.Text)))
		all = append(all, done)
	}
	if all == nil {
		all = []claim.Entry{plain}
	}
	return all
}

func (w *writing) newlyDone() (all []*Entry) {
	for i := range w.Entries[doneKey] {
		e := &w.Entries[doneKey][i]
		if w.before == nil || find(w.before.Entries[doneKey], identity(e.Text)) == nil {
			all = append(all, e)
		}
	}
	return all
}

func (w *writing) noteMissing() {
	for _, e := range w.newlyDone() {
		_, files := e.proofs()
		for _, file := range files {
			if is, err := claim.Exists(file)(w.read.Tree); err == nil && is == claim.Absent {
				w.say("the evidence names %s, which does not exist", spelling.QuotePath(file))
			}
		}
	}
}

func (w *writing) completedBefore() func(text string) bool {
	entries, _ := w.read.Ledger()
	return func(text string) bool {
		about := claim.Hash([]byte(identity(text)))
		return slices.ContainsFunc(entries, func(e claim.Entry) bool {
			return e.Event == completed && e.About == about && e.Path == w.read.Main
		})
	}
}

func (w *writing) check() error {
	if err := w.verify(); err != nil || w.force {
		return err
	}
	var before []Entry
	if w.before != nil {
		before = w.before.again()
	}
	for _, e := range w.again() {
		if find(before, identity(e.Text)) == nil {
			return protocol.Refusal("if work remains, describe it in other words", "%q is already completed; this change would also add it to %q", e.Text, groupOf(e.Key).Title)
		}
	}
	if all := w.Entries[nextKey]; len(all) > 1 && (w.before == nil || len(w.before.Entries[nextKey]) < len(all)) {
		return protocol.Refusal("to replace the next action: mdck handoff next TEXT; to add a later item: mdck handoff pending TEXT", "the note would have %d next actions; expected one", len(all))
	}
	return nil
}

func (n *Note) again() []Entry {
	over := n.over()
	return slices.DeleteFunc(slices.Concat(n.Entries[nextKey], n.Entries[pendingKey]), func(e Entry) bool {
		return !over[e.ids[0]] && !n.kept[e.ids[0]]
	})
}

func (w *writing) takeSurplus() ([]source.Named, error) {
	edits, archive := w.prune(w.read.Main)
	if w.whole || len(edits) == 0 {
		return nil, nil
	}
	w.doing("archived %s", spelling.Count(len(w.surplus()), "completed item"))
	return archive, w.apply(doneKey, lines(w.Entries[doneKey])[len(w.surplus()):], edits...)
}

func (w *writing) stamp() error {
	lines, err := w.factLines(w.read.Now)
	if err != nil {
		w.say("the facts were not updated: %v", err)
		return nil
	}
	return w.writeFacts(lines)
}

func (w *writing) factLines(now time.Time) (string, error) {
	f, err := w.facts()
	if _, ok := w.Facts.recorded(); ok && err != nil {
		return "", err
	}
	return factLines(f, err == nil, now), nil
}

func (w *writing) facts() (claim.Facts, error) {
	if w.read.Facts == nil {
		return claim.Facts{}, errors.New("there is no git repository")
	}
	return w.read.Facts()
}

func (w *writing) writeFacts(text string) error {
	to := &schema.Write{Group: groupOf(factsKey), Existing: w.first(factsKey), Replace: true}
	if to.Existing != nil {
		text = strings.TrimRight(text+"\n"+w.otherText(to.Existing.Section), "\n")
	}
	to.Parts = []schema.Filling{{Text: text}}
	after, err := w.editor().Write(to)
	if err != nil {
		return protocol.AsRequest(err)
	}
	w.Note = read(after, w.kept)
	return nil
}

// Edit returns the edit that applies all requests, or none if one fails.
func Edit(requests ...Request) protocol.Edit {
	return edit(func(w *writing) error {
		if w.before == nil {
			w.doing("created the note")
		}
		for _, r := range requests {
			w.complement(&r)
			if err := w.make(r); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *writing) complement(r *Request) {
	if r.Verb != "ran" || r.At != "" {
		return
	}
	f, err := w.facts()
	if err != nil || f.Head == "" {
		return
	}
	r.At = f.Head[:min(len(f.Head), headDigits)]
	if n := len(f.Dirty); n > 0 {
		w.say("the result can depend on uncommitted changes in %s", spelling.Count(n, "file"))
	}
}

func editExisting(read *protocol.Reader, build func(w *writing) error) (*protocol.Change, error) {
	return edit(func(w *writing) error {
		if w.before == nil {
			return &fs.PathError{Op: "open", Path: read.Main, Err: fs.ErrNotExist}
		}
		return build(w)
	})(read)
}

func prune(read *protocol.Reader) (*protocol.Change, error) {
	return editExisting(read, func(w *writing) error {
		if len(w.surplus()) == 0 {
			w.say("the note has at most %d completed items", mostDone)
			return nil
		}
		w.doing("pruned")
		return nil
	})
}

func stamp(read *protocol.Reader) (*protocol.Change, error) {
	return editExisting(read, func(w *writing) error {
		lines, err := w.factLines(w.Facts.time())
		if err != nil {
			return err
		}
		if strings.Contains(strings.ReplaceAll(w.text(), "\r\n", "\n"), lines) {
			w.say("the facts are up to date")
			return nil
		}
		w.whole = true
		w.doing("updated the facts")
		return nil
	})
}

func appendTo(a protocol.Append) protocol.Edit {
	return edit(func(w *writing) error {
		key := a.Group.Key
		if len(w.Entries[key]) == 0 && len(w.nothing[key]) > 0 {
			if err := w.apply(key, nil, w.dropNothing(&w.nothing[key][0])); err != nil {
				return err
			}
		}
		e := w.editor()
		to, err := a.Choose(e, "")
		if err != nil {
			return err
		}
		after, err := e.Write(to)
		if err != nil {
			return protocol.AsRequest(err)
		}
		if after.Document.File.Text == w.begun.text() && w.before != nil {
			w.say("%q already has that text", to.Title())
			return nil
		}
		w.Note, w.changed = read(after, w.kept), append(w.changed, key)
		w.doing("wrote %q", to.Title())
		return nil
	})
}

func restore(k protocol.Kept) protocol.Edit {
	return func(r *protocol.Reader) (*protocol.Change, error) {
		w, err := begin(r)
		if w == nil || w.file.Before == "" && err != nil {
			return nil, err
		}
		now := w.before
		if err := w.start(k.Text); err != nil {
			return nil, protocol.BadRequest("--print prints the text of the copy", "%s cannot be read: %v", k.Name, err)
		}
		if w.file.Exists && w.file.Before == k.Text {
			return &protocol.Change{None: "the note already matches " + k.Name}, nil
		}
		w.whole, w.force = k.Force, k.Force
		w.doing("restored %s", k.Name)
		if !k.Force {
			if err := w.keepCompleted(now); err != nil {
				return nil, err
			}
		}
		return w.change()
	}
}

func (w *writing) keepCompleted(now *Note) error {
	var since []Entry
	if now != nil {
		since = now.Entries[doneKey]
	}
	n, err := w.addCompleted(since, false)
	if err != nil {
		return err
	}
	for _, e := range w.again() {
		nested, _, err := w.take(identity(e.Text))
		if err == nil && w.completed(e.Text) == nil && !w.kept[e.ids[0]] { // only its mark shows that it is completed
			err = w.add(doneKey, e.Text, nested, false)
		}
		if err != nil {
			return err
		}
	}
	isCompleted := w.completedBefore()
	for _, e := range w.todo() {
		if !isCompleted(e.Text) {
			continue
		}
		nested, _, err := w.take(identity(e.Text))
		if err == nil {
			n, err = n+1, w.add(doneKey, e.Text, nested, false)
		}
		if err != nil {
			return err
		}
	}
	if n > 0 {
		w.say("%s; --force restores the exact text", spelling.CountAs(n, "item completed after the backup stays completed", "items completed after the backup stay completed"))
	}
	return w.promote()
}

func (w *writing) addCompleted(all []Entry, front bool) (n int, err error) {
	for _, e := range all {
		if find(w.Entries[doneKey], identity(e.Text)) == nil && err == nil {
			n, err = n+1, w.add(doneKey, e.Line, e.Nested, front)
		}
	}
	return n, err
}

func putBack(k protocol.Kept) protocol.Edit {
	return edit(func(w *writing) error {
		kept, err := Parse("the archived text", k.Text)
		if err != nil {
			return err
		}
		old := kept.Entries[doneKey]
		slices.Reverse(old)
		n, err := w.addCompleted(old, true)
		switch {
		case err != nil:
			return err
		case n == 0:
			w.say("all items already exist")
			return nil
		case len(w.surplus()) > 0 && !k.Force:
			return protocol.Refusal("--force restores them anyway; --print only prints them", "the note would have %d completed items; the limit is %d", len(w.Entries[doneKey]), mostDone)
		}
		w.whole = true
		w.doing("restored %s", spelling.Count(n, "completed item"))
		return nil
	})
}

var errID = errors.New("a hand-off has no id; --title sets the goal")

func checkInit(r protocol.InitRequest) error {
	if r.ID != "" {
		return errID
	}
	return protocol.CheckText(r.Title)
}

// makeInit returns the edit that creates a note, or converts a HANDOFF.md of another tool.
func makeInit(r protocol.InitRequest) protocol.Edit {
	return edit(func(w *writing) error {
		w.created, w.whole = true, true
		if w.before != nil && isOurs(w.file.Before) {
			return &protocol.RequestError{Reason: "already exists; nothing was written", Path: w.read.Main, Hint: "to print the note: mdck handoff show; to list the commands that change it: mdck handoff --help"}
		}
		if protocol.IsConflict(w.file.Before) {
			return protocol.BadRequest("resolve the conflict first", "%s contains a merge conflict", spelling.QuotePath(w.read.Main))
		}
		did := "made"
		if w.before != nil {
			did = "taken over"
		}
		if w.first(nextKey) == nil {
			first := w.firstOpen()
			if err := w.apply(nextKey, nil, w.editor().NewSection(nextKey, none)); err != nil {
				return err
			}
			w.copyNext(first)
		}
		if r.Title != "" {
			if err := w.make(Request{Verb: "goal", Text: r.Title}); err != nil {
				return err
			}
		}
		w.doing("%s", did)
		return nil
	})
}

// copyNext makes text the next action of a converted note, if it can stand there.
func (w *writing) copyNext(text string) {
	if len(text) > 4 && text[0] == '[' && text[2] == ']' { // a box such as [~]
		text = strings.TrimSpace(text[3:])
	}
	before, r := w.Note, Request{Verb: "next", Text: entryText(text)}
	if protocol.CheckText(r.Text) != nil || checkEntry(r) != nil || w.add(nextKey, r.Text, "", false) != nil {
		w.Note = before
	}
}

// firstOpen returns the first pending item, or else the first open item below the only heading at
// another level that is about the next steps, or "".
func (n *Note) firstOpen() (first string) {
	if open := n.open(pendingKey); len(open) > 0 {
		return open[0].Text
	}
	var next *mdcheckpoint.Section
	for _, s := range n.Document.Sections {
		switch is := sectionTitle(s.Title) == sections[1][1]; {
		case is && next != nil:
			return ""
		case is:
			next = s
		}
	}
	if next == nil {
		return ""
	}
	over := n.over()
	for _, item := range slices.Backward(n.items(nextKey, next)) {
		if ticked, text := cutTick(n.itemEntry(nextKey, item).Line); !ticked && !over[identity(text)] {
			first = text
		}
	}
	return first
}
