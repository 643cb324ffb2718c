package cli

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
)

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
		return nil, ledgerError(t, r.err)
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
