package safefile

import (
	"path/filepath"
	"slices"
)

// All that a change of several files needs of the disk is made before the change is
// decided: a disk that is full says so while nothing is replaced yet, and after the
// decision files only get other names, and the ledger its lines.

// A ready is a file that waits, whole and flushed, for the name path.
type ready struct {
	path, temp, text string
	attributes       attributes
}

// prepare makes the files that todo puts in place, and looks whether the ledger takes the
// entries. After an error [txn.unprepare] takes away what is made.
func (t *txn) prepare(todo []replacement, entries []Entry) error {
	if len(entries) > 0 {
		if err := t.ledgerOpens(); err != nil {
			return err
		}
	}
	for _, r := range todo {
		if r.gone {
			continue
		}
		a, err := t.attributesOf(r)
		if err != nil {
			return err
		}
		undo, err := t.newDirs(filepath.Dir(r.old.path))
		t.undoes = append(t.undoes, undo)
		if err != nil {
			return err
		}
		made := ready{r.old.path, t.tempName(r.old.path), r.text, a}
		t.readies = append(t.readies, made)
		if err := t.fill(made.temp, r.text, a); err != nil {
			return err
		}
	}
	return nil
}

// unprepare takes away what was prepared and not used, with the directories that were made
// for it. What is left of a journal makes them again.
func (t *txn) unprepare() {
	for _, made := range t.readies {
		_ = t.fs.Remove(made.temp) // or next time
	}
	for _, undo := range slices.Backward(t.undoes) {
		undo()
	}
	t.readies, t.undoes = nil, nil
}

// waiting reports whether the file at temp was prepared by this run and is not used yet.
func (t *txn) waiting(temp string) bool {
	return slices.ContainsFunc(t.readies, func(made ready) bool { return made.temp == temp })
}

// filled is a temporary file beside path that has text and a: the one that was prepared,
// if there is one, else a new one. After an error it may be there in part.
func (t *txn) filled(path, text string, a attributes) (temp string, err error) {
	i := slices.IndexFunc(t.readies, func(made ready) bool {
		return made.path == path && made.text == text && made.attributes == a
	})
	if i >= 0 {
		temp = t.readies[i].temp
		t.readies = slices.Delete(t.readies, i, i+1)
		return temp, nil
	}
	temp = t.tempName(path)
	return temp, t.fill(temp, text, a)
}

// attributesOf gives those that the file of r gets.
func (t *txn) attributesOf(r replacement) (attributes, error) {
	switch {
	case r.old.info != nil:
		return r.old.attributes(), nil
	case r.like != "":
		model, err := t.look(r.like)
		a := model.attributes()
		a.mode &= plainFile
		return a, err
	case r.mode != 0:
		return attributes{kept: true, mode: r.mode & plainFile}, nil
	}
	return attributes{}, nil
}
