// Package integration has only tests. They run the snippets of the documents in the programs for
// which they are written.
//
// Tests that need more than Go and git have the build tag integration, which .ci/run sets. They
// need pre-commit, Vim, Neovim, Chromium, Node.js and bash, and fail if a program is missing. Only
// the test of the coding agents is skipped without its programs: the npm packages
// @anthropic-ai/claude-code, @openai/codex and @google/gemini-cli.
package integration
