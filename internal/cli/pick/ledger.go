package pick

import (
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
)

func ledgerPath(t *workspace.Target) string { return filepath.Join(t.Dir(), ".mdck", "ledger.jsonl") }

// LedgerError adds the path of the ledger and a hint.
func LedgerError(t *workspace.Target, err error) error {
	return app.Errorf("to start a new ledger, move this file away", "%s: %w", app.DisplayPath(ledgerPath(t)), err)
}

// FixedEntry returns the ledger entry for a fix. If text was edited without a new version, the
// entry keeps the old hash, so that lint still reports the edit.
func FixedEntry(t *workspace.Target, name, text, fixed string) (claim.Entry, error) {
	hash, version := t.Row().ContentOf(fixed)
	line := claim.Entry{Path: name, Version: max(version, 0), Content: hash}
	if t.Row().Content == nil {
		return line, nil // the file has no version
	}
	last, err := t.Last()
	if err != nil {
		return line, LedgerError(t, err)
	}
	if was, _ := t.Row().ContentOf(text); last != nil && last.Version == line.Version && last.Content != was {
		line.Content = last.Content
	}
	return line, nil
}
