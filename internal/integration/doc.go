// Package integration has tests only: what the documents tell people to paste into
// other programs is cut out of the documents and run in those programs.
//
// Tests that need more than Go and git are behind the build tag integration, which
// .ci/run sets: pre-commit, Vim, Neovim, Chromium, Node.js and bash. A program that is
// missing makes them fail; nothing is skipped.
package integration
