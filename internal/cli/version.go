package cli

import (
	"io"

	"mdck/internal/report"
)

const versionHelp = `Prints the version, the commit that it was built from, the Go that built it, the checksum of the module where it was installed as one, the newest rule set, and the encodings that tokens can be counted in. What the build does not know is left out. mdck --version prints the first line alone.

Examples:

    mdck version
    mdck version --json
    mdck --version`

// versionCmd is mdck version.
var versionCmd = command{name: "version", summary: "print the version and how it was built", help: versionHelp, grammar: func() runner { return &versionCommand{} }}

type versionCommand struct {
	JSON bool `help:"Print one JSON object."`
}

// Run prints how this mdck was built.
func (c *versionCommand) Run(std Streams) error {
	b := currentBuild()
	if c.JSON {
		return report.Indented(std.Out, b)
	}
	_, err := io.WriteString(std.Out, b.text())
	return err
}
