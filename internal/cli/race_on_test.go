//go:build race

package cli

// raceFactor is 10 with the race detector, which is slower and uses more memory: the hostile tests try a
// tenth of the projects and allow ten times as much memory.
const raceFactor = 10
