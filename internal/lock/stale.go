package lock

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A sight is a lock as it was seen.
type sight struct {
	info  fs.FileInfo
	text  string // "" if it cannot be read
	owner Owner
}

// same reports whether both are the same lock of the same holder.
func (s *sight) same(other *sight) bool {
	return os.SameFile(s.info, other.info) && s.text == other.text
}

// holder is who has the lock, for messages.
func (s *sight) holder() string {
	if s == nil {
		return "nobody"
	}
	if s.owner.Since.IsZero() && s.owner.Until.IsZero() {
		return s.owner.String() + ", since " + s.info.ModTime().UTC().Format(timeLayout)
	}
	return s.owner.String()
}

// maxText is more than any lock contains, in bytes.
const maxText = 1 << 16

// look reads the lock at path.
func (l *Lock) look(path string) (*sight, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	name := path
	switch {
	case l.Kind == Dir && !info.IsDir():
		return nil, fmt.Errorf("%q is not a directory, so it cannot be taken as a lock", path)
	case l.Kind == Dir:
		name = filepath.Join(path, l.OwnerFile)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%q is not a file, so it cannot be taken as a lock", path)
	}
	s := &sight{info: info, text: readStart(name)}
	if l.Parse == nil {
		s.owner = parseProcess(s.text)
	} else {
		s.owner = l.Parse(s.text)
	}
	return s, nil
}

// readStart reads a file, but not more than maxText of it; "" if it cannot be read.
func readStart(name string) string {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return "" // opening a pipe would block
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxText))
	if err != nil {
		return ""
	}
	return string(raw)
}

// stale is why a lock was left behind; "" if it was not.
func (l *Lock) stale(s *sight) (why string) {
	now, since := l.now(), s.owner.Since
	switch {
	case s.owner.Gone():
		return fmt.Sprintf("process %d is gone", s.owner.PID)
	case s.owner.Kept:
		return ""
	case !s.owner.Until.IsZero():
		if now.Before(s.owner.Until) {
			return ""
		}
		return "expired at " + s.owner.Until.UTC().Format(timeLayout)
	case since.IsZero() || since.After(now):
		since = s.info.ModTime()
	}
	if age := now.Sub(since); age >= l.Stale {
		return fmt.Sprintf("held for %v", age.Truncate(time.Second))
	}
	return ""
}

// breakStale removes the lock if it was left behind, and gives the one that is held; nil
// if there is none now.
func (l *Lock) breakStale() (held *sight, err error) {
	seen, err := l.look(l.Path)
	if err != nil {
		return nil, ignoreMissing(err)
	}
	if l.stale(seen) == "" {
		return seen, nil
	}
	// Somebody else may have broken it since, and have the lock now. So one at a time
	// looks again.
	guard := l.guard
	if guard == nil {
		guard = guardPath
	}
	info, unguard, ok := guard(l.Path)
	if !ok {
		return seen, nil
	}
	defer unguard()
	again, err := l.look(l.Path)
	if err != nil {
		return nil, ignoreMissing(err)
	}
	why := l.stale(again)
	if why == "" || !os.SameFile(info, again.info) {
		return again, nil
	}
	left, err := l.takeAway(again)
	switch {
	case errors.Is(err, ErrLost), errors.Is(err, fs.ErrNotExist):
		return again, nil
	case err != nil:
		return nil, err
	}
	l.reportBroken(why, left)
	return nil, nil
}

// reportBroken reports a lock that was broken, and where it is if it contained other files.
func (l *Lock) reportBroken(why, left string) {
	if left != "" {
		why += fmt.Sprintf("; it held more than a lock does: that is in %q", left)
	}
	if l.Broken != nil {
		l.Broken(fmt.Sprintf("broke the lock %q: %s", l.Path, why))
	}
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// sweep removes what processes that ended at once left beside the lock, which the caller
// holds, as far as it can.
func (l *Lock) sweep() {
	dir, base := filepath.Split(l.Path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		random, ok := strings.CutPrefix(e.Name(), base+".")
		if !ok || len(random) != 16 || strings.Trim(random, "0123456789abcdef") != "" {
			continue
		}
		left := filepath.Join(dir, e.Name())
		// A process that creates one now, and has not named itself yet, tries again.
		if s, err := l.look(left); err == nil && (s.owner.PID == 0 || l.stale(s) != "") {
			l.remove(left)
		}
	}
}
