package dirlock

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

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
