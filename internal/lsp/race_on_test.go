//go:build race

package lsp

// slack is by how much more the race detector allocates: it takes things out of pools.
const slack = 2
