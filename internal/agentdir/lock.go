package agentdir

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"mdck/internal/safefile"
	"mdck/mdcheckpoint/agents"
)

const (
	defaultWait = 10 * time.Second
	pause       = 50 * time.Millisecond
	// settle is how long after taking the lock one looks whether it is still one's own:
	// scripts write theirs without asking twice. Source: locks.
	settle = 100 * time.Millisecond
)

// An EpicLockedError says that the protocol's lock of EPIC_README.md was held by
// somebody else all the time.
type EpicLockedError struct {
	Waited time.Duration
	Holder string // as the lock says, or why it cannot be read
}

func (e *EpicLockedError) Error() string {
	return fmt.Sprintf("waited %v for the lock %q, held by %s", e.Waited, agents.EpicLock, e.Holder)
}

// An epicLock is the protocol's lock, taken.
type epicLock struct {
	path  string
	id    string // of the holder, that nobody else has
	text  string
	now   time.Time // when it was asked for, by the clock of the job
	begun time.Time // the same, by the clock of the system
}

func (l *epicLock) clock() time.Time { return l.now.Add(time.Since(l.begun)) }

// holdEpic takes the protocol's lock of EPIC_README.md for the primary, until the
// job is done. Our own lock is held already, so that of all who wait for this one
// only one is a process of ours.
func (d *Draft) holdEpic(ctx context.Context, id, operation string) error {
	if d.job.Dry {
		return nil
	}
	wait := d.epic.Wait
	if wait == 0 {
		wait = defaultWait
	}
	// A link that came with a repository could lead anywhere.
	if info, err := os.Lstat(filepath.Join(d.epic.Root, agents.LockDir)); err == nil && !info.IsDir() {
		return fmt.Errorf("%q is no directory, and the lock of %s lies in it", agents.LockDir, agents.EpicFile)
	}
	l := &epicLock{path: filepath.Join(d.epic.Root, filepath.FromSlash(agents.EpicLock)), id: id, now: d.job.Now, begun: time.Now()}
	for {
		holder, err := l.take(ctx, operation)
		if err != nil {
			return err
		}
		if holder == "" {
			d.release = l.giveBack
			return nil
		}
		if time.Since(l.begun) >= wait {
			return &EpicLockedError{max(wait, 0), holder}
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// take tries to take the lock once; holder is who has it otherwise.
func (l *epicLock) take(ctx context.Context, operation string) (holder string, err error) {
	text, err := agents.NewLock(agents.IDOf(agents.Primary), l.id, operation, l.clock())
	if err != nil {
		return "", err
	}
	err = safefile.Create(l.path, text)
	switch {
	case errors.Is(err, safefile.ErrChanged):
		return l.holder()
	case err != nil:
		return "", err
	}
	l.text = text
	if err := sleep(ctx, settle); err != nil {
		return "", errors.Join(err, l.giveBack())
	}
	if now, _ := l.read(); now != text {
		return l.holder()
	}
	return "", nil
}

// holder is who has the lock, for people. One that has expired is taken away, as is
// one that went meanwhile: then nobody is told, but that it is to be tried again.
func (l *epicLock) holder() (string, error) {
	const again = "another process"
	text, err := l.read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return again, nil
	case err != nil:
		return "somebody: it cannot be read: " + err.Error(), nil
	}
	lock, err := agents.ParseLock(agents.EpicLock, text)
	switch {
	case err != nil:
		return "somebody: it cannot be read: " + err.Error(), nil
	case lock.Expired(l.clock()):
		return again, l.takeAway(text)
	}
	return lock.String(), nil
}

func (l *epicLock) read() (string, error) {
	info, err := os.Lstat(l.path)
	if err == nil && !info.Mode().IsRegular() {
		err = agents.ErrNotRegular
	}
	if err != nil {
		return "", err
	}
	raw, err := os.ReadFile(l.path)
	return string(raw), err
}

// takeAway removes the lock that holds text. It gets another name first, so that one
// that somebody took at the same moment is seen, and put back.
func (l *epicLock) takeAway(text string) error {
	aside := fmt.Sprintf("%s.%016x", l.path, rand.Uint64())
	if err := os.Rename(l.path, aside); err != nil {
		return ignoreMissing(err)
	}
	raw, err := os.ReadFile(aside)
	if err == nil && string(raw) != text {
		err = os.Link(aside, l.path) // not over a third one
		if errors.Is(err, fs.ErrExist) {
			err = nil
		}
	}
	return errors.Join(err, os.Remove(aside))
}

// giveBack removes the lock, if it is still the one that was taken.
func (l *epicLock) giveBack() error {
	if now, err := l.read(); err != nil || now != l.text {
		return nil // it expired, and is somebody else's now
	}
	return ignoreMissing(os.Remove(l.path))
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// sleep waits, and gives up when ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
