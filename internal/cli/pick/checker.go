package pick

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"sync"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
)

// A Checker runs lint on many targets, and reads shared files once. It is safe for concurrent use.
type Checker struct {
	History workspace.History
	mutex   sync.Mutex
	ledgers map[string]*ledgerRead // by path
}

// Input returns the input for lint of t in files.
func (c *Checker) Input(files fs.FS, t *workspace.Target, s *workspace.Settings) (lint.Input, error) {
	in := s.Input(files, t)
	in.Past = func() bool { return c.History.Has(t, in.Tree) }
	last, err := c.last(t)
	if err != nil {
		return in, LedgerError(t, err) // Last stays unset: the entries after the error are unknown
	}
	in.Last = last
	return in, nil
}

// Run returns the findings in t. Because an interrupted write can cause a state mismatch, Run then
// finishes the write and lints again.
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

// EachShown applies [app.WithDisplayPath] to each joined error.
func EachShown(t *workspace.Target, err error) error {
	var all []error
	for _, e := range report.Errors(err) {
		all = append(all, app.WithDisplayPath(t, e))
	}
	return errors.Join(all...)
}

type ledgerRead struct {
	fs.FileInfo
	last map[string]*lint.Record // last write for each file
	err  error
}

func (c *Checker) last(t *workspace.Target) (*lint.Record, error) {
	name := ledgerPath(t)
	info, err := os.Lstat(name)
	if err != nil {
		return nil, app.IgnoreError(err, fs.ErrNotExist)
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	r := c.ledgers[name]
	if r == nil || r.Size() != info.Size() || !r.ModTime().Equal(info.ModTime()) {
		r = &ledgerRead{FileInfo: info, last: map[string]*lint.Record{}}
		var all []claim.Entry
		all, r.err = t.Ledger()
		for _, e := range all {
			r.last[t.InStore(e.Path)] = workspace.Record(e)
		}
		if c.ledgers == nil {
			c.ledgers = map[string]*ledgerRead{}
		}
		c.ledgers[name] = r
	}
	return r.last[t.InStore(t.Main)], r.err
}
