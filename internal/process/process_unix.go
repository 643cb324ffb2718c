//go:build unix

package process

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Gone reports whether this host has no process with that id.
func Gone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// Raise ends this process as sig does, so that whoever began it sees that.
func Raise(sig os.Signal) {
	signal.Reset(sig)
	number, ok := sig.(syscall.Signal)
	if ok && syscall.Kill(syscall.Getpid(), number) == nil {
		time.Sleep(time.Second) // it is on its way
	}
	os.Exit(128 + int(number))
}
