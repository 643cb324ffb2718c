package safefile

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
)

// commit makes the replacements and the lines of the ledger a decision, and then a fact, or
// undoes what was done.
func (t *txn) commit(j journal) error {
	defer t.unprepare()
	if err := t.prepare(j); err != nil {
		return err
	}
	text, err := j.encode()
	if err != nil {
		return err
	}
	done, err := t.put(t.own(journalName), text, attributes{kept: true, mode: 0o600}, t.unchanged)
	if err == nil {
		err = t.forward(j, nil)
	}
	why := err
	switch changed := len(t.result.Changed); {
	case err == nil || !done && !errors.Is(err, ErrChanged):
		return err
	case changed == len(j.Files): // all that is left is for the ledger and the journal
		return t.unfinished(err)
	case changed > 0 || errors.Is(err, ErrChanged):
		err = t.keepRefused(j, err)
	}
	if !done {
		return err
	}
	failed := t.back(j)
	t.result.Changed = nil
	if failed != nil {
		return t.unfinished(errors.Join(why, failed))
	}
	return err
}

// unfinished is err about a change that is left to the next run, by the journal.
func (t *txn) unfinished(err error) error {
	return &UnfinishedError{Err: err, Journal: t.own(journalName)}
}

// recover does what the journal says, if there is one, or undoes it where another program has
// changed a file since that was not replaced yet.
func (t *txn) recover() error {
	j, ok, err := t.journal()
	if e, bad := errors.AsType[*JournalError](err); bad && e.never {
		return t.setAside(e.Reason)
	}
	if err != nil || !ok {
		return err
	}
	if err := t.resume(j); err != nil {
		return &UnfinishedError{Err: err, Earlier: true, Journal: t.own(journalName)}
	}
	t.result.Dropped = false // what was swept had been prepared for this write
	return nil
}

// resume is recover of a journal that is followed.
func (t *txn) resume(j journal) error {
	// The process that put the journal there may have ended before this, and no file may be on
	// disk before the decision is.
	if err := t.FS.SyncDir(t.own("")); err != nil {
		return err
	}
	t.clean(j)
	for i := range j.Files {
		t.keptAt[j.Files[i].Name] = t.keeper(j, &j.Files[i])
	}
	entered, err := t.entered(j)
	if err != nil {
		return err
	}
	changed, undo, err := t.progress(j)
	switch {
	case err != nil:
		return err
	case entered: // the files came before the ledger, and what they hold now is not our business
		err = t.finish(j.Ledger, j)
	case undo:
		gave := t.keepRefused(j, fmt.Errorf("%q: %w", changed[0], ErrChanged))
		if err = t.back(j); err == nil {
			t.result.Undone = gave
			return nil
		}
	default:
		err = t.forward(j, changed)
	}
	t.result.Recovered = err == nil
	return err
}

// keeper returns the path of a file that has what f held: a backup, or a file that is made with
// the change; "" if there is none.
func (t *txn) keeper(j journal, f *journalFile) string {
	if f.Old == nil {
		return ""
	}
	return cmp.Or(t.backupOf(f.Name, string(f.Old)), t.copyOf(f.Old, j.Files))
}

// progress returns the names of the files that another program has changed since the Update
// was decided. Undo says that one of them was not replaced before: a file after it, which
// would have been replaced later, is not.
func (t *txn) progress(j journal) (changed []string, undo bool, err error) {
	lastNew, lastChanged := -1, -1
	for i := range j.Files {
		f := &j.Files[i]
		v, err := t.state(f)
		switch {
		case errors.Is(err, ErrChanged):
			changed, lastChanged = append(changed, f.Name), i
		case err != nil:
			return nil, false, inTheWay(f.Name, err)
		case v.holds(f.New):
			lastNew = i
		}
	}
	return changed, lastChanged > lastNew, nil
}

// state looks at a file of a journal. It is an [ErrChanged] if that is neither as it was nor as it
// is to be.
func (t *txn) state(f *journalFile) (view, error) {
	v, err := t.look(f.place())
	if _, shape := errors.AsType[*FileError](err); shape {
		return v, fmt.Errorf("%w: %w", ErrChanged, err)
	}
	if err == nil && !v.holds(f.Old) && !v.holds(f.New) {
		err = ErrChanged
	}
	return v, err
}

