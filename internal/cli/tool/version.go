package tool

import (
	"io"

	"mdck/internal/cli/app"
	"mdck/internal/report"
)

const versionHelp = `Prints the version, the commit that it was built from, the Go that built it, the checksum of the module where it was installed as one, the newest rule set, and the encodings that tokens can be counted in. What the build does not know is left out. mdck --version prints the first line alone.

Examples:

    mdck version
    mdck version --json
    mdck --version`

// Version is mdck version.
var Version = app.Command{Name: "version", Summary: "print the version and how it was built", Help: versionHelp, Grammar: app.New[versionCommand]}

type versionCommand struct {
	JSON bool `help:"Print one JSON object."`
}

// Run prints how this mdck was built.
func (c *versionCommand) Run(std app.Streams) error {
	b := app.CurrentBuild()
	if c.JSON {
		return report.Indented(std.Out, b)
	}
	_, err := io.WriteString(std.Out, b.Text())
	return err
}
