package app

// TalkFlags select how much a command prints.
type TalkFlags struct {
	Quiet   bool `short:"q" xor:"talk" help:"Print only what makes the command fail."`
	Verbose bool `short:"v" xor:"talk" help:"Print to standard error the name, protocol and configuration of each file that is read."`
}
