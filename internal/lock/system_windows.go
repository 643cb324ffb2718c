package lock

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

func gone(pid int) bool {
	h, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return errors.Is(err, windows.ERROR_INVALID_PARAMETER)
	}
	defer func() { _ = windows.CloseHandle(h) }()
	event, err := windows.WaitForSingleObject(h, 0) // the id of an ended process exists while a handle is open
	return err == nil && event == windows.WAIT_OBJECT_0
}

// raise ends this process, because Windows has no signals to itself.
func raise(os.Signal) { os.Exit(1) }

// guardPath returns the info of path. The rename ensures that only one process breaks it.
func guardPath(path string) (info fs.FileInfo, unguard func()) {
	info, _ = os.Lstat(path)
	return info, func() {}
}
