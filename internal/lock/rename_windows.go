package lock

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// RenameNew renames a file or directory to a name that nothing has, which is what the call
// does without a flag to replace.
func RenameNew(from, to string) error {
	a, err := windows.UTF16PtrFromString(from)
	if err != nil {
		return err
	}
	b, err := windows.UTF16PtrFromString(to)
	if err != nil {
		return err
	}
	if err = windows.MoveFileEx(a, b, 0); err == nil {
		return nil
	}
	if _, there := os.Lstat(to); there == nil {
		err = fs.ErrExist
	}
	return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
}
