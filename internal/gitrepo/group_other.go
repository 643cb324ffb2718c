//go:build !unix

package gitrepo

import (
	"os/exec"
	"strconv"
)

func alone(cmd *exec.Cmd) {
	cmd.Cancel = func() error {
		stop(cmd)
		return cmd.Process.Kill()
	}
}

func stop(cmd *exec.Cmd) {
	exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
}
