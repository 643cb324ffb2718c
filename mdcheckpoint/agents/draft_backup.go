package agents

import (
	"maps"
	"path"
	"slices"

	"mdck/mdcheckpoint/protocol"
)

// BackUp returns the edit that backs up each checkpoint which files, by name, replace with
// other texts: for changes that are made otherwise than by a [Draft].
func BackUp(files map[string]string) func(read *protocol.Reader) (*protocol.Change, error) {
	return Edit(func(d *Draft) error {
		for _, name := range slices.Sorted(maps.Keys(files)) {
			base := path.Base(name)
			if path.Dir(name) != CheckpointDir || !KindOf(base).IsAgent() {
				continue
			}
			text, exists, err := d.read.Text(name)
			if err != nil {
				return err
			}
			if exists && text != files[name] {
				d.keep(&current{name: base, text: text, exists: true})
			}
		}
		return nil
	})
}
