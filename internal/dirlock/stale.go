package dirlock

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mdck/internal/process"
	"mdck/mdcheckpoint/loop"
)

// A sight is a lock as it was seen.
type sight struct {
	loop.Lock
	info fs.FileInfo // of the directory
	text string      // of the owner file; "" without one that can be read
}

// maxOwner is more than any owner file has, in bytes.
const maxOwner = 4096

// look sees the lock at path.
func look(path string) (sight, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return sight{}, err
	}
	s := sight{info: info, Lock: loop.Lock{Since: info.ModTime()}}
	name := filepath.Join(path, loop.OwnerFile)
	if owner, err := os.Lstat(name); err != nil || !owner.Mode().IsRegular() {
		return s, nil // a pipe would be waited for
	}
	f, err := os.Open(name)
	if err != nil {
		return s, nil
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxOwner))
	if err == nil {
		s.text = string(raw)
		s.Owner, s.Known = loop.ParseOwner(s.text)
	}
	return s, nil
}

// stale says why a lock was left behind; "" if it was not.
func (s *sight) stale(host string) string {
	dead := process.Gone
	if host == "" || s.Owner.Space != process.Space() {
		dead = nil // there is no telling whose process it was
	}
	why, _ := s.Stale(time.Now(), host, dead)
	return why
}

// breakStale removes the lock at path if it was left behind, and says why; otherwise
// it gives what it saw.
func breakStale(path, host string, move func(from, to string) error) (loop.Lock, string, error) {
	return breakGuarded(path, host, move, guard)
}

// breakGuarded is breakStale with the guard that sees to it that one at a time does so.
func breakGuarded(path, host string, move func(from, to string) error, guard func(string) (fs.FileInfo, func(), bool)) (loop.Lock, string, error) {
	seen, err := look(path)
	if err != nil {
		return loop.Lock{}, "", ignoreMissing(err)
	}
	if seen.stale(host) == "" {
		return seen.Lock, "", nil
	}
	// What was seen may be gone, and what is there be the lock of the one who broke
	// it. So it is looked at again by one at a time.
	info, unguard, ok := guard(path)
	if !ok {
		return seen.Lock, "", nil
	}
	defer unguard()
	again, err := look(path)
	if err != nil {
		return loop.Lock{}, "", ignoreMissing(err)
	}
	why := again.stale(host)
	if why == "" || !os.SameFile(info, again.info) {
		return again.Lock, "", nil
	}
	left, err := takeAway(path, info, move)
	switch {
	case errors.Is(err, ErrLost), errors.Is(err, fs.ErrNotExist):
		return again.Lock, "", nil
	case err != nil:
		why = ""
	case left != "":
		why += fmt.Sprintf("; it held more than a lock does: that is in %q", left)
	}
	return again.Lock, why, err
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// sweep removes what processes that ended at once left beside the lock at path, which
// the caller holds. It does what it can.
func sweep(path, host string) {
	dir, base := filepath.Split(path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		random, ok := strings.CutPrefix(e.Name(), base+".")
		if !ok || !e.IsDir() || len(random) != 16 || strings.Trim(random, "0123456789abcdef") != "" {
			continue
		}
		left := filepath.Join(dir, e.Name())
		// Who is just making one that names nobody yet tries again.
		if seen, err := look(left); err == nil && (!seen.Known || seen.stale(host) != "") {
			remove(left)
		}
	}
}
