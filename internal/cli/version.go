package cli

import (
	"fmt"
	"runtime/debug"
)

const versionHelp = `Example:

    mdck version`

type versionCommand struct{}

// Run prints the version, and from which commit it was built if that is known.
func (c *versionCommand) Run(std Streams) error {
	version, commit := "devel", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if v := info.Main.Version; v != "" && v != "(devel)" {
			version = v
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = " " + s.Value[:min(12, len(s.Value))]
			}
		}
	}
	_, err := fmt.Fprintf(std.Out, "mdck %s%s\n", version, commit)
	return err
}
