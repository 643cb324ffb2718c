package agentdir

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"mdck/internal/patience"
	"mdck/internal/process"
	"mdck/internal/safefile"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/source"
)

const (
	defaultWait = 10 * time.Second
	pause       = 100 * time.Millisecond // in which others get our own lock
	// settle is how long after taking the lock one looks whether it is still one's own:
	// scripts write theirs without asking twice. Source: locks.
	settle = 100 * time.Millisecond
	// mostTries is how often a lock is tried that was expired, or went, each time.
	mostTries = 10
)

// An EpicLockedError says that the protocol's lock of EPIC_README.md was held by
// somebody else all the time.
type EpicLockedError struct {
	Waited time.Duration
	Holder string // as the lock says, or why it cannot be read
}

func (e *EpicLockedError) Error() string {
	return fmt.Sprintf("waited %v for %s", e.Waited, waitedFor(e.Holder))
}

func waitedFor(holder string) string {
	return fmt.Sprintf("the lock %q, held by %s", agents.EpicLock, holder)
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

// DoWaiting is [Epic.Do] for what needs the protocol's lock of EPIC_README.md: where
// somebody else has it, everything is let go, our own lock too, and tried again until
// the wait is over, which is an [*EpicLockedError], or ctx ends. So nobody who beats
// waits for those who hold the other lock.
func (e *Epic) DoWaiting(ctx context.Context, job Job, build func(*Draft) error) (*Made, error) {
	wait := e.Wait
	if wait == 0 {
		wait = defaultWait
	}
	first := job.Now
	var holder string
	var found safefile.Found // by the first try: the others find nothing any more
	patient := patience.Wait{For: func() string { return waitedFor(holder) }, Tell: e.Waiting}
	defer patient.End()
	for begun := time.Now(); ; {
		made, err := e.Do(job, build)
		if made.Recovered || made.Dropped {
			found = made.Found
		}
		made.Recovered, made.Dropped = found.Recovered, found.Dropped
		locked, ok := errors.AsType[*EpicLockedError](err)
		if !ok {
			return made, err
		}
		if time.Since(begun) >= wait {
			locked.Waited = max(wait, 0)
			return made, err
		}
		holder = locked.Holder
		patient.Sleep(pause)
		if ctx.Err() != nil {
			return made, context.Cause(ctx)
		}
		job.Now = first.Add(time.Since(begun))
	}
}

// holdEpic takes the protocol's lock of EPIC_README.md for the primary, until the
// job is done. It does not wait: our own lock is held already. One that somebody else
// has is an [*EpicLockedError].
func (d *Draft) holdEpic(ctx context.Context, id, operation string) error {
	if d.job.Dry {
		return nil
	}
	// A link that came with a repository could lead anywhere.
	if info, err := os.Lstat(filepath.Join(d.epic.Root, agents.LockDir)); err == nil && !info.IsDir() {
		return fmt.Errorf("%q is no directory, and the lock of %s lies in it", agents.LockDir, agents.EpicFile)
	}
	l := &epicLock{path: filepath.Join(d.epic.Root, filepath.FromSlash(agents.EpicLock)), id: id, now: d.job.Now, begun: time.Now()}
	for tries := 1; ; tries++ {
		holder, err := l.take(ctx, operation)
		switch {
		case err != nil:
			return err
		case holder == "":
			d.release = l.giveBack
			return nil
		case holder != again:
			return &EpicLockedError{Holder: holder}
		case tries == mostTries:
			return &EpicLockedError{Holder: "another process"}
		}
	}
}

// take tries to take the lock once; holder is who has it otherwise.
func (l *epicLock) take(ctx context.Context, operation string) (holder string, err error) {
	text, err := agents.NewLock(agents.IDOf(agents.Primary), l.id, operation, process.Self().String(), l.clock())
	if err != nil {
		return "", err
	}
	_, err = safefile.Create(l.path, text)
	if errors.Is(err, safefile.ErrChanged) {
		return l.holder()
	}
	l.text = text
	if err != nil { // its directory may not be flushed, and it be there all the same
		return "", errors.Join(err, l.giveBack())
	}
	if err := sleep(ctx, settle); err != nil {
		return "", errors.Join(err, l.giveBack())
	}
	if now, _ := l.read(); now != text {
		return l.holder()
	}
	return "", nil
}

// again stands for a holder that is gone: the lock is to be tried once more.
const again = "again"

// holder is who has the lock, for people. One that has expired is taken away, as is
// one that went meanwhile: that is again.
func (l *epicLock) holder() (string, error) {
	text, err := l.read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return again, nil
	case err != nil:
		return "somebody: it cannot be read: " + err.Error(), nil
	}
	lock, failed := agents.ParseLock(agents.EpicLock, text)
	switch {
	case failed == nil && (lock.Expired(l.clock()) || left(lock)), failed != nil && l.old(), failed == nil && !lock.Dated() && l.old():
		return again, l.takeAway(text)
	case failed != nil:
		return "somebody: it cannot be read: " + failed.Error(), nil
	}
	return lock.String(), nil
}

// left reports whether a lock was taken by an mdck that is gone: nobody is kept from
// anything by it, and nobody else gives it back.
func left(lock *agents.Lock) bool {
	id, ok := process.Parse(lock.Process())
	return ok && id.Gone()
}

// old reports whether the file of the lock was written so long ago that a lock of that
// time has expired: what stands in it does not tell.
func (l *epicLock) old() bool {
	info, err := os.Lstat(l.path)
	return err == nil && !l.clock().Before(info.ModTime().Add(agents.LockLasts))
}

func (l *epicLock) read() (string, error) {
	info, err := os.Lstat(l.path)
	if err == nil && !info.Mode().IsRegular() {
		err = agents.ErrNotRegular
	}
	if err != nil {
		return "", err
	}
	return readStart(l.path)
}

// readStart reads a lock, of one that is too large to be any as much as tells it from
// others.
func readStart(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, source.MaxSize+1))
	return string(text), err
}

// takeAway removes the lock that holds text. It gets another name first, so that one
// that somebody took at the same moment is seen, and put back.
func (l *epicLock) takeAway(text string) error {
	aside := fmt.Sprintf("%s.%016x", l.path, rand.Uint64())
	if err := os.Rename(l.path, aside); err != nil {
		return ignoreMissing(err)
	}
	now, err := readStart(aside)
	if err == nil && now != text {
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

// sleep waits, and returns the cause if ctx has ended.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return context.Cause(ctx) // nil if only the time is over
}
