//go:build race

package cli

// raceFactor reduces the hostile tests, because the race detector is slow.
const raceFactor = 10
