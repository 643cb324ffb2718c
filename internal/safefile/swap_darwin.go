package safefile

import (
	"os"

	"golang.org/x/sys/unix"
)

// swap exchanges two names. File systems that cannot do it say [errors.ErrUnsupported].
func swap(one, other string) error {
	if err := unix.RenamexNp(one, other, unix.RENAME_SWAP); err != nil {
		return &os.LinkError{Op: "swap", Old: one, New: other, Err: err}
	}
	return nil
}

// claim renames a file to a name that nothing has.
func claim(from, to string) error {
	if err := unix.RenamexNp(from, to, unix.RENAME_EXCL); err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	return nil
}
