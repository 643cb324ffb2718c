//go:build !linux

package testtmp

import "time"

// Cost returns the elapsed time of do.
func Cost(do func()) time.Duration {
	begun := time.Now()
	do()
	return time.Since(begun)
}
