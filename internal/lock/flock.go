package lock

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// A flockHolder is who holds a lock of mdck's own, as its file says.
type flockHolder struct {
	Command string `json:"command"`
	PID     int    `json:"pid"`
	Host    string `json:"host"`
	Since   string `json:"since"`
}

// TryFlock takes mdck's own lock: the system's lock on a file, which it creates if
// necessary and never removes, and which names the command that holds it. Without error
// and release, somebody else has the lock. The lock ends with the process.
func TryFlock(path, command string) (release func() error, err error) {
	lock := flock.New(path, flock.SetPermissions(0o666))
	ok, err := lock.TryLock()
	if _, at := errors.AsType[*fs.PathError](err); err != nil && !at {
		err = &fs.PathError{Op: "lock", Path: path, Err: err}
	}
	if !ok || err != nil {
		return nil, err
	}
	// Somebody who tidies up may have deleted the file between our opening and locking it;
	// then others would lock another file of the same name.
	locked, err := lock.Stat()
	there, err2 := os.Lstat(path)
	if err != nil || err2 != nil || !os.SameFile(locked, there) {
		return nil, lock.Unlock()
	}
	self := Self()
	writeHolder(path, flockHolder{command, self.PID, self.Host, time.Now().UTC().Format(timeLayout)})
	return lock.Unlock, nil
}

// holderOffset is where the text about the holder begins. Windows locks the first byte of
// the file so that others can neither read nor write it.
const holderOffset = 1

// writeHolder does what it can: without the name the lock is as good.
func writeHolder(path string, h flockHolder) {
	line, err := json.Marshal(h)
	if err != nil {
		return
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer f.Close()
	_, _ = f.WriteAt([]byte(" "), 0)
	_, _ = f.WriteAt(append(line, '\n'), holderOffset)
}

// FlockHolder is who holds the lock of [TryFlock], for messages.
func FlockHolder(path string) string {
	h, _ := readHolder(path)
	if h == (flockHolder{}) {
		return "a process that left no name"
	}
	name := fmt.Sprintf("%q, process %d on %s, since %s", h.Command, h.PID, h.Host, h.Since)
	if h.Host == Self().Host && gone(h.PID) { // the holder could not write its name, or is about to
		return "a process that left no name, last by " + name + ", which is not to be seen any more"
	}
	return name
}

func readHolder(path string) (h flockHolder, err error) {
	f, err := os.Open(path)
	if err != nil {
		return flockHolder{}, err
	}
	defer f.Close()
	// The rest of a longer line may follow ours.
	err = json.NewDecoder(io.NewSectionReader(f, holderOffset, 1<<16)).Decode(&h)
	return h, err
}
