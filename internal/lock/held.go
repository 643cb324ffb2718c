package lock

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// try takes the lock if it is free or stale. Otherwise the error is a [*LockedError].
func (l *Lock) try() (mine *sight, err error) {
	for {
		if err = l.breakStale(); err != nil {
			return nil, err
		}
		self := Self()
		self.Since = l.Now()
		if mine, err = l.place(l.Format(self)); !errors.Is(err, fs.ErrExist) {
			return mine, err
		}
	}
}

// place creates the lock with its text in one step if possible, so that no lock lacks an owner. The
// error may be [fs.ErrExist].
func (l *Lock) place(text string) (mine *sight, err error) {
	temp := aside(l.Path)
	if err = l.create(temp, text); err == nil {
		err = l.rename(temp, l.Path)
	}
	if err != nil {
		l.remove(temp)
	}
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		err = l.create(l.Path, text)
	case errors.Is(err, fs.ErrNotExist) && exists(filepath.Dir(l.Path)): // the process that took the lock has swept temp
		err = fs.ErrExist
	}
	if err != nil {
		return nil, fmt.Errorf("cannot take the lock %q: %w", l.Path, err)
	}
	time.Sleep(l.Settle)
	mine, err = l.look(l.Path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && mine.text != text {
		return nil, fs.ErrExist
	}
	return mine, err
}

// create creates a lock at path in steps that every file system supports.
func (l *Lock) create(path, text string) error {
	if l.isDir() {
		if err := os.Mkdir(path, 0o777); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(l.textPath(path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		if l.isDir() {
			_ = os.Remove(path)
		}
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		l.remove(path)
	}
	return err
}

func (l *Lock) isDir() bool { return l.OwnerFile != "" }

func (l *Lock) textPath(path string) string {
	if l.isDir() {
		return filepath.Join(path, l.OwnerFile)
	}
	return path
}

func (l *Lock) check(mine *sight) error {
	now, err := l.look(l.Path)
	if err != nil || !now.same(mine) {
		return fmt.Errorf("%q: %w", l.Path, errors.Join(ErrLost, ignoreMissing(err)))
	}
	return nil
}

func (l *Lock) release(mine *sight) error {
	if err := l.check(mine); err != nil {
		return err
	}
	return l.takeAway(mine)
}

// takeAway removes the lock old. It first renames the lock, so that only one process succeeds.
func (l *Lock) takeAway(old *sight) error {
	temp := aside(l.Path)
	if err := os.Rename(l.Path, temp); err != nil {
		return err
	}
	got, err := l.look(temp)
	switch {
	case errors.Is(err, fs.ErrNotExist): // the next holder has swept temp
		return nil
	case err != nil || !got.same(old) && !got.isHalfOf(old):
		return fmt.Errorf("%q: %w", l.Path, errors.Join(ErrLost, l.putBack(temp)))
	}
	if l.remove(temp); exists(temp) {
		l.Waiting(fmt.Sprintf("removed the lock %q; its other contents are now in %q", l.Path, temp))
	}
	return nil
}

// putBack renames temp to the lock, unless there is a new one.
func (l *Lock) putBack(temp string) error {
	err := l.rename(temp, l.Path)
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if l.isDir() {
		return os.Rename(temp, l.Path) // fails if the new path is a directory
	}
	return errors.Join(os.Link(temp, l.Path), os.Remove(temp))
}

func (l *Lock) remove(path string) {
	_ = os.Remove(l.textPath(path))
	_ = os.Remove(path)
}

func aside(path string) string { return fmt.Sprintf("%s.%016x", path, rand.Uint64()) }

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
