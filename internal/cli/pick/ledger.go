package pick

import (
	"fmt"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
)

// lastEntry returns the last line of the ledger about the checkpoint of t; nil if
// there is none.
func lastEntry(t *workspace.Target) (*claim.Entry, error) {
	last, err := t.Last()
	if err != nil {
		return nil, LedgerError(t, err)
	}
	return last, nil
}

func ledgerPath(t *workspace.Target) string { return filepath.Join(t.Dir(), ".mdck", "ledger.jsonl") }

// LedgerError returns err with the path of the ledger of t and a hint.
func LedgerError(t *workspace.Target, err error) error {
	return app.Hinted(fmt.Errorf("%s: %w", app.DisplayPath(ledgerPath(t)), err), "no command can tell any more what was written last; move the file away to begin a new one")
}

// FixedEntry returns the line of the ledger for a file of t, which was text and is fixed. Where the version did not rise, an edit under that version that was made before, and
// is not in the ledger, is still to be noticed by the rule about versions.
func FixedEntry(t *workspace.Target, name, text, fixed string) (claim.Entry, error) {
	hash, version := t.Row().ContentOf(fixed)
	line := claim.Entry{Path: name, Version: max(version, 0), Content: hash}
	if t.Row().Content == nil {
		return line, nil // it has no version
	}
	last, err := lastEntry(t)
	if was, _ := t.Row().ContentOf(text); last != nil && last.Version == line.Version && last.Content != was {
		line.Content = last.Content
	}
	return line, err
}
