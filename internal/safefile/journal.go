package safefile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A journal says what an Update has decided to do. That it stands whole under
// its name is the decision.
type journal struct {
	Files      []journalFile `json:"files"`
	Ledger     []Entry       `json:"ledger"`
	LedgerSize int           `json:"ledger_size"` // before the entries

	// Back says that it takes an Update back that could not be finished: a file which
	// somebody else has changed since stays, and nobody is told.
	Back bool `json:"back,omitempty"`
}

type journalFile struct {
	Name   string `json:"name"`
	Before string `json:"before"` // hash, "" for no file
	After  string `json:"after"`
	Text   []byte `json:"text"` // bytes, because JSON would mend a text that is not UTF-8
	Like   string `json:"like,omitempty"`
	Gone   bool   `json:"gone,omitempty"` // After is "" then
	At     string `json:"at,omitempty"`   // name of the file that Name leads to by symbolic links; "" for Name itself

	Mode fs.FileMode `json:"mode,omitempty"` // of a file that was taken away and comes back
}

// place is the name of the file that changes.
func (f *journalFile) place() string {
	if f.At == "" {
		return f.Name
	}
	return f.At
}

// names are the files that f is about.
func (f *journalFile) names() []string {
	return slices.DeleteFunc([]string{f.Name, f.At, f.Like}, func(name string) bool { return name == "" && f.Name != "" })
}

// journalHead begins the first line of a journal; the hash of the rest ends it.
const journalHead = "mdck txn 1 "

func (j journal) encode() (string, error) {
	body, err := json.Marshal(j)
	return journalHead + hash(string(body)) + "\n" + string(body), err
}

func decode(text string) (j journal, err error) {
	sum, ok := strings.CutPrefix(text, journalHead)
	sum, body, _ := strings.Cut(sum, "\n")
	switch {
	case !ok:
		return j, fmt.Errorf("want it to begin with %q, found %q", journalHead, text[:min(len(text), len(journalHead))])
	case sum != hash(body):
		return j, errors.New("its checksum is wrong")
	}
	return j, json.Unmarshal([]byte(body), &j)
}

// Pending are the names of the files that an interrupted Update of dir was to change,
// relative to dir, as its journal says, which may be a stranger's. There are none without
// a journal, or where it cannot be read. It costs one look at a name without one.
func Pending(dir string) []string {
	text, err := readPlain(OS(), filepath.Join(dir, home, journalName))
	if err != nil {
		return nil
	}
	j, err := decode(text)
	if err != nil {
		return nil
	}
	var names []string
	for _, f := range j.Files {
		names = append(names, f.Name)
	}
	return names
}

// commit makes the replacements and the lines of the ledger a decision, and
// then a fact.
func (t *txn) commit(todo []replacement, ledger []Entry) error {
	size, err := t.ledgerSize()
	if err != nil {
		return err
	}
	j := journal{Ledger: ledger, LedgerSize: size}
	for _, r := range todo {
		f := journalFile{Name: r.name, Before: r.old.hash(), After: hash(r.text), Text: []byte(r.text), Like: t.behind(r.like), Gone: r.gone}
		if r.gone {
			f.After = ""
		}
		if at := t.behind(r.name); at != r.name {
			f.At = at
		}
		j.Files = append(j.Files, f)
	}
	text, err := j.encode()
	if err != nil {
		return err
	}
	defer t.unprepare()
	if err := t.prepare(todo, ledger); err != nil {
		return err
	}
	done, err := t.put(t.own(journalName), text, narrow(todo), t.unchanged)
	if err != nil {
		return decided(done, err)
	}
	before := len(t.result.Changed)
	t.fresh = true
	err = t.roll(j)
	switch changed := len(t.result.Changed) - before; {
	case err == nil || changed == len(todo):
		return decided(true, err)
	case changed == 0 && t.withdraw():
		return err
	case changed == 0:
		return t.unfinished(j, err, "")
	}
	t.result.Changed = t.result.Changed[:before]
	return t.takeBack(j, todo, err)
}

// journal reads the journal; ok is false if there is none. One that is broken is an
// [ErrJournal], one that is not to be followed a [*JournalError].
func (t *txn) journal() (j journal, ok bool, err error) {
	info, err := t.fs.Lstat(t.own(journalName))
	if err != nil {
		return j, false, unread(t.own(journalName), ignoreMissing(err))
	}
	if !info.Mode().IsRegular() {
		return j, false, t.distrust("is a %s, want a file", kind(info))
	}
	// Before the text, which the owner may have kept from others.
	if uid, _, known := owner(info); known && uid != os.Geteuid() {
		return j, false, &JournalError{Path: t.own(journalName), Reason: "belongs to another user", User: strconv.Itoa(uid)}
	}
	text, ok, err := t.readOwn(journalName)
	if err != nil || !ok {
		return j, false, unread(t.own(journalName), err)
	}
	if j, err = decode(text); err != nil {
		return j, false, fmt.Errorf("%w, kept as %q, which may be deleted: %w", ErrJournal, t.own(asideName), err)
	}
	for _, f := range j.Files {
		if err := t.trusted(f); err != nil {
			return j, false, err
		}
	}
	return j, true, nil
}

// unread is err about the journal at path: a [*JournalError] where a right is missing, as
// then nobody knows how the files are.
func unread(path string, err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return &JournalError{Path: path, Reason: "may not be read", Unread: true}
	}
	return err
}

