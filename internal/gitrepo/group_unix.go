//go:build unix

package gitrepo

import (
	"os/exec"
	"syscall"
)

// alone starts cmd in a new session. It can then be stopped with all its child processes, and has
// no terminal for prompts. At the end of the context, the processes get SIGTERM, so that git can
// remove its locks.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

func stop(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
