package safefile

import "golang.org/x/sys/unix"

// swap exchanges two names. File systems that cannot do it say [errors.ErrUnsupported].
func swap(one, other string) error {
	return unix.RenamexNp(one, other, unix.RENAME_SWAP)
}
