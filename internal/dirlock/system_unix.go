//go:build unix

package dirlock

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// gone reports whether this host has no process with that id.
func gone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// replaceEmpty renames a directory to the name of an empty one, which goes in the same
// step. [os.Rename] refuses that.
func replaceEmpty(from, to string) error { return syscall.Rename(from, to) }

// raise ends the process as sig does.
func raise(sig os.Signal) {
	signal.Reset(sig)
	number, ok := sig.(syscall.Signal)
	if ok && syscall.Kill(syscall.Getpid(), number) == nil {
		time.Sleep(time.Second) // it is on its way
	}
	os.Exit(128 + int(number))
}
