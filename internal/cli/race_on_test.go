//go:build race

package cli

// raceFactor is 10 with the race detector, which is slower and uses more memory. The hostile tests
// then try a tenth of the projects and allow ten times the memory.
const raceFactor = 10
