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

func gone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// raise ends this process with sig, so that the parent sees the signal.
func raise(sig os.Signal) {
	signal.Reset(sig)
	number, ok := sig.(syscall.Signal)
	if ok && syscall.Kill(syscall.Getpid(), number) == nil {
		time.Sleep(time.Second) // wait for the delivery of the signal
	}
	os.Exit(128 + int(number))
}

// guardPath locks path, so that only one process at a time breaks it. It returns nil if another
// process has locked it. The system releases the lock when the process ends.
//
// If the file system cannot lock, there is no guard. Breaking is still safe, because the caller
// reads the file again and renames it.
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
