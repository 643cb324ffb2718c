//go:build unix

package lock

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
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
