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

// try takes the lock if it is free or was left behind. Otherwise other is the lock of
// its holder.
func (l *Lock) try() (mine, other *sight, err error) {
	for {
		if other, err = l.breakStale(); other != nil || err != nil {
			return nil, other, err
		}
		text := l.format()
		if err = l.place(text); errors.Is(err, fs.ErrExist) { // somebody was faster
			continue
		} else if err != nil {
			return nil, nil, fmt.Errorf("cannot take the lock %q: %w", l.Path, err)
		}
		time.Sleep(l.Settle)
		mine, err = l.look(l.Path)
		if err == nil && mine.text == text {
			return mine, nil, nil
		}
		if err = ignoreMissing(err); err != nil {
			return nil, nil, err
		}
	}
}

func (l *Lock) format() string {
	if l.Format == nil {
		return Self().String()
	}
	return l.Format(Self(), l.now())
}

// place creates the lock with its text, in one step: a process that ended between the two
// would leave a lock of nobody.
func (l *Lock) place(text string) error {
	temp := aside(l.Path)
	err := l.create(temp, text)
	if err == nil {
		err = l.renameNew(temp, l.Path)
	}
	if err == nil {
		return nil
	}
	l.remove(temp)
	switch _, missing := os.Lstat(filepath.Dir(l.Path)); {
	case errors.Is(err, fs.ErrNotExist) && missing == nil: // the one who has the lock now swept it away
		return fs.ErrExist
	case errors.Is(err, errors.ErrUnsupported):
		return l.create(l.Path, text)
	}
	return err
}

// create makes a lock at path in the steps that every file system knows.
func (l *Lock) create(path, text string) error {
	write := l.write
	if write == nil {
		write = writeNew
	}
	if l.Kind == File {
		return write(path, text)
	}
	err := os.Mkdir(path, 0o777)
	if err != nil {
		return err
	}
	if err = write(filepath.Join(path, l.OwnerFile), text); err != nil {
		l.remove(path)
	}
	return err
}

// writeNew writes a file that does not exist.
func writeNew(name, text string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(name)
	}
	return err
}

func (l *Lock) renameNew(from, to string) error {
	if l.rename == nil {
		return RenameNew(from, to)
	}
	return l.rename(from, to)
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
	_, err := l.takeAway(mine)
	if err != nil && !errors.Is(err, ErrLost) {
		err = &LeftError{Err: err}
	}
	return err
}

// takeAway removes a lock. It is renamed first: only one of several who do so at a time
// succeeds, and a shell that waits can create the lock again. If it was another lock after
// all, that one is put back. left is where it is now if it contained other files; "" if it
// is gone.
func (l *Lock) takeAway(old *sight) (left string, err error) {
	temp := aside(l.Path)
	if err := os.Rename(l.Path, temp); err != nil {
		return "", err
	}
	got, err := l.look(temp)
	switch {
	case errors.Is(err, fs.ErrNotExist): // swept by the one who has the lock now
		return "", nil
	case err == nil && got.same(old):
	case err == nil && l.Kind == Dir && os.SameFile(got.info, old.info): // half swept
	default:
		return "", fmt.Errorf("%q: %w", l.Path, errors.Join(ErrLost, l.putBack(temp)))
	}
	l.remove(temp)
	if _, err := os.Lstat(temp); err == nil {
		return temp, nil
	}
	return "", nil
}

// putBack gives the lock temp its name again, unless somebody has taken that.
func (l *Lock) putBack(temp string) error {
	err := l.renameNew(temp, l.Path)
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if l.Kind == Dir {
		return os.Rename(temp, l.Path) // which looks first, and refuses a directory
	}
	return errors.Join(os.Link(temp, l.Path), os.Remove(temp))
}

// remove removes a lock with its owner file. What else somebody put there stays.
func (l *Lock) remove(path string) {
	if l.Kind == Dir {
		_ = os.Remove(filepath.Join(path, l.OwnerFile))
	}
	_ = os.Remove(path)
}

// aside is a path beside that of the lock that nothing has.
func aside(path string) string { return fmt.Sprintf("%s.%016x", path, rand.Uint64()) }
