// Package integration has only tests: they run the text that the documents have for
// pasting into other programs, in those programs.
//
// Tests that need more than Go and git have the build tag integration, which .ci/run sets:
// they need pre-commit, Vim, Neovim, Chromium, Node.js and bash, and fail if a program is
// missing. Only the test of the coding agents is skipped without its programs, which are npm
// packages: @anthropic-ai/claude-code, @openai/codex, @google/gemini-cli.
package integration
