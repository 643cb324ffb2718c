// Starter runs a program and prints its cost: wall time, user and system processor time in
// nanoseconds, the maximum resident set in kilobytes, minor page faults, and the exit status. The
// environment variable STARTER_INPUT names a file for the standard input of the program.
//
// Starter is a small process, because the kernel includes the resident set of the parent in that of
// the program. Without arguments it prints its own cost, the minimum that it can measure.
package main

import (
	"os"
	"strconv"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) < 2 {
		var own syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &own)
		print(own, 0, 0)
		return
	}
	null, err := syscall.Open(os.DevNull, syscall.O_RDWR, 0)
	if err != nil {
		fail(err)
	}
	input := null
	if name := os.Getenv("STARTER_INPUT"); name != "" {
		if input, err = syscall.Open(name, syscall.O_RDONLY, 0); err != nil {
			fail(err)
		}
	}
	attr := &syscall.ProcAttr{Env: os.Environ(), Files: []uintptr{uintptr(input), uintptr(null), uintptr(null)}}
	begin := time.Now()
	pid, err := syscall.ForkExec(os.Args[1], os.Args[1:], attr)
	if err != nil {
		fail(err)
	}
	var status syscall.WaitStatus
	var cost syscall.Rusage
	for {
		if _, err = syscall.Wait4(pid, &status, 0, &cost); err != syscall.EINTR {
			break
		}
	}
	wall := time.Since(begin)
	if err != nil {
		fail(err)
	}
	if status.Signaled() {
		print(cost, wall, 128+int(status.Signal()))
		return
	}
	print(cost, wall, status.ExitStatus())
}

func print(cost syscall.Rusage, wall time.Duration, status int) {
	line := strconv.Itoa(int(wall))
	for _, n := range []int64{cost.Utime.Nano(), cost.Stime.Nano(), cost.Maxrss, cost.Minflt, int64(status)} {
		line += " " + strconv.FormatInt(n, 10)
	}
	os.Stdout.WriteString(line + "\n")
}

func fail(err error) {
	os.Stderr.WriteString("starter: " + err.Error() + "\n")
	os.Exit(2)
}
