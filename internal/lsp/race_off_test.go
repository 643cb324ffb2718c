//go:build !race

package lsp

// slack is by how much more the race detector allocates: it is off.
const slack = 1
