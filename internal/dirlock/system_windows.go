package dirlock

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

// raise ends the process: there is no signal to be sent to oneself here.
func raise(os.Signal) { os.Exit(1) }

// replaceEmpty is not needed here: moveNew always can.
func replaceEmpty(string, string) error { return errors.ErrUnsupported }

// moveNew renames a directory to a name that nothing has.
func moveNew(from, to string) error {
	a, err := windows.UTF16PtrFromString(from)
	if err != nil {
		return err
	}
	b, err := windows.UTF16PtrFromString(to)
	if err != nil {
		return err
	}
	err = windows.MoveFileEx(a, b, 0)
	if _, there := os.Lstat(to); err != nil && there == nil {
		return fs.ErrExist
	}
	return err
}
