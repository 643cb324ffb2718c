package lock

import (
	"os"

	"golang.org/x/sys/unix"
)

// RenameNew renames a file or directory to a name that nothing has. ([os.Rename] would
// replace a file, and an empty directory, which is what the lock of a shell is.) File
// systems that cannot do it return [errors.ErrUnsupported].
func RenameNew(from, to string) error { return rename("rename", from, to, unix.RENAME_EXCL) }

// Swap exchanges two names in one step, or returns [errors.ErrUnsupported].
func Swap(one, other string) error { return rename("swap", one, other, unix.RENAME_SWAP) }

func rename(op, from, to string, flag uint32) error {
	if err := unix.RenamexNp(from, to, flag); err != nil {
		return &os.LinkError{Op: op, Old: from, New: to, Err: err}
	}
	return nil
}