// foreign reports whether err is about a journal that is not to be followed.
func foreign(err error) bool {
	_, is := errors.AsType[*JournalError](err)
	return is
}

// recover does what the journal says, if there is one.
func (t *txn) recover() (bool, error) {
	j, ok, err := t.journal()
	switch {
	case errors.Is(err, ErrJournal):
		return false, errors.Join(err, t.setAside())
	case err != nil || !ok:
		return false, err
	}
	// The process that put the journal there may have ended before this, and no
	// file may be on disk before the decision is.
	if err := t.fs.SyncDir(t.own("")); err != nil {
		return false, &UnfinishedError{Err: err, Earlier: true, Journal: t.own(journalName), Unkept: t.unkept(j)}
	}
	for _, f := range j.Files {
		t.known = append(t.known, f.Before, f.After) // the one has a backup, the other is in the journal
	}
	t.clean(nil)
	err = decided(true, t.roll(j))
	t.result.Dropped = false // what was swept had been prepared for this write, and that is finished
	var unfinished *UnfinishedError
	if errors.As(err, &unfinished) {
		unfinished.Earlier, unfinished.Journal, unfinished.Unkept = true, t.own(journalName), t.unkept(j)
		return false, err
	}
	return true, err
}

// roll does what is left to do of a journal, any number of times.
func (t *txn) roll(j journal) error {
	defer t.lookAgain() // also where it fails
	_, _, entered, err := t.ledgerEnd(j.Ledger, j.LedgerSize)
	if err != nil {
		return err
	}
	if entered && len(j.Ledger) > 0 {
		// The files came before the ledger. What they hold now is not our business.
		for _, f := range j.Files {
			if path, err := t.find(f.place()); err == nil {
				t.cleanDir(filepath.Dir(path))
			}
		}
		return t.finish(j, nil)
	}
	var conflicts []Conflict
	for _, f := range j.Files {
		kept, err := t.rollFile(f, j.Back)
		if err != nil {
			return &inTheWay{f.Name, err}
		}
		if kept != "" {
			conflicts = append(conflicts, Conflict{f.Name, kept})
		}
	}
	return t.finish(j, conflicts)
}

// finish writes the ledger and then takes the journal away.
func (t *txn) finish(j journal, conflicts []Conflict) error {
	happened := slices.DeleteFunc(j.Ledger, func(e Entry) bool {
		return slices.ContainsFunc(conflicts, func(c Conflict) bool { return c.Name == e.Path })
	})
	if err := t.enter(happened, j.LedgerSize); err != nil {
		return err
	}
	t.lookAgain()
	if err := t.dropJournal(); err != nil || len(conflicts) == 0 {
		return err
	}
	return &ConflictError{conflicts}
}

// rollFile gives a file its new contents. If somebody else changed it since they were
// decided, that is an error while the change can be taken back. Else it stays, and kept
// says where they are; one that was to go stays without a word, as it is not what was
// to go, and so does one that was to be as it had been.
func (t *txn) rollFile(f journalFile, back bool) (kept string, err error) {
	v, err := t.look(f.place())
	var shape *FileError
	if err != nil && !errors.As(err, &shape) {
		return "", err
	}
	if err == nil {
		t.cleanDir(filepath.Dir(v.path))
		if done, err := t.rollSeen(f, v, back); done || !errors.Is(err, ErrChanged) || t.fresh {
			return "", err
		}
	} else if t.fresh {
		return "", fmt.Errorf("%w: %w", ErrChanged, err)
	}
	switch {
	case f.Gone, back && t.backedUp(f.Name, string(f.Text)):
		return "", nil
	case back:
		_, err = t.backUp(f.Name, string(f.Text), like(v.info))
		return "", err
	}
	return t.refuse(f.Name, string(f.Text), like(v.info))
}

// rollSeen is rollFile for a file that is as v says. That it is neither what was to go
// nor what was to come is an [ErrChanged].
func (t *txn) rollSeen(f journalFile, v view, back bool) (done bool, err error) {
	dir := filepath.Dir(v.path)
	switch {
	case v.hash() == f.After && f.Gone && f.At != "": // the process that did it may have ended before this
		return true, first(t.syncUp(dir), t.unlink(f.Name))
	case v.hash() == f.After:
		return true, t.syncUp(dir)
	case v.hash() != f.Before:
		return false, ErrChanged
	}
	held := t.held
	if back { // what is ours may be taken back under no lock: it is looked at
		held = func() error { return nil }
	}
	r := replacement{name: f.Name, old: v, text: string(f.Text), like: f.Like, gone: f.Gone, mode: f.Mode}
	if f.Gone {
		err = t.takeAway(r, held)
	} else {
		_, err = t.install(r, func() error { return first(t.same(f.place(), v), held()) })
	}
	return err == nil, err
}

func (t *txn) dropJournal() error {
	if err := t.fs.Remove(t.own(journalName)); err != nil {
		return err
	}
	return t.fs.SyncDir(t.own(""))
}

// setAside keeps a journal that cannot be followed where it stops nobody.
func (t *txn) setAside() error {
	if err := t.fs.Rename(t.own(journalName), t.own(asideName)); err != nil {
		return err
	}
	return t.fs.SyncDir(t.own(""))
}
