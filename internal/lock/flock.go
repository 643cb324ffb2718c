package lock

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// TryFlock takes mdck's own lock and writes command into its file, which stays. If another process
// holds the lock, the error is a [*LockedError]. The lock ends with the process.
func TryFlock(path, command string) (release func() error, err error) {
	lock := flock.New(path, flock.SetPermissions(0o666))
	ok, err := lock.TryLock()
	if _, at := errors.AsType[*fs.PathError](err); err != nil && !at {
		err = &fs.PathError{Op: "lock", Path: path, Err: err}
	}
	if ok && !isAt(path, lock) {
		ok, err = false, lock.Unlock()
	}
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, &LockedError{Path: path, Holder: flockHolder(path)}
	}
	self := Self()
	writeFlock(path, flockText{command, self.PID, self.Host, time.Now().UTC().Format(timeLayout)})
	return lock.Unlock, nil
}

func isAt(path string, lock *flock.Flock) bool {
	locked, _ := lock.Stat()
	there, _ := os.Lstat(path)
	return os.SameFile(locked, there)
}

type flockText struct {
	Command string `json:"command"`
	PID     int    `json:"pid"`
	Host    string `json:"host"`
	Since   string `json:"since"`
}

// flockOffset is the offset of the text, because Windows locks the first byte.
const flockOffset = 1

// writeFlock ignores errors, because the lock is valid without text.
func writeFlock(path string, text flockText) {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer f.Close()
	_, _ = f.WriteAt([]byte(" "), 0)
	_ = json.NewEncoder(io.NewOffsetWriter(f, flockOffset)).Encode(text)
}

func readFlock(path string) (text flockText, err error) {
	// The rest of an older, longer text may follow.
	err = json.NewDecoder(strings.NewReader(readText(path, flockOffset))).Decode(&text)
	return text, err
}

func flockHolder(path string) string {
	text, _ := readFlock(path)
	if text == (flockText{}) {
		return nobody
	}
	o := Owner{PID: text.PID, Host: text.Host, Space: space()}
	name := fmt.Sprintf("%q, %v, since %s", text.Command, o, text.Since)
	if o.Gone() { // the new holder has not written its text
		return nobody + ", last by " + name + ", which no longer exists"
	}
	return name
}
