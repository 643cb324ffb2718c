package cli

import (
	"fmt"
	"path/filepath"

	"mdck/internal/safefile"
	"mdck/internal/workspace"
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

// ledgerEntry returns the line of the ledger for a checkpoint with that text.
func ledgerEntry(t *workspace.Target, text, command, now string) safefile.Entry {
	hash, version := t.Row().ContentOf(text)
	return safefile.Entry{Path: t.InStore(t.Main), Version: max(version, 0), Content: hash, Command: command, Time: now}
}

// fixedEntry returns the line of the ledger for mended, which was text. Where the
// version did not rise, an edit under that version that was made before, and is
// not in the ledger, is still to be noticed by the rule about versions.
func fixedEntry(t *workspace.Target, text, mended, command, now string) (safefile.Entry, error) {
	line := ledgerEntry(t, mended, command, now)
	if t.Row().Content == nil {
		return line, nil // it has no version
	}
	last, err := lastEntry(t)
	if hash, _ := t.Row().ContentOf(text); last != nil && last.Version == line.Version && last.Content != hash {
		line.Content = last.Content
	}
	return line, err
}
