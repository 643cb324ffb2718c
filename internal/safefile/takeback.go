package safefile

import (
	"errors"
	"slices"
)

// withdraw takes back a decision of which nothing was done, and reports whether it
// could: what failed is then as if it had never been tried, and no later run does it
// behind the user's back.
func (t *txn) withdraw() bool {
	if t.fs.Remove(t.own(journalName)) != nil {
		return false
	}
	_ = t.fs.SyncDir(t.own("")) // else a power cut may bring the decision back, whole
	return true
}

// takeBack gives the files of j, of which some are replaced, their old texts again. Why
// is what kept the others from being replaced.
//
// A journal that says so takes the place of j. Whichever of the two a crash leaves, each
// file has the old text or the new, and can be given either.
func (t *txn) takeBack(j journal, todo []replacement, why error) error {
	gave := t.givenUp(todo, why)
	back, err := j.reversed(todo).encode()
	if err != nil {
		return t.unfinished(j, err, "")
	}
	standing, err := t.put(t.own(journalName), back, narrow(todo), nil)
	if err != nil && !standing {
		return t.unfinished(j, errors.Join(why, err), "")
	}
	t.fresh = false
	before := len(t.result.Changed)
	err = first(err, t.roll(j.reversed(todo)))
	t.result.Changed = t.result.Changed[:before]
	if err != nil {
		return t.unfinished(j, err, why.Error())
	}
	return gave
}

// unfinished is err, and what is left to do of j stands in the journal.
func (t *txn) unfinished(j journal, err error, back string) error {
	return &UnfinishedError{Err: err, Journal: t.own(journalName), Back: back, Unkept: t.unkept(j)}
}

// reversed is the journal that takes j back. It begins with the last file, because a copy
// of one that goes is among those before it.
func (j journal) reversed(todo []replacement) journal {
	back := journal{LedgerSize: j.LedgerSize, Back: true}
	for i, f := range slices.Backward(j.Files) {
		old := todo[i].old
		b := journalFile{Name: f.Name, Before: f.After, After: f.Before, Text: []byte(old.text), At: f.At, Gone: old.info == nil}
		if old.info != nil {
			b.Mode = old.info.Mode().Perm()
		}
		back.Files = append(back.Files, b)
	}
	return back
}
