package tool

import (
	"io"

	"mdck/internal/cli/app"
	"mdck/internal/report"
)

const versionHelp = `Prints the version, the commit, the Go version, the checksum of the module, the newest rule set, and the encodings for counting tokens. Unknown values are left out. mdck --version prints only the first line.

Examples:

    mdck version
    mdck version --json
    mdck --version`

// Version is mdck version.
var Version = app.Command{Name: "version", Summary: "print the version and how it was built", Help: versionHelp, Grammar: &versionCommand{}}

type versionCommand struct {
	JSON bool `help:"Print one JSON object."`
}

func (c *versionCommand) Run(std app.Streams) error {
	b := app.CurrentBuild()
	if c.JSON {
		return report.Indented(std.Out, b)
	}
	_, err := io.WriteString(std.Out, b.Text())
	return err
}
