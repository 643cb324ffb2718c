//go:build !unix

package gitrepo

import (
	"os/exec"
	"strconv"
)

// alone makes the end of the context stop cmd with all that it has started.
func alone(cmd *exec.Cmd) {
	cmd.Cancel = func() error {
		stop(cmd)
		return cmd.Process.Kill()
	}
}

// stop ends the processes below cmd, as far as the system has a command for that.
func stop(cmd *exec.Cmd) {
	exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
}
