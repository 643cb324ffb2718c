//go:build race

package cli

// raceFactor divides the number of hostile projects that are tried under the race detector.
const raceFactor = 10
