package safefile

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// swap cannot be done here.
func swap(string, string) error { return errors.ErrUnsupported }

// claim renames a file to a name that nothing has, which is what the call does that gets
// no flag to replace.
func claim(from, to string) error {
	one, err := windows.UTF16PtrFromString(from)
	if err != nil {
		return err
	}
	other, err := windows.UTF16PtrFromString(to)
	if err != nil {
		return err
	}
	if err := windows.MoveFileEx(one, other, 0); err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	return nil
}
