package dirlock

import "golang.org/x/sys/unix"

// moveNew renames a directory to a name that nothing has. A plain rename would take
// the place of an empty directory, which is what the lock of a shell is. File systems
// that cannot do it say [errors.ErrUnsupported].
func moveNew(from, to string) error {
	return unix.RenamexNp(from, to, unix.RENAME_EXCL)
}
