//go:build !linux && !darwin && !windows

package lock

import "errors"

func RenameNew(from, to string) error { return errors.ErrUnsupported }

func Swap(one, other string) error { return errors.ErrUnsupported }
