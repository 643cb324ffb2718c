//go:build !linux && !darwin && !windows

package dirlock

import "errors"

// moveNew cannot be done here: a rename takes the place of an empty directory.
func moveNew(from, to string) error { return errors.ErrUnsupported }
