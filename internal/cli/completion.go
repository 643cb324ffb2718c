package cli

import (
	_ "embed"
	"errors"
	"io"
	"strings"

	"mdck/internal/report"
)

const completionHelp = `Prints the script that makes the shell complete commands, flags and their values, rules, sections, events, keys of the configuration, and ids of checkpoints. The script asks mdck itself at each press of TAB, so it need not be made again after an update.

bash, in ~/.bashrc:

    source <(mdck completion bash)

or, where bash-completion is installed, once:

    mdck completion bash > ~/.local/share/bash-completion/completions/mdck

zsh, in ~/.zshrc, behind compinit if that is there:

    source <(mdck completion zsh)

fish, once:

    mdck completion fish > ~/.config/fish/completions/mdck.fish`

type completionCommand struct {
	Shell string `arg:"" help:"The shell: ${enum}." enum:"bash,zsh,fish"`
}

//go:embed shell/mdck.bash
var bashScript string

//go:embed shell/mdck.zsh
var zshScript string

//go:embed shell/mdck.fish
var fishScript string

// Run prints the script.
func (c *completionCommand) Run(std Streams) error {
	scripts := []struct{ shell, text string }{{"bash", bashScript}, {"zsh", zshScript}, {"fish", fishScript}}
	for _, s := range scripts {
		if s.shell == c.Shell {
			_, err := io.WriteString(std.Out, s.text)
			return err
		}
	}
	return errors.New("no script for " + c.Shell)
}

// completeFlag makes of mdck completion the answer to a script. No help names it:
// what it takes and prints is between the scripts and this release.
const completeFlag = "--complete"

// answer gives a script of a shell the candidates for the last of the words on a
// command line: args are SHELL -- WORD..., without the name of the program. The
// first line of the answer is files if the shell is to offer files as well, or
// else none. Whatever happens, nothing is said to the user, who is typing.
func answer(args []string, out io.Writer) {
	defer func() { _ = recover() }()
	if len(args) < 3 || args[1] != "--" {
		return
	}
	shell, words := args[0], args[2:]
	var open rune
	if shell == "bash" {
		words, open = unquoted(words)
	}
	found := complete(words)
	how := "none\n"
	if found.files {
		how = "files\n"
	}
	var b strings.Builder
	b.WriteString(how)
	for _, c := range found.words {
		if text := c.of(shell, open); text != "" {
			b.WriteString(text + "\n")
		}
	}
	_, _ = io.WriteString(out, b.String())
}

// A candidate is what the last word may become, and what that means; the latter
// may be "".
type candidate struct{ word, about string }

// of is the line for c in a shell's answer, where the user has opened that quote,
// or none; "" if c has what no line can hold.
func (c candidate) of(shell string, open rune) string {
	if report.OneLine(c.word) != c.word {
		return ""
	}
	about := firstSentence(c.about)
	switch shell {
	case "bash":
		return escaped(c.word, open)
	case "zsh": // the word as it is, and as _describe wants it
		line := c.word + "\t" + strings.NewReplacer(`\`, `\\`, `:`, `\:`).Replace(c.word)
		if about != "" {
			line += ":" + about
		}
		return line
	default:
		return strings.TrimSuffix(c.word+"\t"+about, "\t")
	}
}

// maxAbout is how many characters a candidate is described in.
const maxAbout = 72

// firstSentence is the beginning of a text, on one line.
func firstSentence(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	text, _, _ = strings.Cut(text, ". ")
	text = report.OneLine(strings.TrimSuffix(text, "."))
	if runes := []rune(text); len(runes) > maxAbout {
		return string(runes[:maxAbout-1]) + "…"
	}
	return text
}
