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
	defaultWait = 10 * time.Second
	firstPause  = time.Millisecond
	lastPause   = 32 * time.Millisecond
)

// lock waits for the lock of the file called name.
func (s Store) lock(name string) (release func() error, err error) {
	if err := plain(s.fs(), name); err != nil {
		return nil, err
	}
	wait := s.Wait
	if wait == 0 {
		wait = defaultWait
	}
	deadline := time.Now().Add(wait)
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		release, err := s.fs().TryLock(name, s.self())
		if release != nil || err != nil {
			return release, err
		}
		left := time.Until(deadline)
		if left <= 0 {
			// A holder that cannot be read is told as such.
			h, _ := s.fs().ReadHolder(name)
			return nil, &LockedError{Path: name, Waited: wait, Holder: h}
		}
		// Pauses of different length, so that many who wait do not do so in step.
		time.Sleep(min(left, pause/2+rand.N(pause)))
	}
}

func (s Store) self() Holder {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown host"
	}
	return Holder{s.Holder, os.Getpid(), host, time.Now().UTC().Format("2006-01-02T15:04:05Z")}
}
