package lock

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// RenameNew renames a file or directory to an unused name.
func RenameNew(from, to string) error {
	err := syscall.Rename(from, to) // never replaces a file, unlike os.Rename
	if err == nil {
		return nil
	}
	if exists(to) {
		err = fs.ErrExist
	}
	return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
}

// Swap returns [errors.ErrUnsupported].
func Swap(one, other string) error { return errors.ErrUnsupported }
