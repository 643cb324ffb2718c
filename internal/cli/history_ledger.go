package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"mdck/internal/history"
	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/mdcheckpoint/ohrfc"
)

// writes are the lines of the ledger about the file, and the states between them that
// nobody is known to have written and whose text is known.
func (d *digger) writes(commits []history.Commit) ([]history.Write, error) {
	store, name := d.store()
	entries, err := store.Ledger()
	if err != nil {
		err = ledgerFault(store, err)
	}
	known, fault := d.known(store, name, commits)
	var all []history.Write
	before := ""
	for i := range entries {
		e := &entries[i]
		if e.Path != name {
			continue
		}
		w := writeOf(e, known)
		if text, ok := known[e.Before]; ok && e.Before != before && e.Before != "" {
			all = append(all, history.Write{Time: w.Time, Sum: e.Before, Content: text.Content, Found: true, Text: text})
		}
		all, before = append(all, w), e.After
	}
	return all, errors.Join(err, fault)
}

// ledgerFault is err, which reading the ledger of store gave, with the path of the ledger;
// only where a line is broken is there something behind it that is left out.
func ledgerFault(store safefile.Store, err error) error {
	shown := fmt.Errorf("%s: %w", report.Name(shownPath(filepath.Join(store.Dir, ".mdck", "ledger.jsonl"))), err)
	if _, broken := errors.AsType[*safefile.LedgerLineError](err); !broken {
		return shown
	}
	return hinted(shown, "what stands behind that line is not shown")
}

func writeOf(e *safefile.Entry, known map[string]history.Text) history.Write {
	w := history.Write{Version: e.Version, Sum: e.After, Content: e.Content, Command: e.Command, Text: history.Unmeasured(history.NotKept)}
	w.Time, _ = ohrfc.ReadTime(e.Time)
	if text, ok := known[e.After]; ok {
		w.Text = text
	}
	return w
}

// known are the texts of commits, the work tree and the backups, by their sums; by ""
// that there is no file.
func (d *digger) known(store safefile.Store, name string, commits []history.Commit) (map[string]history.Text, error) {
	known := map[string]history.Text{"": history.Unmeasured(history.Gone)}
	for i := range commits {
		if sum := commits[i].Text.Sum; sum != "" {
			known[sum] = commits[i].Text
		}
	}
	backups, err := store.Backups(name)
	for i := range backups {
		if text, err := store.Text(backups[i].Path); err == nil && backups[i].Holds(text) {
			known[history.Sum(text)] = d.measure(text)
		}
	}
	return known, err
}
