//go:build !race

package cli

// raceFactor is larger with the race detector.
const raceFactor = 1
