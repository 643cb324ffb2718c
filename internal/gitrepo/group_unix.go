//go:build unix

package gitrepo

import (
	"os/exec"
	"syscall"
)

// alone starts cmd in a new session, in which git cannot prompt and child processes can be stopped.
// SIGTERM lets git remove its locks.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

func stop(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
