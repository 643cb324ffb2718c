//go:build unix

package patience

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestEndRaises holds that a signal between two tries ends the process as one during a
// pause does, with the same word.
func TestEndRaises(t *testing.T) {
	if os.Getenv("PATIENCE_TEST_END") != "" {
		w := Wait{For: func() string { return "the bus" }, Tell: func(what string) { fmt.Println(what) }}
		w.Sleep(0)
		w.signals <- syscall.SIGTERM
		w.End()
		fmt.Println("alive")
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestEndRaises$")
	cmd.Env = append(os.Environ(), "PATIENCE_TEST_END=1")
	said, err := cmd.Output()
	if want := "terminated while waiting for the bus\n"; string(said) != want {
		t.Errorf("it says %q, want %q", said, want)
	}
	exit, _ := errors.AsType[*exec.ExitError](err)
	if status, ok := exit.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGTERM {
		t.Errorf("it ended with %v", err)
	}
}
