package app

// TalkFlags select how much a command prints.
type TalkFlags struct {
	Quiet   bool `short:"q" xor:"talk" help:"Print only what makes the command fail."`
	Verbose bool `short:"v" xor:"talk" help:"For each file that is read, print its name, protocol and configuration to standard error."`
}
