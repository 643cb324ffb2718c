package lock

import (
	"os"

	"golang.org/x/sys/unix"
)

// RenameNew renames a file or directory. Unlike [os.Rename], it replaces nothing. It may return
// [errors.ErrUnsupported].
func RenameNew(from, to string) error { return rename("rename", from, to, unix.RENAME_EXCL) }

// Swap exchanges two files in one step, or returns [errors.ErrUnsupported].
func Swap(one, other string) error { return rename("swap", one, other, unix.RENAME_SWAP) }

func rename(op, from, to string, flag uint32) error {
	if err := unix.RenamexNp(from, to, flag); err != nil {
		return &os.LinkError{Op: op, Old: from, New: to, Err: err}
	}
	return nil
}
