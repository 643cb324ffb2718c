//go:build unix

package lock

import (
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// gone reports whether this host has no process with that id.
func gone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// raise ends this process as sig does, so that whoever began it sees that.
func raise(sig os.Signal) {
	signal.Reset(sig)
	number, ok := sig.(syscall.Signal)
	if ok && syscall.Kill(syscall.Getpid(), number) == nil {
		time.Sleep(time.Second) // it is on its way
	}
	os.Exit(128 + int(number))
}

// guardPath locks the file or directory at path, so that one at a time breaks it, and
// returns which one it is; nil if somebody else has it locked. The system releases that
// lock of a process that ends. Without it, as on some network file systems and for a file
// that may not be read, breaking is as safe as the second look and the rename are.
func guardPath(path string) (info fs.FileInfo, unguard func()) {
	guard := flock.New(path, flock.SetFlag(os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK))
	ok, err := guard.TryLock()
	switch {
	case ok:
		info, _ = guard.Stat()
	case err != nil:
		info, _ = os.Lstat(path)
	}
	return info, func() { _ = guard.Close() }
}
