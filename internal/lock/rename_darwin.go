package lock

import (
	"os"

	"golang.org/x/sys/unix"
)

// RenameNew renames a file or directory to a name that nothing has. ([os.Rename] would
// replace a file, and an empty directory, which is what the lock of a shell is.) File
// systems that cannot do it return [errors.ErrUnsupported].
func RenameNew(from, to string) error {
	if err := unix.RenamexNp(from, to, unix.RENAME_EXCL); err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	return nil
}
