package lock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// RenameNew renames a file or directory. Unlike [os.Rename], it replaces nothing. It may return
// [errors.ErrUnsupported].
func RenameNew(from, to string) error { return rename("rename", from, to, unix.RENAME_NOREPLACE) }

// Swap exchanges two files in one step, or returns [errors.ErrUnsupported].
func Swap(one, other string) error { return rename("swap", one, other, unix.RENAME_EXCHANGE) }

// rename calls renameat2, which old kernels lack.
func rename(op, from, to string, flag uint) error {
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, flag)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS):
		return errors.ErrUnsupported
	}
	return &os.LinkError{Op: op, Old: from, New: to, Err: err}
}