// holds reports whether the file has the text; nil means that there is no file.
func (v view) holds(text []byte) bool {
	return (v.info == nil) == (text == nil) && v.text == string(text)
}

// forward does what is left to do of a journal, any number of times. The files called changed
// stay as they are.
func (t *txn) forward(j journal, changed []string) error {
	defer t.lookAgain() // also where it fails
	for i := range j.Files {
		f := &j.Files[i]
		if slices.Contains(changed, f.Name) {
			continue
		}
		if err := t.replace(f); err != nil {
			return inTheWay(f.Name, err)
		}
	}
	entries := slices.DeleteFunc(slices.Clone(j.Ledger), func(e Entry) bool { return slices.Contains(changed, e.Path) })
	return t.finish(entries, j)
}

// finish writes the ledger, and then removes the journal.
func (t *txn) finish(entries []Entry, j journal) error {
	if err := t.enter(entries, j.LedgerSize); err != nil {
		return err
	}
	t.lookAgain()
	return first(t.FS.Remove(t.own(journalName)), t.FS.SyncDir(t.own("")))
}

// replace makes a file of a journal what it is to be.
func (t *txn) replace(f *journalFile) error {
	v, err := t.state(f)
	if err != nil {
		return err
	}
	switch dir := filepath.Dir(v.path); {
	case v.holds(f.New) && f.New == nil && f.At != "": // the process that did it may have ended before this
		return first(t.syncUp(dir), t.unlink(f.Name))
	case v.holds(f.New):
		return t.syncUp(dir)
	}
	return t.turn(f, v, f.New, t.still)
}

// turn gives a file of a journal, which is as v says, that text; nil removes it.
func (t *txn) turn(f *journalFile, v view, text []byte, held func() error) error {
	check := func() error { return first(t.same(f.place(), v), held()) }
	r := f.replaced(v, text)
	if text == nil {
		return t.removeFile(r, check)
	}
	return t.install(r, check)
}

// replaced is the replacement of the file, which is as v says, by text.
func (f *journalFile) replaced(v view, text []byte) replacement {
	return replacement{name: f.Name, old: v, text: string(text), like: f.Like, mode: f.Mode}
}

// back gives the files of a journal that were replaced their old texts again, the last one
// first, as a copy of one that goes is among those before it. What another program has
// changed since stays. It holds no lock of a protocol: each file is looked at.
func (t *txn) back(j journal) error {
	defer t.lookAgain()
	for _, f := range slices.Backward(j.Files) {
		v, err := t.state(&f)
		if err == nil && v.holds(f.New) {
			err = t.turn(&f, v, f.Old, unheld)
		}
		if err != nil && !errors.Is(err, ErrChanged) {
			return inTheWay(f.Name, err)
		}
	}
	t.lookAgain()
	if err := t.FS.Remove(t.own(journalName)); err != nil {
		return err
	}
	_ = t.FS.SyncDir(t.own("")) // without it the journal may be there again after a power cut, but all is undone now
	return nil
}

// keepRefused keeps what the files of a change that is undone were to hold, as far as that is
// possible: it may have come from a pipe, and be nowhere else. It returns the error that
// says so; why is the reason.
func (t *txn) keepRefused(j journal, why error) *UndoneError {
	e := &UndoneError{Err: why}
	for _, f := range j.Files {
		if f.New == nil || j.copies(f.New) {
			continue
		}
		a := j.narrow()
		if v, err := t.look(f.place()); err == nil && v.info != nil {
			a = like(v.info)
		}
		kept, err := t.copyTo(refusedDir, f.Name, string(f.New), a)
		if err != nil {
			e.Unkept = append(e.Unkept, fmt.Sprintf("the new content of %q could not be kept: %v", f.Name, err))
			continue
		}
		e.Kept = append(e.Kept, Copy{f.Name, kept})
		t.keptAt[f.Name] = t.at(kept)
	}
	return e
}

// copies reports whether text is what one of the files held: a copy of it, which a protocol
// wants under a name of its own, is lost with no write.
func (j journal) copies(text []byte) bool {
	return slices.ContainsFunc(j.Files, func(f journalFile) bool { return f.Old != nil && string(f.Old) == string(text) })
}
