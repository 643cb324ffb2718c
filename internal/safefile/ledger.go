package safefile

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An Entry is a line of .mdck/ledger.jsonl: one write of one file.
//
// Update sets Before and After of an entry whose Path is the name of a file of
// its Change; all else is as the caller gave it.
type Entry struct {
	Path    string `json:"path"` // relative to Dir, slash separated
	Version int    `json:"version"`
	Before  string `json:"before"`           // SHA-256 of the file in hex, "" for no file
	After   string `json:"after"`            // the same, after the write
	Content string `json:"content"`          // hash of what is in the file without white space
	Event   string `json:"event,omitempty"`  // name of the transition that was made
	Forced  bool   `json:"forced,omitempty"` // although the protocol did not allow it
	About   string `json:"about,omitempty"`  // SHA-256, in hex, of the text that Event is about
	Command string `json:"command"`
	Time    string `json:"time"`
}

// Ledger reads the ledger, oldest entry first. Without a ledger there are none.
func (s Store) Ledger() ([]Entry, error) {
	text, err := readPlain(s.fs(), filepath.Join(s.Dir, home, ledgerName))
	if err != nil {
		return nil, ignoreMissing(err)
	}
	return ReadLedger(strings.NewReader(text))
}

// Last is the newest entry about the file called name; nil if there is none.
// Errors are those of [Store.Ledger].
func (s Store) Last(name string) (*Entry, error) {
	entries, err := s.Ledger()
	if err != nil {
		return nil, err
	}
	for _, e := range slices.Backward(entries) {
		if e.Path == name {
			return &e, nil
		}
	}
	return nil, nil
}

// ReadLedger reads the lines of a ledger. A broken last line, which is what a
// crash leaves, is left out, as are empty lines; a broken line before it is an
// error, with the entries up to there.
func ReadLedger(r io.Reader) ([]Entry, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	n := 0
	for line := range strings.SplitSeq(whole(string(raw)), "\n") {
		n++
		if strings.TrimSpace(line) == "" {
			continue
		}
		var e Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			return entries, &LedgerLineError{Line: n, Err: err}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// A LedgerLineError says that a line of a ledger is no entry. Those before it were read.
type LedgerLineError struct {
	Line int   // 1-based
	Err  error // of the JSON
}

func (e *LedgerLineError) Error() string {
	return fmt.Sprintf("ledger, line %d: want an entry: %v", e.Line, e.Err)
}

// Unwrap gives what is wrong with the JSON.
func (e *LedgerLineError) Unwrap() error { return e.Err }

// whole is the text of a ledger without a broken last line. The beginning of a
// JSON object is never one, so a line that can be read is all there.
func whole(text string) string {
	start := strings.LastIndexByte(strings.TrimSuffix(text, "\n"), '\n') + 1
	if json.Unmarshal([]byte(text[start:]), new(Entry)) == nil {
		return text
	}
	return text[:start]
}

// entries gives the lines for the ledger, with the hashes of what is replaced.
func (t *txn) entries(c Change) []Entry {
	var out []Entry
	for _, e := range c.Ledger {
		for _, f := range c.Files {
			if f.Name == e.Path {
				e.Before, e.After = t.seen[f.Name].hash(), hash(f.New)
			}
		}
		if slices.Contains(c.Gone, e.Path) {
			e.Before, e.After = t.seen[e.Path].hash(), ""
		}
		out = append(out, e)
	}
	return out
}

// noOffset stands for a size of the ledger that nobody has noted.
const noOffset = -1

func (t *txn) ledgerSize() (int, error) {
	text, _, err := t.readOwn(ledgerName)
	return len(whole(text)), err
}

// ledgerOpens is an error if the ledger is there and may not be written: a change that is
// decided then has no end.
func (t *txn) ledgerOpens() error {
	f, err := t.fs.OpenFile(t.own(ledgerName), os.O_WRONLY, newFile)
	if err != nil {
		return ignoreMissing(err)
	}
	return f.Close()
}

// ledgerEnd works out how to append entries to the ledger: its text up to size
// stays and added follows. Done is true if that is there already. Before is the
// size of the ledger before the entries were first appended.
func (t *txn) ledgerEnd(entries []Entry, before int) (size int, added string, done bool, err error) {
	text, _, err := t.readOwn(ledgerName)
	if err != nil {
		return 0, "", false, err
	}
	lines, err := encodeLines(entries)
	if err != nil {
		return 0, "", false, err
	}
	if before >= 0 && before <= len(text) {
		added := newline(text[:before]) + lines
		if strings.HasPrefix(added, text[before:]) {
			return before, added, added == text[before:], nil
		}
	}
	base := whole(text)
	return len(base), newline(base) + lines, false, nil
}

// newline is what a text needs so that a line can follow.
func newline(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return ""
	}
	return "\n"
}

func encodeLines(entries []Entry) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, e := range entries {
		if err := enc.Encode(e); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// enter appends entries to the ledger, once, however often it is called with
// the same size of the ledger before them.
func (t *txn) enter(entries []Entry, before int) error {
	if len(entries) == 0 {
		return nil
	}
	size, added, done, err := t.ledgerEnd(entries, before)
	if err != nil {
		return err
	}
	f, err := t.fs.OpenFile(t.own(ledgerName), os.O_WRONLY|os.O_CREATE, newFile)
	if err != nil {
		return err
	}
	if done {
		err = flushed(f.Sync()) // the process that wrote it may have ended before it did so
	} else {
		err = appendAt(f, int64(size), added)
	}
	if err := first(err, f.Close()); err != nil {
		return err
	}
	return t.fs.SyncDir(t.own(""))
}

func appendAt(f Handle, size int64, added string) error {
	if err := f.Truncate(size); err != nil {
		return err
	}
	if _, err := f.WriteAt([]byte(added), size); err != nil {
		return err
	}
	return flushed(f.Sync())
}
