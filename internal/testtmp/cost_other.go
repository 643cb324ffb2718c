//go:build !linux

package testtmp

import "time"

// Cost returns the elapsed time that the function do takes.
func Cost(do func()) time.Duration {
	begun := time.Now()
	do()
	return time.Since(begun)
}
