//go:build !linux && !darwin && !windows

package lock

import "errors"

// RenameNew cannot be done here by a rename.
func RenameNew(from, to string) error { return errors.ErrUnsupported }

// Swap cannot be done here.
func Swap(one, other string) error { return errors.ErrUnsupported }
