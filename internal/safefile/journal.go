package safefile

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A journal says what an Update has decided to do. That it stands whole under
// its name is the decision.
type journal struct {
	Files      []journalFile `json:"files"`
	Ledger     []Entry       `json:"ledger"`
	LedgerSize int           `json:"ledger_size"` // before the entries
}

type journalFile struct {
	Name   string `json:"name"`
	Before string `json:"before"` // hash, "" for no file
	After  string `json:"after"`
	Text   []byte `json:"text"` // bytes, because JSON would mend a text that is not UTF-8
	Like   string `json:"like,omitempty"`
	Gone   bool   `json:"gone,omitempty"` // After is "" then
	At     string `json:"at,omitempty"`   // name of the file that Name leads to by symbolic links; "" for Name itself
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
	done, err := t.put(t.own(journalName), text, narrow(todo), t.unchanged)
	if err != nil {
		return decided(done, err)
	}
	before := len(t.result.Changed)
	t.fresh = true
	err = t.roll(j)
	if err != nil && len(t.result.Changed) == before && t.withdraw() {
		return err
	}
	return decided(true, err)
}

// withdraw takes back a decision of which nothing was done, and reports whether it
// could: what failed is then as if it had never been tried, and no later run does it
// behind the user's back.
func (t *txn) withdraw() bool {
	return t.fs.Remove(t.own(journalName)) == nil && t.fs.SyncDir(t.own("")) == nil
}

// journal reads the journal; ok is false if there is none. One that is broken is an
// [ErrJournal], one that is not to be followed a [*JournalError].
func (t *txn) journal() (j journal, ok bool, err error) {
	info, err := t.fs.Lstat(t.own(journalName))
	if err != nil {
		return j, false, ignoreMissing(err)
	}
	if !info.Mode().IsRegular() {
		return j, false, t.distrust("is a %s, want a file", kind(info))
	}
	text, ok, err := t.readOwn(journalName)
	if err != nil || !ok {
		return j, false, err
	}
	if uid, _, known := owner(info); known && uid != os.Geteuid() {
		return j, false, t.distrust("belongs to another user, with the id %d", uid)
	}
	if j, err = decode(text); err != nil {
		return j, false, fmt.Errorf("%w, kept as %q: %w", ErrJournal, t.own(asideName), err)
	}
	for _, f := range j.Files {
		if err := t.trusted(f); err != nil {
			return j, false, err
		}
	}
	return j, true, nil
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
		return false, &UnfinishedError{err, true}
	}
	for _, f := range j.Files {
		t.known = append(t.known, f.Before, f.After) // the one has a backup, the other is in the journal
	}
	t.clean(nil)
	err = decided(true, t.roll(j))
	var unfinished *UnfinishedError
	if errors.As(err, &unfinished) {
		unfinished.Earlier = true
		return false, err
	}
	return true, err
}

// roll does what is left to do of a journal, any number of times.
func (t *txn) roll(j journal) error {
	_, _, entered, err := t.ledgerEnd(j.Ledger, j.LedgerSize)
	if err != nil {
		return err
	}
	if entered && len(j.Ledger) > 0 {
		// The files came before the ledger. What they hold now is not our business.
		return t.finish(j, nil)
	}
	var conflicts []Conflict
	for _, f := range j.Files {
		kept, err := t.rollFile(f)
		if err != nil {
			return err
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
	if len(conflicts) == 0 {
		return t.dropJournal()
	}
	if err := t.setAside(); err != nil {
		return err
	}
	return &ConflictError{conflicts, t.fresh}
}

// rollFile gives a file its new contents. If somebody else changed it since
// they were decided, it stays, and kept says where they are. One that was to go
// stays without a word: it is not what was to go.
func (t *txn) rollFile(f journalFile) (kept string, err error) {
	v, err := t.look(f.place())
	var shape *FileError
	if errors.As(err, &shape) && f.Gone {
		return "", nil
	}
	if errors.As(err, &shape) {
		return t.backUp(f.Name, string(f.Text), attributes{})
	}
	if err != nil {
		return "", err
	}
	switch v.hash() {
	case f.After: // the process that put it there may have ended before this
		t.cleanDir(filepath.Dir(v.path))
		if f.Gone && f.At != "" {
			return "", first(t.syncUp(filepath.Dir(v.path)), t.unlink(f.Name))
		}
		return "", t.syncUp(filepath.Dir(v.path))
	case f.Before:
		t.cleanDir(filepath.Dir(v.path))
		r := replacement{f.Name, v, string(f.Text), f.Like, f.Gone}
		if f.Gone {
			err = t.takeAway(r)
		} else {
			_, err = t.install(r, func() error { return first(t.same(f.place(), v), t.held()) })
		}
		if !errors.Is(err, ErrChanged) || t.fresh && len(t.result.Changed) == 0 {
			return "", err
		}
	}
	t.cleanDir(filepath.Dir(v.path))
	if f.Gone {
		return "", nil
	}
	return t.backUp(f.Name, string(f.Text), like(v.info))
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
