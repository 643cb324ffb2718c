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

// try takes the lock if it is free or was left behind. One that is held is a
// [*LockedError].
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

// place creates the lock with its text, in one step: a process that ended between the two
// would leave a lock of nobody. If somebody was faster, that is an [fs.ErrExist].
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
	case errors.Is(err, fs.ErrNotExist) && exists(filepath.Dir(l.Path)): // swept by the one who has the lock now
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

// create makes a lock at path in the steps that every file system knows.
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

// textPath returns the path of the file in which the lock at path has its text.
func (l *Lock) textPath(path string) string {
	if l.isDir() {
		return filepath.Join(path, l.OwnerFile)
	}
	return path
}

// check is an error if the lock at the path is not mine.
func (l *Lock) check(mine *sight) error {
	now, err := l.look(l.Path)
	if err != nil || !now.same(mine) {
		return fmt.Errorf("%q: %w", l.Path, errors.Join(ErrLost, ignoreMissing(err)))
	}
	return nil
}

// release removes the lock if it is still mine.
func (l *Lock) release(mine *sight) error {
	if err := l.check(mine); err != nil {
		return err
	}
	return l.takeAway(mine)
}

// takeAway removes a lock. It is renamed first: only one of several who do so at a time
// succeeds, and a shell that waits can create the lock again. If it was another lock after
// all, that one is put back.
func (l *Lock) takeAway(old *sight) error {
	temp := aside(l.Path)
	if err := os.Rename(l.Path, temp); err != nil {
		return err
	}
	got, err := l.look(temp)
	switch {
	case errors.Is(err, fs.ErrNotExist): // swept by the one who has the lock now
		return nil
	case err != nil || !got.same(old) && !got.isHalfOf(old):
		return fmt.Errorf("%q: %w", l.Path, errors.Join(ErrLost, l.putBack(temp)))
	}
	if l.remove(temp); exists(temp) {
		l.Waiting(fmt.Sprintf("removed the lock %q; its other contents are now in %q", l.Path, temp))
	}
	return nil
}

// putBack gives the lock temp its name again, unless somebody has taken that.
func (l *Lock) putBack(temp string) error {
	err := l.rename(temp, l.Path)
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if l.isDir() {
		return os.Rename(temp, l.Path) // which looks first, and refuses a directory
	}
	return errors.Join(os.Link(temp, l.Path), os.Remove(temp))
}

// remove removes a lock with its owner file. What else somebody put there stays.
func (l *Lock) remove(path string) {
	_ = os.Remove(l.textPath(path))
	_ = os.Remove(path)
}

// aside is a path beside that of the lock that nothing has.
func aside(path string) string { return fmt.Sprintf("%s.%016x", path, rand.Uint64()) }

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
