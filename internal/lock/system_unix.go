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
		time.Sleep(time.Second) // until the signal is delivered
	}
	os.Exit(128 + int(number))
}

// guardPath locks path, so that only one process at a time breaks it. info is nil if another
// process has locked path. The lock ends with the process.
//
// If the file system cannot lock, breaking is still safe, because the caller reads the file again
// and renames it.
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
