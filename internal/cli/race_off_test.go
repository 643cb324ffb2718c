//go:build !race

package cli

const raceFactor = 1
