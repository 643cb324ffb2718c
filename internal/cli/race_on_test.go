//go:build race

package cli

// raceFactor is how many times fewer hostile projects are tried under the race detector.
const raceFactor = 10
