package pick

import (
	"fmt"
	"io"
	"path"

	"mdck/internal/cli/app"
	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/lint"
)

// LostError returns an error if a checkpoint that mdck wrote is now missing.
func LostError(t *workspace.Target, read *lint.Checkpoint) error {
	if read.Lost == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", t.DisplayPath(path.Dir(t.Main)), read.Lost)
}

// PrintRead prints what mdck reads for t, and how.
func PrintRead(talk io.Writer, t *workspace.Target, shown report.DisplayPath, c *config.Config) {
	kind := "protocol " + t.Protocol
	if t.Format != "" {
		kind = "format " + t.Format
	}
	names := []string{t.Path}
	for _, name := range t.Files() {
		if name != t.Path && t.Path == t.Main && app.IsFile(t.File(name)) {
			names = append(names, name)
		}
	}
	by := "without a configuration file"
	if c.Path() != "" {
		by = "with the configuration " + report.Name(c.DisplayPath())
	}
	list := app.DisplayList(names, shown)
	if list == "-" {
		list = "standard input"
	}
	fmt.Fprintf(talk, "mdck: %s: read as %s, %s\n", list, report.OneLine(kind), by)
}
