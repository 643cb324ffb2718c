package safefile

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
)

// commit writes the journal, makes the replacements and writes the ledger. The journal decides.
func (t *txn) commit(j journal) error {
	defer t.unprepare()
	if err := t.prepare(j); err != nil {
		return err
	}
	text, err := j.encode()
	if err != nil {
		return err
	}
	done, err := t.put(t.inHome(journalName), text, attributes{kept: true, mode: 0o600}, t.unchanged)
	if err == nil {
		err = t.forward(j, nil)
	}
	why := err
	switch changed := len(t.result.Changed); {
	case err == nil || !done && !errors.Is(err, ErrChanged):
		return err
	case changed == len(j.Files): // only ledger and journal remain
		return t.unfinished(err)
	case changed > 0 || errors.Is(err, ErrChanged):
		err = t.keepRefused(j, err)
	}
	if !done {
		return err
	}
	failed := t.undo(j)
	t.result.Changed = nil
	if failed != nil {
		return t.unfinished(errors.Join(why, failed))
	}
	return err
}

func (t *txn) unfinished(err error) error {
	return &UnfinishedError{Err: err, Journal: t.inHome(journalName)}
}

// recover completes the change of the journal, or undoes it if another program changed a file.
func (t *txn) recover() error {
	j, ok, err := t.journal()
	if e, bad := errors.AsType[*JournalError](err); bad && e.never {
		return t.setAside(e.Reason)
	}
	if err != nil || !ok {
		return err
	}
	if err := t.resume(j); err != nil {
		return &UnfinishedError{Err: err, Earlier: true, Journal: t.inHome(journalName)}
	}
	t.result.Dropped = false // the temporary files belonged to this journal
	return nil
}

func (t *txn) resume(j journal) error {
	// The journal's writer may have ended before the flush.
	if err := t.FS.SyncDir(t.inHome("")); err != nil {
		return err
	}
	t.clean(j)
	for i := range j.Files {
		t.keptAt[j.Files[i].Name] = t.keeper(j, &j.Files[i])
	}
	entered, err := t.hasEntries(j)
	if err != nil {
		return err
	}
	changed, undo, err := t.progress(j)
	switch {
	case err != nil:
		return err
	case entered: // the ledger comes last, so all files were replaced
		err = t.finish(j.Ledger, j)
	case undo:
		gave := t.keepRefused(j, fmt.Errorf("%q: %w", changed[0], ErrChanged))
		if err = t.undo(j); err == nil {
			t.result.Undone = gave
			return nil
		}
	default:
		err = t.forward(j, changed)
	}
	t.result.Recovered = err == nil
	return err
}

func (t *txn) keeper(j journal, f *journalFile) string {
	if f.Old == nil {
		return ""
	}
	return cmp.Or(t.backupOf(f.Name, string(f.Old)), t.copyOf(f.Old, j.Files))
}

// progress returns the names of the files that other programs changed. undo is true if one of these
// comes after the last replaced file.
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

// state reads a file of a journal. [ErrChanged] means that the text is neither old nor new.
func (t *txn) state(f *journalFile) (view, error) {
	v, err := t.readFile(f.place())
	if _, shape := errors.AsType[*FileError](err); shape {
		return v, fmt.Errorf("%w: %w", ErrChanged, err)
	}
	if err == nil && !v.holds(f.Old) && !v.holds(f.New) {
		err = ErrChanged
	}
	return v, err
}

func (v view) holds(text []byte) bool {
	return (v.info == nil) == (text == nil) && v.text == string(text)
}

// forward completes a journal, except for the files in changed. It can be repeated.
func (t *txn) forward(j journal, changed []string) error {
	defer t.settleSwapped() // also after an error
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

func (t *txn) finish(entries []Entry, j journal) error {
	if err := t.appendEntries(entries, j.LedgerSize); err != nil {
		return err
	}
	t.settleSwapped()
	return first(t.FS.Remove(t.inHome(journalName)), t.FS.SyncDir(t.inHome("")))
}

func (t *txn) replace(f *journalFile) error {
	v, err := t.state(f)
	if err != nil {
		return err
	}
	switch dir := filepath.Dir(v.path); {
	case v.holds(f.New) && f.New == nil && f.At != "": // the file is gone, but maybe not the link to it
		return first(t.syncUp(dir), t.unlink(f.Name))
	case v.holds(f.New):
		return t.syncUp(dir)
	}
	return t.replaceWith(f, v, f.New, t.still)
}

func (t *txn) replaceWith(f *journalFile, v view, text []byte, held func() error) error {
	check := func() error { return first(t.same(f.place(), v), held()) }
	r := f.replaced(v, text)
	if text == nil {
		return t.removeFile(r, check)
	}
	return t.install(r, check)
}

func (f *journalFile) replaced(v view, text []byte) replacement {
	return replacement{name: f.Name, old: v, text: string(text), like: f.Like, mode: f.Mode}
}

// undo restores the old texts, the last file first. It skips files that other programs changed.
func (t *txn) undo(j journal) error {
	defer t.settleSwapped()
	for _, f := range slices.Backward(j.Files) {
		v, err := t.state(&f)
		if err == nil && v.holds(f.New) {
			err = t.replaceWith(&f, v, f.Old, unheld)
		}
		if err != nil && !errors.Is(err, ErrChanged) {
			return inTheWay(f.Name, err)
		}
	}
	t.settleSwapped()
	if err := t.FS.Remove(t.inHome(journalName)); err != nil {
		return err
	}
	_ = t.FS.SyncDir(t.inHome("")) // a power cut may restore the journal, but all replacements are undone
	return nil
}

// keepRefused saves the new texts of an undone change, because they may exist nowhere else. why is
// the reason for undoing it.
func (t *txn) keepRefused(j journal, why error) *UndoneError {
	e := &UndoneError{Err: why}
	for _, f := range j.Files {
		if f.New == nil || j.copies(f.New) {
			continue
		}
		a := j.narrow()
		if v, err := t.readFile(f.place()); err == nil && v.info != nil {
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

// copies reports whether text is the old text of a file. Then it need not be saved.
func (j journal) copies(text []byte) bool {
	return slices.ContainsFunc(j.Files, func(f journalFile) bool { return f.Old != nil && string(f.Old) == string(text) })
}
