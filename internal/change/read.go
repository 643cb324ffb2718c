package change

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

func (w *Writer) reader(now time.Time, readText safefile.Old, takeLock func(*protocol.Lock) error) *protocol.Reader {
	disk := tree.Dir(w.target.Root)
	return &protocol.Reader{
		Subject: w.Subject, Now: now, Tree: disk, Text: readText, Lock: takeLock, Resolve: w.resolve,
		With:    func(texts map[string]string) fs.FS { return tree.Overlay(disk, texts) },
		Backups: func(name string) []source.Named { return w.copies(w.Store.Backups(w.target.InStore(name))) },
		Ledger:  w.ledger,
		Facts:   func() (claim.Facts, error) { return w.target.RepositoryFacts(context.Background(), nil, now) },
	}
}

func (w *Writer) text(name string) (text string, exists bool, err error) {
	raw, err := fs.ReadFile(tree.Dir(w.target.Root), name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	return string(raw), err == nil, err
}

func (w *Writer) ledger() ([]claim.Entry, error) {
	entries, err := w.Store.Ledger()
	if err != nil {
		err = &LedgerError{err}
	}
	return w.target.Entries(entries), err
}

// A LedgerError means that the ledger cannot be read.
type LedgerError struct{ Err error }

func (e *LedgerError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *LedgerError) Unwrap() error { return e.Err }

// copies reads backups, without unreadable and changed ones.
func (w *Writer) copies(backups []safefile.Backup, _ error) (all []source.Named) {
	for _, b := range backups {
		if text, err := w.Store.Text(b.Path); err == nil && !b.Late {
			all = append(all, source.Named{Name: b.Path, Text: text})
		}
	}
	return all
}

func (w *Writer) resolve(name string) (string, error) {
	to, err := w.Store.FS.Resolve(w.target.File(name))
	return filepath.ToSlash(to), err
}
