package change

import (
	"errors"
	"fmt"
	"path/filepath"

	"mdck/internal/safefile"
)

// readBack is a file system that reads what was written once more before it gives it
// its name.
type readBack struct {
	safefile.FS
	want map[string]string // by the last element of the name
	// given are the names that have their files: what is swapped with one of them later is
	// what another program saved, which gets its name back.
	given map[string]bool
}

// Swap gives the file called one the name other.
func (r *readBack) Swap(one, other string) error {
	if err := r.check(one, other); err != nil {
		return err
	}
	err := r.FS.Swap(one, other)
	if err == nil {
		r.given[other] = true
	}
	return err
}

// Link gives the file called from the name to.
func (r *readBack) Link(from, to string) error {
	if err := r.check(from, to); err != nil {
		return err
	}
	return r.FS.Link(from, to)
}

// Rename gives the file called from the name to.
func (r *readBack) Rename(from, to string) error {
	if err := r.check(from, to); err != nil {
		return err
	}
	return r.FS.Rename(from, to)
}

// check is an error if the file called from does not hold what is to have the name to.
func (r *readBack) check(from, to string) error {
	want, ok := r.want[filepath.Base(to)]
	if !ok || r.given[to] {
		return nil
	}
	raw, err := r.FS.ReadFile(from)
	if err == nil && string(raw) != want {
		err = fmt.Errorf("%q: %w", filepath.Base(to), ErrReadBack)
	}
	return err
}

// ErrReadBack is wrapped by the error about a file that did not read as it was
// written. It is not put in place.
var ErrReadBack = errors.New("does not read as it was written")
