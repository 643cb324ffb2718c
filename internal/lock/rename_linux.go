package lock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// RenameNew renames a file or directory to a name that nothing has. ([os.Rename] would
// replace a file, and an empty directory, which is what the lock of a shell is.) File
// systems and kernels that cannot do it return [errors.ErrUnsupported].
func RenameNew(from, to string) error { return rename("rename", from, to, unix.RENAME_NOREPLACE) }

// Swap exchanges two names in one step, or returns [errors.ErrUnsupported].
func Swap(one, other string) error { return rename("swap", one, other, unix.RENAME_EXCHANGE) }

// rename is renameat2. Old kernels do not know the system call, and some file systems do
// not know a flag.
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
