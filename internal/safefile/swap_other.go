//go:build !linux && !darwin && !windows

package safefile

import "errors"

// swap cannot be done here.
func swap(string, string) error { return errors.ErrUnsupported }

// claim cannot be done here by a rename.
func claim(string, string) error { return errors.ErrUnsupported }
