//go:build !linux && !darwin && !windows

package lock

import "errors"

// RenameNew returns [errors.ErrUnsupported].
func RenameNew(from, to string) error { return errors.ErrUnsupported }

// Swap returns [errors.ErrUnsupported].
func Swap(one, other string) error { return errors.ErrUnsupported }
