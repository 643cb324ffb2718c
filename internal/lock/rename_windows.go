package lock

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// RenameNew renames a file or directory to a name that nothing has.
func RenameNew(from, to string) error {
	err := syscall.Rename(from, to) // unlike that of os it does not replace
	if err == nil {
		return nil
	}
	if exists(to) {
		err = fs.ErrExist
	}
	return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
}

// Swap cannot be done here.
func Swap(one, other string) error { return errors.ErrUnsupported }
