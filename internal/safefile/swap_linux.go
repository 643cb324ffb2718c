package safefile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// swap exchanges two names. Old kernels do not know the system call, and some file systems
// do not know the flag.
func swap(one, other string) error {
	err := unix.Renameat2(unix.AT_FDCWD, one, unix.AT_FDCWD, other, unix.RENAME_EXCHANGE)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS):
		return errors.ErrUnsupported
	}
	return &os.LinkError{Op: "swap", Old: one, New: other, Err: err}
}
