package cli

import (
	"fmt"
	"path"
	"path/filepath"

	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
)

// lastEntry returns the last line of the ledger about the checkpoint of t; nil if
// there is none.
func lastEntry(t *workspace.Target) (*safefile.Entry, error) {
	last, err := t.Last()
	if err != nil {
		return nil, ledgerError(t, err)
	}
	return last, nil
}

// ledgerError returns err with the path of the ledger of t and a hint.
func ledgerError(t *workspace.Target, err error) error {
	name := filepath.Join(t.Dir(), ".mdck", "ledger.jsonl")
	return hinted(fmt.Errorf("%s: %w", displayPath(name), err), "no command can tell any more what was written last; move the file away to begin a new one")
}

// highestVersion returns the highest checkpoint_version in the ledger of t, as far as the
// ledger can be read.
func highestVersion(t *workspace.Target) int {
	entries, _ := store(t, "").Ledger()
	highest := 0
	for _, e := range entries {
		highest = max(highest, e.Version)
	}
	return highest
}

// ledgerEntry returns the line of the ledger for a checkpoint with that text, which is not read
// again where one of known has it. A session has no version.
func ledgerEntry(t *workspace.Target, text, command, now string, known ...*ohrfc.Checkpoint) safefile.Entry {
	if t.Protocol == ohrfc.Name {
		for _, c := range known {
			if c != nil && c.Text() == text {
				return checkpointEntry(t, c, command, now)
			}
		}
	}
	c, err := ohrfc.ParseCheckpoint(t.Main, text)
	if err != nil || t.Protocol != ohrfc.Name {
		return safefile.Entry{Path: t.InStore(t.Main), Content: ohrfc.ContentHash(text), Command: command, Time: now}
	}
	return checkpointEntry(t, c, command, now)
}

func checkpointEntry(t *workspace.Target, c *ohrfc.Checkpoint, command, now string) safefile.Entry {
	return safefile.Entry{Path: path.Base(t.Main), Version: max(c.Meta.Version, 0), Content: c.ContentHash(), Command: command, Time: now}
}

// fixedEntry returns the line of the ledger for mended, which was text. Where the
// version did not rise, an edit under that version that was made before, and is
// not in the ledger, is still to be noticed by ohrfc/version-not-bumped. A known
// checkpoint with that text is not read again.
func fixedEntry(t *workspace.Target, text, mended, command, now string, known ...*ohrfc.Checkpoint) (safefile.Entry, error) {
	line := ledgerEntry(t, mended, command, now, known...)
	if t.Format != "" {
		return line, nil // it has no version
	}
	last, err := lastEntry(t)
	if last != nil && last.Version == line.Version && last.Content != ohrfc.ContentHash(text) {
		line.Content = last.Content
	}
	return line, err
}
