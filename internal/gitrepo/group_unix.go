//go:build unix

package gitrepo

import (
	"os/exec"
	"syscall"
)

// alone makes cmd the head of a session: it can be stopped with all that it has
// started, and what would ask the user finds no terminal to wait at. When its
// context ends they are asked to end, so that git can remove its locks.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

// stop ends what is left of the session.
func stop(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
