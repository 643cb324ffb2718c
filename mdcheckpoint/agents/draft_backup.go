package agents

import (
	"path"
	"slices"

	"mdck/mdcheckpoint/protocol"
)

// backUp adds to a change the backups of checkpoints that it replaces and does not keep.
func backUp(read *protocol.Reader, change *protocol.Change) error {
	copies, err := Edit(func(d *Draft) error {
		for _, f := range change.Files {
			base := path.Base(f.Name)
			isCheckpoint := path.Dir(f.Name) == CheckpointDir && KindOf(base).IsAgent()
			if isCheckpoint && f.Exists && f.Before != f.After && !slices.Contains(change.Kept, f.Name) {
				d.keep(&current{name: base, text: f.Before, exists: true})
			}
		}
		return nil
	})(read)
	if err != nil {
		return err
	}
	change.Files = append(copies.Files, change.Files...)
	change.Kept = append(change.Kept, copies.Kept...)
	change.Surplus = append(change.Surplus, copies.Surplus...)
	return nil
}
