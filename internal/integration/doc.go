// Package integration has tests only: what the documents tell people to paste into
// other programs is cut out of the documents and run in those programs.
//
// Tests that need more than Go and git are behind the build tag integration, which
// .ci/run sets: pre-commit, Vim, Neovim, Chromium, Node.js and bash. A program that is
// missing makes them fail. The one test that is skipped without its programs is that of the
// coding agents, which npm has: @anthropic-ai/claude-code, @openai/codex, @google/gemini-cli.
package integration
