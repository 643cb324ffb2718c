package dirlock

import (
	"errors"

	"golang.org/x/sys/unix"
)

// moveNew renames a directory to a name that nothing has. A plain rename would take
// the place of an empty directory, which is what the lock of a shell is. File systems
// that cannot do it say [errors.ErrUnsupported].
func moveNew(from, to string) error {
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
	if errors.Is(err, unix.EINVAL) {
		return errors.ErrUnsupported
	}
	return err
}
