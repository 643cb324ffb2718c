package testtmp

import (
	"runtime"
	"syscall"
	"time"
)

const rusageThread = 1

// Cost returns the processor time of do. Tests detect quadratic time with it.
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
