package tool

import (
	"embed"

	"mdck/internal/cli/app"
)

const completionHelp = `Prints a script for the shell that completes commands, flags and their values, protocols, sections, rules, configuration keys, ids of checkpoints, and files. The script calls mdck for each completion, so it does not change when mdck is updated.

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
var Completion = app.Command{Name: "completion", Summary: "print the completion script of a shell", Help: completionHelp, Grammar: app.New[*completionCommand]}

type completionCommand struct {
	Shell string `arg:"" help:"The shell: ${enum}." enum:"bash,zsh,fish,powershell"`
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
