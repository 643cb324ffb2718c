package lock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// RenameNew renames a file or directory to a name that nothing has. ([os.Rename] would
// replace a file, and an empty directory, which is what the lock of a shell is.) File
// systems and kernels that cannot do it return [errors.ErrUnsupported].
func RenameNew(from, to string) error {
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS):
		return errors.ErrUnsupported
	}
	return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
}
