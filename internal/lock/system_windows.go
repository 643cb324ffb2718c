package lock

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// gone reports whether this host has no process with that id.
func gone(pid int) bool {
	h, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return errors.Is(err, windows.ERROR_INVALID_PARAMETER)
	}
	defer func() { _ = windows.CloseHandle(h) }()
	event, err := windows.WaitForSingleObject(h, 0) // a handle keeps the id of a process that ended
	return err == nil && event == windows.WAIT_OBJECT_0
}

// raise ends this process: there is no signal to be sent to oneself here.
func raise(os.Signal) { os.Exit(1) }

// guardPath returns which file or directory is at path. It cannot be locked here: that
// only one breaks it is left to the rename.
func guardPath(path string) (info fs.FileInfo, unguard func()) {
	info, _ = os.Lstat(path)
	return info, func() {}
}
