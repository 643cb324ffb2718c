package safefile

import (
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"mdck/internal/patience"
	"mdck/internal/process"
)

// A Holder is who holds a lock. Since is a time as mdck writes it.
type Holder struct {
	Command string `json:"command"`
	PID     int    `json:"pid"`
	Host    string `json:"host"`
	Since   string `json:"since"`
}

// who is the holder for people.
func (h Holder) who() string {
	if h == (Holder{}) {
		return "a process that left no name"
	}
	name := fmt.Sprintf("%q, process %d on %s, since %s", h.Command, h.PID, h.Host, h.Since)
	if self, err := os.Hostname(); err == nil && self == h.Host && process.Gone(h.PID) { // who has it could not leave its name, or is about to
		return "a process that left no name, last by " + name + ", which is not to be seen any more"
	}
	return name
}

const (
	defaultWait   = 10 * time.Second
	longestPause  = 16 * time.Millisecond
	shortestPause = time.Millisecond
	// halving is how long one waits until the pauses are half as long.
	halving = 250 * time.Millisecond
)

// pause is how long to wait between two tries of whoever has waited for so long
// already. Whoever waits longer tries more often, so that of many who write all the
// time none is left behind by those that have just come.
func pause(waited time.Duration) time.Duration {
	return max(shortestPause, longestPause*halving/(halving+waited))
}

// lock waits for the lock of the file called name.
func (s Store) lock(name string) (release func() error, err error) {
	if err := plain(s.fs(), name); err != nil {
		return nil, err
	}
	wait := s.Wait
	if wait == 0 {
		wait = defaultWait
	}
	patient := patience.Wait{For: func() string { return waitedFor(s.fs(), name) }, Tell: s.Waiting}
	defer patient.End()
	for begun := time.Now(); ; {
		release, err := s.fs().TryLock(name, s.self())
		if release != nil || err != nil {
			return release, err
		}
		waited := time.Since(begun)
		left := wait - waited
		if left <= 0 {
			// A holder that cannot be read is told as such.
			h, _ := s.fs().ReadHolder(name)
			return nil, &LockedError{Path: name, Waited: wait, Holder: h}
		}
		// Pauses of different length, so that many who wait do not do so in step.
		p := pause(waited)
		patient.Sleep(min(left, p/2+rand.N(p)))
	}
}

// waitedFor says what a wait for the lock of the file called name is for.
func waitedFor(f FS, name string) string {
	h, _ := f.ReadHolder(name)
	return fmt.Sprintf("the lock %q, held by %s", name, h.who())
}

func (s Store) self() Holder {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown host"
	}
	return Holder{s.Holder, os.Getpid(), host, time.Now().UTC().Format("2006-01-02T15:04:05Z")}
}
