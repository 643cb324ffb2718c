package pick

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
)

// A Checker runs lint on many targets. What several of them share, as a ledger and a folder of plans,
// it reads once. It is for use by several goroutines; the zero value has read nothing.
type Checker struct {
	writes  lastWrites
	History workspace.History
}

// Input returns what lint is to know of t, which goes by s.
func (c *Checker) Input(t *workspace.Target, s *Settings) (lint.Input, error) {
	in := s.Input(tree.Dir(t.Root), t)
	in.Past = func() bool { return c.History.Has(t, in.Tree) }
	last, err := c.writes.forTarget(t)
	if err == nil {
		in.Last = workspace.Record(last)
	}
	return in, err
}

// Run returns the findings in t. Where its two files disagree, another mdck may be between its two
// replacements: it is waited for, and they are read again.
func (c *Checker) Run(t *workspace.Target, in lint.Input) ([]lint.Diagnostic, error) {
	found, err := lint.Run(in)
	mismatch := func(d lint.Diagnostic) bool { return d.Rule.ID == "ohrfc/state-mismatch" }
	if err != nil || !slices.ContainsFunc(found, mismatch) {
		return found, EachShown(t, err)
	}
	if _, err := change.Recover(t, change.Options{Command: "lint"}); err != nil && !change.Unfinishable(err) {
		return nil, err
	}
	found, err = lint.Run(in)
	return found, EachShown(t, err)
}

// EachShown is withDisplayPath of the errors that err is made of: several files of a checkpoint
// may fail.
func EachShown(t *workspace.Target, err error) error {
	var all []error
	for _, e := range report.Errors(err) {
		all = append(all, app.WithDisplayPath(t, e))
	}
	return errors.Join(all...)
}

// lastWrites are the last writes of many targets. Plans, agents and files of a format
// share a ledger with their neighbours: each of a thousand plans would read the lines
// about all. The zero value knows none; it is for use by several goroutines.
type lastWrites struct {
	asking sync.Mutex
	read   map[string]*ledgerRead // by directory of the ledger
}

// A ledgerRead is what a ledger said when it had that size and time.
type ledgerRead struct {
	size int64
	at   time.Time
	last map[string]*claim.Entry // by name in the store
	err  error
}

// forTarget is [lastEntry]. A ledger that has not changed since is not read again.
func (w *lastWrites) forTarget(t *workspace.Target) (*claim.Entry, error) {
	info, err := os.Lstat(ledgerPath(t))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil || !info.Mode().IsRegular() {
		return lastEntry(t) // which says what is wrong
	}
	w.asking.Lock()
	defer w.asking.Unlock()
	r := w.read[t.Dir()]
	if r == nil || r.size != info.Size() || !r.at.Equal(info.ModTime()) {
		r = readLedger(t, info)
		if w.read == nil {
			w.read = map[string]*ledgerRead{}
		}
		w.read[t.Dir()] = r
	}
	if r.err != nil {
		return nil, LedgerError(t, r.err)
	}
	return r.last[t.InStore(t.Main)], nil
}

func readLedger(t *workspace.Target, info fs.FileInfo) *ledgerRead {
	r := &ledgerRead{size: info.Size(), at: info.ModTime(), last: map[string]*claim.Entry{}}
	all, err := t.Ledger()
	r.err = err
	for _, e := range all {
		r.last[t.InStore(e.Path)] = &e
	}
	return r
}
