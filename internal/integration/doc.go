// Package integration contains only tests. They run the snippets of the documents in the programs
// for which the snippets are written.
//
// Tests that need more than Go and git have the build tag integration, which .ci/run sets. They
// need pre-commit, Vim, Neovim, Chromium, Node.js and bash, and fail if a program is missing. Only
// the test of the coding agents is skipped if its programs are missing. They are the npm packages
// @anthropic-ai/claude-code, @openai/codex and @google/gemini-cli.
package integration
