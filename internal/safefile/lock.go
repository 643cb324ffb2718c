package safefile

import (
	"math/rand/v2"
	"os"
	"time"
)

// A Holder is who holds a lock. Since is a time as mdck writes it.
type Holder struct {
	Command string `json:"command"`
	PID     int    `json:"pid"`
	Host    string `json:"host"`
	Since   string `json:"since"`
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
		time.Sleep(min(left, p/2+rand.N(p)))
	}
}

func (s Store) self() Holder {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown host"
	}
	return Holder{s.Holder, os.Getpid(), host, time.Now().UTC().Format("2006-01-02T15:04:05Z")}
}
