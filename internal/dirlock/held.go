package dirlock

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"mdck/internal/patience"
	"mdck/internal/process"
	"mdck/mdcheckpoint/loop"
)

// ErrLost is wrapped by the error of a release that found the lock of somebody else,
// or none.
var ErrLost = errors.New("the lock was lost meanwhile")

// held is a lock that is being taken, or is.
type held struct {
	path, host string
	move       func(from, to string) error
	write      func(dir, text string) error // writes the owner file
	watched    *watch
	waits      func(os.Signal) // is told of a signal that ends the wait for the lock; nil is not

	mu   sync.Mutex  // is held while the directory is made or removed
	mine fs.FileInfo // of the directory; nil before it is taken, and after
	text string      // of its owner file
	over bool        // it is not to be taken any more
}

func newHeld(path string, move func(from, to string) error, waits func(os.Signal)) *held {
	host, err := os.Hostname()
	if err != nil {
		host = ""
	}
	if move == nil {
		move = moveNew
	}
	h := &held{path: path, host: host, move: move, write: writeOwner, waits: waits}
	h.watched = newWatch(h)
	return h
}

// try takes the lock if nothing is at its path.
func (h *held) try() (taken bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return false, errors.New("interrupted")
	}
	switch info, err := os.Lstat(h.path); {
	case err == nil && !info.IsDir():
		return false, fmt.Errorf("%q is no directory, so it cannot be taken as a lock", h.path)
	case err == nil:
		return false, nil
	case !errors.Is(err, fs.ErrNotExist):
		return false, err
	}
	h.text = loop.Owner{PID: os.Getpid(), Host: h.host, Space: process.Space(), At: time.Now()}.Text()
	switch err := h.place(); {
	case errors.Is(err, fs.ErrExist): // somebody was faster
		return false, nil
	case err != nil:
		return false, fmt.Errorf("cannot take the lock %q: %w", h.path, err)
	}
	h.mine, err = os.Lstat(h.path)
	return err == nil, err
}

// place makes the directory with its owner file, in one step: a process that ended
// between the two would leave a lock of nobody.
func (h *held) place() error {
	temp := aside(h.path)
	if err := os.Mkdir(temp, 0o777); err != nil {
		return err
	}
	err := h.write(temp, h.text)
	if err == nil {
		err = h.move(temp, h.path)
	}
	if err == nil {
		return nil
	}
	remove(temp)
	if errors.Is(err, fs.ErrNotExist) { // the one who has the lock now swept it away
		return fs.ErrExist
	}
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if err := os.Mkdir(h.path, 0o777); err != nil {
		return err
	}
	if err = h.write(h.path, h.text); err != nil {
		remove(h.path)
	}
	return err
}

func writeOwner(dir, text string) error {
	f, err := os.OpenFile(filepath.Join(dir, loop.OwnerFile), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// release gives the lock back, and ends the process if a signal told it to.
func (h *held) release() error {
	err := h.giveBack()
	h.stop()
	return err
}

// stop is the end of the wish for the lock.
func (h *held) stop() { h.watched.stop() }

// giveBack removes the directory, if it is still ours. Its name goes first, in one
// step: a shell that waits can make it again, and no lock of nobody is left.
func (h *held) giveBack() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	mine := h.mine
	if h.mine = nil; mine == nil {
		return nil
	}
	if err := h.isAt(mine); err != nil {
		return err
	}
	_, err := takeAway(h.path, mine, h.move)
	if err != nil && !errors.Is(err, ErrLost) {
		err = &patience.LeftError{Err: err}
	}
	return err
}

// still is an error if the lock was lost since it was taken.
func (h *held) still() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.mine == nil {
		return fmt.Errorf("%q: %w", h.path, ErrLost)
	}
	return h.isAt(h.mine)
}

// isAt is an error if the lock at the path is not mine.
func (h *held) isAt(mine fs.FileInfo) error {
	now, err := look(h.path)
	if err != nil || !os.SameFile(mine, now.info) || now.text != h.text {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil // that it is gone is all there is to say
		}
		return fmt.Errorf("%q: %w", h.path, errors.Join(ErrLost, err))
	}
	return nil
}

// end keeps the lock from being taken any more, and reports whether it is held.
func (h *held) end() (taken bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.over = true
	return h.mine != nil
}

// takeAway removes the directory mine at path. It is renamed first: only one of
// several who do so at a time succeeds. If it was another directory after all, that
// one is put back. Left is where it stands now if it held what somebody put there; ""
// if it is gone.
func takeAway(path string, mine fs.FileInfo, move func(from, to string) error) (left string, err error) {
	temp := aside(path)
	if err := os.Rename(path, temp); err != nil {
		return "", err
	}
	if got, err := os.Lstat(temp); err == nil && !os.SameFile(got, mine) {
		return "", fmt.Errorf("%q: %w", path, errors.Join(ErrLost, putBack(temp, path, move)))
	}
	remove(temp)
	if _, err := os.Lstat(temp); err == nil {
		return temp, nil
	}
	return "", nil
}

// putBack gives the directory temp its name again, unless somebody has taken that.
// Where the system cannot do so in one step, the name is taken first: an empty
// directory is replaced by a plain rename.
func putBack(temp, path string, move func(from, to string) error) error {
	err := move(temp, path)
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if err := os.Mkdir(path, 0o777); err != nil {
		return err
	}
	return replaceEmpty(temp, path)
}

// aside is a path beside that of the lock which nothing has.
func aside(path string) string { return fmt.Sprintf("%s.%016x", path, rand.Uint64()) }

// remove removes a directory with its owner file. What else somebody put there stays.
func remove(dir string) {
	_ = os.Remove(filepath.Join(dir, loop.OwnerFile))
	_ = os.Remove(dir)
}
