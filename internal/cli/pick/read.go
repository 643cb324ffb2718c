package pick

import (
	"fmt"
	"path"

	"mdck/internal/config"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
)

// ReadCheckpoint reads t as its protocol does, without counting tokens.
func ReadCheckpoint(c *config.Config, t *workspace.Target) *lint.Checkpoint {
	in := workspace.Input(c, nil, tree.Dir(t.Root), t)
	return in.Checker.Read(in)
}

// LostError returns the error that t was written and does not exist any more; nil if it exists or
// is not written yet.
func LostError(t *workspace.Target, read *lint.Checkpoint) error {
	if read.Lost == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", t.Shown(path.Dir(t.Main)), read.Lost)
}
