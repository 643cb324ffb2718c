package cli

import (
	"errors"
	"fmt"
	"os"

	"mdck/internal/config"
	"mdck/internal/lsp"
)

const lspHelp = `A language server for editors, on standard input and output: findings as you type, fixes as code actions, formatting as mdck fmt does it, and budgets over headings. The verdict is that of mdck lint, of the buffers as they are, saved or not. No file is written.

It works on the files of checkpoints that the editor opens, each under its nearest .mdck.yaml, and is silent about all others. It ends with the editor: status 0 after shutdown and exit, else 1. docs/lsp.md has the settings of editors.

Examples:

    mdck lsp
    mdck lsp --stdio
    mdck lsp --encoding cl100k_base --set budgets.ohrfc.lines=150`

// lspCmd is mdck lsp.
var lspCmd = command{name: "lsp", summary: "serve an editor: findings, fixes, budgets as you type", help: lspHelp, grammar: func() runner { return &lspCommand{} }}

type lspCommand struct {
	Stdio bool `help:"Speak over standard input and output. It always does; many editors pass the flag."`
	settingFlags
}

// Run serves one editor.
func (c *lspCommand) Run(std Streams) error {
	if _, err := (&config.Loader{None: true, Environ: os.Environ(), Flags: c.loader.Flags, Table: c.table}).For("/", "/"); err != nil {
		return err // the command line or a variable, which nothing that is typed can mend
	}
	if file := c.loader.File; file != "" {
		if _, err := os.Stat(file); err != nil {
			return fmt.Errorf("--config: %w", err)
		}
	}
	server := lsp.New(std.In, std.raw(), lsp.Options{Version: currentBuild().Version, Loader: func() *config.Loader {
		return &config.Loader{File: c.loader.File, None: c.loader.None, Environ: os.Environ(), Flags: c.loader.Flags, Table: c.table}
	}})
	err := server.Serve()
	if errors.Is(err, lsp.ErrNoShutdown) {
		return errFindings
	}
	return err
}
