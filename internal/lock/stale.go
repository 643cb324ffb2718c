package lock

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

type sight struct {
	info  fs.FileInfo
	text  string // "" if unreadable
	owner Owner
}

func (s *sight) same(other *sight) bool {
	return os.SameFile(s.info, other.info) && s.text == other.text
}

// isHalfOf reports whether s is other without its owner file, which a process removes first.
func (s *sight) isHalfOf(other *sight) bool {
	return s.info.IsDir() && s.text == "" && os.SameFile(s.info, other.info)
}

func (l *Lock) locked(s *sight) *LockedError {
	return &LockedError{Path: l.Path, Holder: s.owner.String(), Stale: l.Stale}
}

const maxText = 1 << 16

func (l *Lock) look(path string) (*sight, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil, err
	case l.isDir() && !info.IsDir():
		return nil, fmt.Errorf("%q is not a directory, so it cannot be a lock", path)
	case !l.isDir() && !info.Mode().IsRegular():
		return nil, fmt.Errorf("%q is not a file, so it cannot be a lock", path)
	}
	text := readText(l.textPath(path), 0)
	owner := l.Parse(text)
	if owner.Since.IsZero() && owner.Until.IsZero() {
		owner.Since = info.ModTime()
	}
	return &sight{info, text, owner}, nil
}

func readText(name string, offset int64) string {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return "" // opening a pipe would block
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	raw, err := io.ReadAll(io.NewSectionReader(f, offset, maxText))
	if err != nil {
		return ""
	}
	return string(raw)
}

func (l *Lock) stale(s *sight) (why string) {
	now, since := l.Now(), s.owner.Since
	switch {
	case s.owner.Gone():
		return fmt.Sprintf("process %d no longer runs", s.owner.PID)
	case !s.owner.Until.IsZero():
		if now.Before(s.owner.Until) {
			return ""
		}
		return "it expired at " + s.owner.Until.UTC().Format(timeLayout)
	case since.After(now):
		since = s.info.ModTime()
	}
	if age := now.Sub(since); age >= l.Stale {
		return fmt.Sprintf("it was held for %v", age.Truncate(time.Second))
	}
	return ""
}

// breakStale removes a stale lock. If the lock is not stale, the error is a [*LockedError].
func (l *Lock) breakStale() error {
	seen, err := l.look(l.Path)
	if err != nil {
		return ignoreMissing(err)
	}
	if l.stale(seen) == "" {
		return l.locked(seen)
	}
	guarded, unguard := guardPath(l.Path)
	defer unguard()
	return l.breakGuarded(guarded)
}

// breakGuarded breaks the lock if it is still stale. guarded is from [guardPath]: nil if another
// process guards the lock.
func (l *Lock) breakGuarded(guarded fs.FileInfo) error {
	seen, err := l.look(l.Path)
	if err != nil {
		return ignoreMissing(err)
	}
	why := l.stale(seen)
	if why == "" || !os.SameFile(guarded, seen.info) {
		return l.locked(seen)
	}
	err = l.takeAway(seen)
	switch {
	case errors.Is(err, ErrLost), errors.Is(err, fs.ErrNotExist):
		return l.locked(seen)
	case err == nil:
		l.Waiting(fmt.Sprintf("broke the lock %q, because %s", l.Path, why))
	}
	return err
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// sweep removes temporary locks of killed processes. The caller holds the lock.
func (l *Lock) sweep() {
	dir, base := filepath.Split(l.Path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		random, ok := strings.CutPrefix(e.Name(), base+".")
		if _, err := strconv.ParseUint(random, 16, 64); !ok || len(random) != 16 || err != nil {
			continue
		}
		left := filepath.Join(dir, e.Name())
		// A process that has not written its owner yet tries again.
		if s, err := l.look(left); err == nil && (s.owner.PID == 0 || l.stale(s) != "") {
			l.remove(left)
		}
	}
}
