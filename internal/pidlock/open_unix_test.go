//go:build unix

package pidlock

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"syscall"
	"testing"
	"time"
)

// TestNothingOpen holds that no file of a lock stays open.
func TestNothingOpen(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the collector would close what was left
	l := lockIn(t)
	open := func() int {
		names, err := os.ReadDir("/dev/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(names)
	}
	before := open()
	for range 3 {
		release, err := l.Take()
		if err != nil || release() != nil {
			t.Fatal(err)
		}
	}
	if now := open(); now != before {
		t.Errorf("%d files are open, want %d", now, before)
	}
}

// TestSignalAfter holds that a process which waited for a lock and goes on ends by a signal
// as if it had not.
func TestSignalAfter(t *testing.T) {
	if path := os.Getenv("PIDLOCK_TEST_CHILD"); path != "" {
		_, _ = Lock{Path: path, Wait: time.Millisecond}.Take()
		os.Stdout.WriteString("waited")
		time.Sleep(5 * time.Second)
		os.Exit(4)
	}
	l := lockIn(t)
	plant(t, l, "4711", 0)
	cmd := exec.Command(os.Args[0], "-test.run=^TestSignalAfter$")
	cmd.Env = append(os.Environ(), "PIDLOCK_TEST_CHILD="+l.Path)
	out, err := cmd.StdoutPipe()
	if err = errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len("waited"))); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	exit, ok := errors.AsType[*exec.ExitError](cmd.Wait())
	if !ok || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("the child ended with %v", exit)
	}
}
