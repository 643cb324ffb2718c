//go:build !race

package cli

// raceFactor is 1 without the race detector; see race_on_test.go.
const raceFactor = 1
