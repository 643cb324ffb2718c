package tool

import (
	"errors"
	"fmt"
	"os"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/config"
	"mdck/internal/lsp"
)

const lspHelp = `A language server for editors, on standard input and output: findings as you type, fixes as code actions, formatting as mdck fmt does it, and budgets over headings. The verdict is that of mdck lint, of the buffers as they are, saved or not. No file is written.

It works on the files of checkpoints that the editor opens, each under its nearest .mdck.yaml, and is silent about all others. It ends with the editor: status 0 after shutdown and exit, else 1. docs/lsp.md has the settings of editors.

Examples:

    mdck lsp
    mdck lsp --stdio
    mdck lsp --encoding cl100k_base --set budgets.ohrfc.lines=150`

// LSP is mdck lsp.
var LSP = app.Command{Name: "lsp", Summary: "serve an editor: findings, fixes, budgets as you type", Help: lspHelp, Grammar: app.New[lspCommand]}

type lspCommand struct {
	Stdio bool `help:"Speak over standard input and output. It always does; many editors pass the flag."`
	pick.SettingFlags
}

// Run serves one editor.
func (c *lspCommand) Run(std app.Streams) error {
	if _, err := (&config.Loader{None: true, Environ: os.Environ(), Flags: c.Loader.Flags, Table: c.Table}).For("/", "/"); err != nil {
		return err // the command line or a variable, which nothing that is typed can mend
	}
	if file := c.Loader.File; file != "" {
		if _, err := os.Stat(file); err != nil {
			return fmt.Errorf("--config: %w", err)
		}
	}
	server := lsp.New(std.In, std.Raw(), lsp.Options{Version: app.CurrentBuild().Version, Loader: func() *config.Loader {
		return &config.Loader{File: c.Loader.File, None: c.Loader.None, Environ: os.Environ(), Flags: c.Loader.Flags, Table: c.Table}
	}})
	err := server.Serve()
	if errors.Is(err, lsp.ErrNoShutdown) {
		return app.ErrFindings
	}
	return err
}
