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

const lspHelp = `Runs a language server for editors on standard input and output. The server reports the findings of mdck lint while you type, offers fixes as code actions, formats like mdck fmt, and shows budgets when you hover over headings. It writes no file.

The server checks each checkpoint file that the editor opens, and ignores all other files. It uses the nearest .mdck.yaml. The exit status is 1 if the editor ends without a shutdown request. docs/lsp.md has settings for editors.

Examples:

    mdck lsp
    mdck lsp --stdio
    mdck lsp --encoding cl100k_base --set budgets.ohrfc.lines=150`

// LSP is mdck lsp.
var LSP = app.Command{Name: "lsp", Summary: "run the language server for editors", Help: lspHelp, Grammar: &lspCommand{}}

type lspCommand struct {
	Stdio bool `help:"Has no effect: mdck always uses standard input and output. Many editors pass this flag."`
	pick.SettingFlags
}

func (c *lspCommand) Run(std app.Streams) error {
	loader := func() *config.Loader {
		return &config.Loader{File: c.Pick.Loader.File, None: c.Pick.Loader.None, Environ: os.Environ(), Flags: c.Pick.Loader.Flags, Table: c.Pick.Table}
	}
	noFile := loader()
	noFile.None = true
	if _, err := noFile.For("/", "/"); err != nil {
		return err // the editor cannot fix a flag or a variable
	}
	if file := c.Pick.Loader.File; file != "" {
		if _, err := os.Stat(file); err != nil {
			return fmt.Errorf("--config: %w", err)
		}
	}
	server := lsp.New(std.In, std.Raw(), lsp.Options{Version: app.CurrentBuild().Version, Loader: loader})
	err := server.Serve()
	if errors.Is(err, lsp.ErrNoShutdown) {
		return app.ErrFindings
	}
	return err
}
