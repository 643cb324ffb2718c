//go:build !linux && !darwin

package safefile

import "errors"

// swap cannot be done here.
func swap(string, string) error { return errors.ErrUnsupported }
