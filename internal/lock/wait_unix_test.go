//go:build unix

package lock

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

func TestEndRaises(t *testing.T) {
	if os.Getenv("LOCK_TEST_END") != "" {
		w := Wait{Waiting: func(what string) { fmt.Println(what) }}
		tries := 0
		_ = w.Until(func() error {
			if tries++; tries == 2 {
				w.signals <- syscall.SIGTERM
				return nil
			}
			return held()
		})
		fmt.Println("alive")
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestEndRaises$")
	cmd.Env = append(os.Environ(), "LOCK_TEST_END=1")
	said, err := cmd.Output()
	if want := "terminated while waiting for the lock \"bus\", held by the driver\n"; string(said) != want {
		t.Errorf("printed %q, want %q", said, want)
	}
	exit, _ := errors.AsType[*exec.ExitError](err)
	if status, ok := exit.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGTERM {
		t.Errorf("it ended with %v", err)
	}
}
