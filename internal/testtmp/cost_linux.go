package testtmp

import (
	"runtime"
	"syscall"
	"time"
)

// rusageThread is RUSAGE_THREAD of getrusage(2).
const rusageThread = 1

// Cost returns the processor time of a call of do. Other work of the machine does not add to it. So
// a test can detect code whose time grows with the square of its input.
func Cost(do func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := used()
	do()
	return used() - before
}

func used() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(rusageThread, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
