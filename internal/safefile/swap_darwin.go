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
