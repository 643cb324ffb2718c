package safefile

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"mdck/internal/safefile/disk"
)

// An Entry is a line of .mdck/ledger.jsonl: one write of one file. Update sets Before and After.
type Entry struct {
	Path    string    `json:"path"` // slash path from Dir
	Version int       `json:"version"`
	Before  string    `json:"before"`  // SHA-256 in hex before the write; "" without a file
	After   string    `json:"after"`   // SHA-256 in hex after the write
	Content string    `json:"content"` // hash of the text without white space
	Event   string    `json:"event,omitempty"`
	Forced  bool      `json:"forced,omitempty"` // the protocol did not allow the transition
	About   string    `json:"about,omitempty"`  // SHA-256 in hex of the text that Event refers to
	Command string    `json:"command"`
	Time    time.Time `json:"time"`
}

// A ledger is read from its end, because it may have any size.
const (
	ledgerPart = 64 << 10 // bytes to read first, more than any write adds
	ledgerMost = 4 << 20  // bytes to read at most: many thousand writes
)

// Ledger reads the entries in the last 4 MiB of the ledger, oldest first.
func (s Store) Ledger() ([]Entry, error) {
	lines, err := s.ledgerEnd(ledgerMost)
	if err != nil {
		return nil, err
	}
	return lines.entries()
}

// Last returns the newest entry about the file called name, or nil.
func (s Store) Last(name string) (*Entry, error) {
	for most := ledgerPart; ; most *= 8 {
		lines, err := s.ledgerEnd(most)
		if err != nil {
			return nil, err
		}
		entries, err := lines.entries()
		if err != nil {
			return nil, err
		}
		for _, e := range slices.Backward(entries) {
			if e.Path == name {
				return &e, nil
			}
		}
		if lines.offset == 0 || most >= ledgerMost {
			return nil, nil
		}
	}
}

// A ledgerLines is the end of a ledger, from the start of a line.
type ledgerLines struct {
	text   string
	offset int64 // of text in the file, in bytes
}

func (s Store) ledgerEnd(limit int) (ledgerLines, error) {
	name := s.inHome(ledgerName)
	if err := s.checkType(name, 0); err != nil {
		return ledgerLines{}, ignoreMissing(err)
	}
	raw, offset, err := s.fs().ReadPart(name, int64(-limit), limit)
	text := string(raw)
	if offset > 0 {
		_, after, ok := strings.Cut(text, "\n")
		if !ok && err == nil {
			return ledgerLines{}, fmt.Errorf("%q: a line has more than %d bytes", name, limit)
		}
		offset, text = offset+int64(len(text)-len(after)), after
	}
	return ledgerLines{text, offset}, ignoreMissing(err)
}

// entries parses the lines. It skips an incomplete last line, which a crash may leave. Any other
// broken line is an error.
func (l ledgerLines) entries() ([]Entry, error) {
	var entries []Entry
	n := 0
	for line := range strings.SplitSeq(whole(l.text), "\n") {
		n++
		if strings.TrimSpace(line) == "" {
			continue
		}
		var e Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			return entries, l.lineError(n)
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func (l ledgerLines) lineError(n int) error {
	place := ""
	if l.offset > 0 {
		place = fmt.Sprintf("from byte %d on, ", l.offset)
	}
	return fmt.Errorf("%sline %d is not a ledger entry", place, n)
}

func whole(text string) string {
	start := strings.LastIndexByte(strings.TrimSuffix(text, "\n"), '\n') + 1
	if json.Unmarshal([]byte(text[start:]), new(Entry)) == nil {
		return text
	}
	return text[:start]
}

func (t *txn) entries(c Change) (out []Entry) {
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

// addition returns how to append entries: keep size bytes, then write lines. done means that they
// are there already. before is the size before the first attempt.
func (t *txn) addition(entries []Entry, before int64) (size int64, lines string, done bool, err error) {
	if lines, err = encodeLines(entries); err != nil {
		return 0, "", false, err
	}
	l, err := t.ledgerEnd(ledgerPart + len(lines))
	if err != nil {
		return 0, "", false, err
	}
	if from := before - l.offset; from >= 0 && from <= int64(len(l.text)) {
		added, there := newline(l.text[:from])+lines, l.text[from:]
		if strings.HasPrefix(added, there) {
			return before, added, added == there, nil
		}
	}
	base := whole(l.text)
	return l.offset + int64(len(base)), newline(base) + lines, false, nil
}

func (t *txn) hasEntries(j journal) (bool, error) {
	_, _, done, err := t.addition(j.Ledger, j.LedgerSize)
	return done && len(j.Ledger) > 0, err
}

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

// appendEntries appends entries to the ledger. before is its size before the first attempt, so that a
// repeated call adds nothing.
func (t *txn) appendEntries(entries []Entry, before int64) error {
	if len(entries) == 0 {
		return nil
	}
	size, added, done, err := t.addition(entries, before)
	if err != nil {
		return err
	}
	f, err := t.FS.OpenFile(t.inHome(ledgerName), os.O_WRONLY|os.O_CREATE, newFile)
	if err != nil {
		return err
	}
	if !done {
		err = f.Truncate(size)
	}
	if !done && err == nil {
		_, err = f.WriteAt([]byte(added), size)
	}
	if err == nil {
		err = disk.Flushed(f.Sync()) // the writer of the entries may have ended before the flush
	}
	if err = first(err, f.Close()); err != nil {
		return err
	}
	return t.FS.SyncDir(t.inHome(""))
}
