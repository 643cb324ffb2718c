package safefile

import (
	"errors"
	"slices"
)

// What a file was to hold and did not get is no backup of it: it must not push out what
// the file did hold, nor be taken for the latest of that. So it has a directory of its own.

// Refused lists what the file called name was to hold and did not get, newest first: the
// write was given up, or taken back. [Store.Text] reads it.
func (s Store) Refused(name string) ([]Backup, error) {
	return s.copies(refusedDir, name)
}

// refuse keeps a text that a file does not get, and gives its path.
func (t *txn) refuse(name, text string, a attributes) (string, error) {
	return t.copyTo(refusedDir, name, text, a)
}

// refused is err; where that says that another program saved a file, what was to be
// written is kept: it may have come from a pipe, and be nowhere else.
func (t *txn) refused(todo []replacement, err error) error {
	_, taken := errors.AsType[*TakenBackError](err)
	_, unfinished := errors.AsType[*UnfinishedError](err)
	if !errors.Is(err, ErrChanged) || taken || unfinished {
		return err
	}
	return t.givenUp(todo, err)
}

// givenUp keeps what the files were to hold, as far as that can be done, and gives the
// error that says so.
func (t *txn) givenUp(todo []replacement, why error) *TakenBackError {
	e := &TakenBackError{Err: why}
	if in, ok := errors.AsType[*inTheWay](why); ok {
		e.Name = in.name
	}
	for _, r := range todo {
		if r.gone || copied(todo, r.text) {
			continue
		}
		a := like(r.old.info)
		if r.old.info == nil {
			a = narrow(todo)
		}
		kept, err := t.refuse(r.name, r.text, a)
		if err != nil {
			e.Unkept = append(e.Unkept, Unkept{r.name, err})
			continue
		}
		e.Kept = append(e.Kept, Conflict{r.name, kept})
	}
	return e
}

// copied reports whether text is what one of the files holds now: a copy of it, which the
// protocol wants under a name of its own, is lost with no write.
func copied(todo []replacement, text string) bool {
	return slices.ContainsFunc(todo, func(r replacement) bool { return r.old.info != nil && r.old.text == text })
}

// unkept are the names of the files of j of which what they were to hold is neither in
// the file nor kept.
func (t *txn) unkept(j journal) (names []string) {
	for _, f := range j.Files {
		sum := f.After
		if j.Back {
			sum = f.Before
		}
		if sum != "" && !t.keptSum(f, sum) {
			names = append(names, f.Name)
		}
	}
	return names
}

// keptSum reports whether a text with that sum is in the file of f, among its backups or
// refused.
func (t *txn) keptSum(f journalFile, sum string) bool {
	if v, err := t.look(f.place()); err == nil && v.hash() == sum {
		return true
	}
	for _, class := range []string{backupsDir, refusedDir} {
		all, err := copies(t.fs, t.root, class, f.Name)
		if err == nil && slices.ContainsFunc(all, func(b Backup) bool { return t.hasSum(b.Path, sum) }) {
			return true
		}
	}
	return false
}
