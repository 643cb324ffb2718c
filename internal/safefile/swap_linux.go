package safefile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// swap exchanges two names.
func swap(one, other string) error { return renameat2("swap", one, other, unix.RENAME_EXCHANGE) }

// claim renames a file to a name that nothing has.
func claim(from, to string) error { return renameat2("rename", from, to, unix.RENAME_NOREPLACE) }

// renameat2 is the system call. Old kernels do not know it, and some file systems do not
// know the flag.
func renameat2(op, from, to string, flag uint) error {
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, flag)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS):
		return errors.ErrUnsupported
	}
	return &os.LinkError{Op: op, Old: from, New: to, Err: err}
}
