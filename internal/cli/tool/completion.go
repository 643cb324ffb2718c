package tool

import (
	"embed"

	"mdck/internal/cli/app"
)

const completionHelp = `Prints a completion script for a shell. The script completes commands, flags and their values, configuration keys, files, and the names of checkpoints, sections and rules. You do not need a new script when you update mdck.

bash, in ~/.bashrc:

    source <(mdck completion bash)

or, if bash-completion is installed, once:

    mdck completion bash > ~/.local/share/bash-completion/completions/mdck

zsh, in ~/.zshrc, after compinit:

    source <(mdck completion zsh)

fish, once:

    mdck completion fish > ~/.config/fish/completions/mdck.fish

PowerShell, in the file that $PROFILE names:

    mdck completion powershell | Out-String | Invoke-Expression`

// Completion is mdck completion.
var Completion = app.Command{Name: "completion", Summary: "print the completion script of a shell", Help: completionHelp, Grammar: &completionCommand{}}

type completionCommand struct {
	Shell string `arg:"" help:"The shell: bash, zsh, fish or powershell." enum:"bash,zsh,fish,powershell"`
}

//go:embed shell
var shellScripts embed.FS

func (c *completionCommand) Run(std app.Streams) error {
	script, err := shellScripts.ReadFile("shell/mdck." + c.Shell)
	if err != nil {
		return err
	}
	_, err = std.Raw().Write(script)
	return err
}
